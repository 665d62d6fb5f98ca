"""`python -m voicegm` is `voicegm`."""

from voicegm.cli import main

main()
