"""Samples: microphones, speakers and recordings, all on one clock that counts samples."""
