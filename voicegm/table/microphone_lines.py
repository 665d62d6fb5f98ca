"""What is said about a microphone that is not as it should be."""

from __future__ import annotations

from collections.abc import Mapping

from voicegm.languages.lines import Lines
from voicegm.sound.health import Fault


def line_for(fault: Fault, lines: Lines, owners: Mapping[int, str]) -> str:
    """A fault in a sentence, with what to do."""
    other = "" if fault.other is None else microphone_name(fault.other, lines, owners)
    name = microphone_name(fault.channel, lines, owners)
    return lines.say(f"channel-{fault.trouble}", name=name, to=other)


def microphone_name(channel: int, lines: Lines, owners: Mapping[int, str]) -> str:
    """What to call it: by its owner, or by its number."""
    if channel in owners:
        return lines.say("whose-microphone", name=owners[channel])
    return lines.say("numbered-microphone", count=channel + 1)
