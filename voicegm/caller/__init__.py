"""What the referee says: lines to speech, and the short sounds between them."""

from voicegm.caller.cache import Cache
from voicegm.caller.loudness import at_volume
from voicegm.caller.speech import (
    CARD_MS,
    DEFAULT_RATE_WPM,
    Caller,
    NoVoice,
    Speaks,
    open_caller,
)
from voicegm.caller.voice import Variant, VoiceMissing

__all__ = [
    "CARD_MS",
    "DEFAULT_RATE_WPM",
    "Cache",
    "Caller",
    "NoVoice",
    "Speaks",
    "Variant",
    "VoiceMissing",
    "at_volume",
    "open_caller",
]
