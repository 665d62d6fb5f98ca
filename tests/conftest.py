"""What every test may ask for."""

from pulse import pulse

__all__ = ["pulse"]
