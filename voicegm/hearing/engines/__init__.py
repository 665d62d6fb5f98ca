"""Recognisers behind one interface."""
