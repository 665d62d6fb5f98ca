"""A voice-controlled referee for three card games: Animals, Snap and Snip Snap Snorum."""

__version__ = "0.1.0"
