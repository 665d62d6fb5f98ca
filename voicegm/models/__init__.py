"""Speech models: which there are, where they lie, how they are installed and checked."""

from voicegm.models.places import Found, find_all, find_model, require_model

__all__ = ["Found", "find_all", "find_model", "require_model"]
