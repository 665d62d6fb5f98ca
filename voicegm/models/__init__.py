"""Speech models: which there are, where they lie, how they are installed and checked."""

from voicegm.models.catalogue import CATALOGUE, OFFICIAL_URL, Listed
from voicegm.models.installing import Installed, install
from voicegm.models.parts import check_parts
from voicegm.models.places import Found, default_places, find_all, find_model, require_model
from voicegm.models.progress import OnProgress, Progress
from voicegm.models.status import Check, ModelStatus, Report, list_models, verify

__all__ = [
    "CATALOGUE",
    "OFFICIAL_URL",
    "Check",
    "Found",
    "Installed",
    "Listed",
    "ModelStatus",
    "OnProgress",
    "Progress",
    "Report",
    "check_parts",
    "default_places",
    "find_all",
    "find_model",
    "install",
    "list_models",
    "require_model",
    "verify",
]
