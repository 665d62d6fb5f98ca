"""Reading journals: what is good, what is torn, and what is bad and why."""

from __future__ import annotations

import json

import pytest
from journals import call, deal, event, journal, lines, match_of_two, rulings, setup

from voicegm.cards import shuffled
from voicegm.errors import BadInput
from voicegm.games import by_name, names, read_setup
from voicegm.games.events import event_from_json
from voicegm.games.replay import BadLine, read_journal, replay
from voicegm.table.journal import read_journal_file

GOOD = lines(*match_of_two())
END = json.dumps(event(9000, "end"))


def kinds(read):
    """The names of the rulings before a fault, and the fault."""
    out: list[str] = []
    try:
        out.extend(ruling.kind for ruling in replay(read))
    except BadLine as fault:
        return out, fault
    return out, None


def test_a_file_is_read_like_its_lines(tmp_path):
    path = tmp_path / "evening.jsonl"
    path.write_text("".join(GOOD), encoding="utf-8")
    assert read_journal_file(path) == read_journal(GOOD)


def test_windows_line_ends_a_byte_order_mark_and_blank_lines_do_no_harm(tmp_path):
    path = tmp_path / "evening.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(line.strip() for line in GOOD).encode())
    assert read_journal_file(path).events == read_journal(GOOD).events
    assert read_journal([*GOOD, "\n"]).events == read_journal(GOOD).events


def test_names_may_be_in_any_script(tmp_path):
    people = [{"name": "Zoë", "animal": "fox"}, {"name": "민수", "animal": "owl"}]
    path = tmp_path / "evening.jsonl"
    text = json.dumps(setup("7H", people), ensure_ascii=False) + "\n" + json.dumps(deal(1))
    path.write_text(text, encoding="utf-8")
    assert [
        ruling.player for ruling in replay(read_journal_file(path)) if ruling.kind == "dealt"
    ] == ["Zoë"]


# Torn.


@pytest.mark.parametrize("torn", ['{"at": 50', '{"at": 5000, "event": "en', "x"])
def test_a_torn_last_line_is_dropped_and_said(torn):
    read = read_journal([*GOOD, torn])
    assert read.fault is None
    assert read.note is not None and "line 5" in read.note
    assert read.events == read_journal(GOOD).events


def test_a_torn_last_line_may_end_within_a_letter():
    half = '{"at": 5000, "event": "call", "by": "Zoë'.encode()[:-1]
    assert read_journal([*GOOD, half]).note is not None


def test_a_whole_last_line_needs_no_newline():
    read = read_journal([*GOOD, END])
    assert read.note is None and len(read.events) == 4


def test_a_set_up_that_is_torn_is_no_game():
    with pytest.raises(BadLine, match="line 1: the set-up was torn"):
        read_journal(['{"voicegm": 1, "ga'])


# Bad lines.

BAD = {
    "no JSON": "{at: 5000}",
    "not UTF-8": b'{"at": 5000, "event": "end", "x": "\xff"}',
    "a list": "[1, 2]",
    "a number": "5",
    "null": "null",
    "nested": "[" * 100_000 + "]" * 100_000,
    "NaN": '{"at": NaN, "event": "end"}',
    "infinity": '{"at": 5000, "event": "call", "by": null, "says": "cat", "confidence": Infinity}',
    "a key twice": '{"at": 5000, "at": 6000, "event": "end"}',
    "no time": '{"event": "end"}',
    "a text for a time": '{"at": "5000", "event": "end"}',
    "a truth for a time": '{"at": true, "event": "end"}',
    "a fraction of a time": '{"at": 5000.5, "event": "end"}',
    "a time before time": '{"at": -1, "event": "end"}',
    "no event": '{"at": 5000}',
    "an event nobody knows": '{"at": 5000, "event": "dael"}',
    "an event of Snap": '{"at": 5000, "event": "turn"}',
    "an event of Snip": '{"at": 5000, "event": "play", "by": "Anna", "card": "7H", "says": null}',
    "an event that is no text": '{"at": 5000, "event": ["deal"]}',
    "a call without a caller": '{"at": 5000, "event": "call", "says": "cat"}',
    "a call without a word": '{"at": 5000, "event": "call", "by": null}',
    "an empty word": '{"at": 5000, "event": "call", "by": null, "says": ""}',
    "a word that is a number": '{"at": 5000, "event": "call", "by": null, "says": 7}',
    "a caller who does not play": '{"at": 5000, "event": "call", "by": "Zoe", "says": "cat"}',
    "a caller that is a number": '{"at": 5000, "event": "call", "by": 3, "says": "cat"}',
    "an answer nobody gave": '{"at": 5000, "event": "caller", "by": "Zoe"}',
    "too much confidence": (
        '{"at": 5000, "event": "call", "by": null, "says": "cat", "confidence": 1.5}'
    ),
    "a truth for confidence": (
        '{"at": 5000, "event": "call", "by": null, "says": "cat", "confidence": true}'
    ),
    "another way": '{"at": 5000, "event": "call", "by": null, "says": "cat", "via": "post"}',
    "a leaver who never came": '{"at": 5000, "event": "leave", "by": "Zoe"}',
    "a leaver without a name": '{"at": 5000, "event": "leave", "by": null}',
    "an unknown option": '{"at": 5000, "event": "option", "name": "speed", "value": 1}',
    "an option of Snap": '{"at": 5000, "event": "option", "name": "strict", "value": true}',
    "an option without a value": '{"at": 5000, "event": "option", "name": "race"}',
    "a wrong value": '{"at": 5000, "event": "option", "name": "race", "value": 0}',
    "a truth for a number": '{"at": 5000, "event": "option", "name": "tie_ms", "value": true}',
    "a fixed option": '{"at": 5000, "event": "option", "name": "responses", "value": "noises"}',
    "a head start for nobody": (
        '{"at": 5000, "event": "option", "name": "head_start_ms", "value": {"Zoe": 5}}'
    ),
    "a known card": '{"at": 5000, "event": "deal", "card": "7H"}',
    "a known card mended": '{"at": 5000, "event": "correct", "card": "7H"}',
    "a round without cards": '{"at": 5000, "event": "round", "dealer": "Anna"}',
    "a round with a card twice": '{"at": 5000, "event": "round", "deck": ["7H", "7H"]}',
    "a round with what is no card": '{"at": 5000, "event": "round", "deck": ["1H"]}',
    "a round dealt by nobody": '{"at": 5000, "event": "round", "dealer": "Zoe", "seed": 1}',
    "a seed that is none": '{"at": 5000, "event": "round", "seed": 1.5}',
    "time running backwards": '{"at": 999, "event": "deal"}',
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_line_ends_the_reading(what):
    parts = [setup("7H 2S 7C KD 9C"), *(deal(at) for at in (1000, 2000, 4000))]
    bad = BAD[what]
    newline = b"\n" if isinstance(bad, bytes) else "\n"
    before, fault = kinds(read_journal([*lines(*parts), bad + newline, END + "\n"]))
    assert before == ["dealt", "dealt", "dealt", "over"]
    assert fault is not None and fault.number == 5
    assert str(fault).startswith("line 5: ")
    assert str(fault).count("\n") == 0 and len(str(fault)) < 300


def test_a_bad_line_names_its_file(tmp_path):
    path = tmp_path / "evening.jsonl"
    path.write_text("".join(GOOD) + "oops\n", encoding="utf-8")
    fault = read_journal_file(path).fault
    assert str(fault).startswith(f"{path}, line 5: ")


def test_calls_before_a_bad_line_are_settled():
    parts = lines(*match_of_two(), call(5000, "Anna", "cat"))
    assert kinds(read_journal([*parts, "oops\n"]))[0][-2:] == ["won", "over"]


def test_keys_of_later_versions_are_left_alone():
    assert journal(setup("7H", mood="merry"), deal(1000) | {"lamp": 7}).fault is None


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_no_game(tmp_path, content):
    path = tmp_path / "evening.jsonl"
    path.write_bytes(content)
    with pytest.raises(BadInput, match="is empty"):
        read_journal_file(path)


def test_a_file_that_is_not_there_or_no_file(tmp_path):
    for path in (tmp_path / "nowhere.jsonl", tmp_path):
        with pytest.raises(BadInput, match="cannot be read"):
            read_journal_file(path)


def test_a_sound_file_is_no_journal(tmp_path):
    path = tmp_path / "evening.wav"
    path.write_bytes(b"RIFF\x00\x00\x00\xff\n\xff")
    with pytest.raises(BadLine, match=r"line 1: .*not UTF-8"):
        read_journal_file(path)


# Real cards.


def test_a_card_that_lies_out_already_is_a_bad_line():
    fault = journal(setup(None), deal(1000, "7H"), deal(2000, "7H")).fault
    assert fault is not None and fault.number == 3 and "since line 2" in fault.reason


def test_a_mended_card_may_still_come_and_the_same_in_the_next_round():
    parts = [
        setup(None),
        deal(1000, "7H"),
        event(1500, "correct", card="8H"),
        deal(2000, "7H"),
        event(3000, "round"),
        deal(4000, "7H"),
    ]
    assert journal(*parts).fault is None


def test_a_real_card_must_be_told():
    fault = journal(setup(None), deal(1000)).fault
    assert fault is not None and 'needs its "card"' in fault.reason


# Set-ups.

BAD_SETUPS = {
    "no version": ({"voicegm": None}, "starts with a line"),
    "another version": ({"voicegm": 2}, "2 there"),
    "a truth for a version": ({"voicegm": True}, "True there"),
    "a game nobody knows": ({"game": "chess"}, 'no game "chess"'),
    "a game that is no text": ({"game": ["animals"]}, "no game"),
    "no players": ({"players": None}, '"players"'),
    "players that are no list": ({"players": {"Anna": "fox"}}, '"players"'),
    "a player that is a text": ({"players": ["Anna"]}, "a player is written"),
    "a player without a name": ({"players": [{"animal": "fox"}]}, "a player is written"),
    "a name that is a number": ({"players": [{"name": 7}]}, '"name" of a player'),
    "an animal that is a number": ({"players": [{"name": "A", "animal": 7}]}, '"animal" of a'),
    "an empty name": (
        {"players": [{"name": " ", "animal": "fox"}, {"name": "Ben", "animal": "owl"}]},
        "name cannot be",
    ),
    "one name twice": (
        {"players": [{"name": "Ben", "animal": "fox"}, {"name": "Ben", "animal": "owl"}]},
        'two players are called "Ben"',
    ),
    "no animal": (
        {"players": [{"name": "Greg", "animal": "fox"}, {"name": "Ben"}]},
        "Ben has no animal",
    ),
    "no dealer": ({"dealer": None}, '"dealer"'),
    "a dealer who does not play": ({"dealer": "Zoe"}, 'dealer "Zoe"'),
    "a card twice": ({"deck": ["7H", "7H"]}, "7H twice"),
    "what is no card": ({"deck": ["7X"]}, "no card"),
    "a deck that is a text": ({"deck": "7H 2S"}, "list of cards"),
    "hands": ({"hands": {}}, "hands"),
    "a seed that is none": ({"deck": ..., "seed": "x"}, '"seed"'),
    "a truth for a seed": ({"deck": ..., "seed": True}, '"seed"'),
    "neither deck nor seed": ({"deck": ...}, '"seed"'),
    "an option nobody knows": ({"options": {"speed": 1}}, 'no option "speed"'),
    "an option of Snap": ({"options": {"pots": "merge"}}, 'no option "pots"'),
    "options that are a list": ({"options": []}, '"options"'),
    "a value of the wrong kind": ({"options": {"tie_ms": "60"}}, '"tie_ms" cannot be "60"'),
    "a truth for a number": ({"options": {"tie_ms": True}}, '"tie_ms"'),
    "a number for a truth": ({"options": {"chain": 1}}, '"chain"'),
    "less than nothing": ({"options": {"tie_ms": -1}}, '"tie_ms"'),
    "a choice there is not": ({"options": {"expire": "never"}}, "covered, next-card"),
    "a head start for nobody": ({"options": {"head_start_ms": {"Zoe": 5}}}, '"Zoe"'),
    "a head start of no length": ({"options": {"head_start_ms": {"Anna": "5"}}}, "milliseconds"),
    "a head start that is a number": ({"options": {"head_start_ms": 5}}, "names with"),
    "a deck mode there is not": ({"deck_mode": "thrown"}, '"deck_mode"'),
    "a channel of nobody": ({"channels": {"0": "Zoe"}}, '"channels"'),
    "tokens that are text": ({"tokens": {"Anna": "5"}}, '"tokens"'),
    "a language that is a number": ({"language": 5}, '"language"'),
}


@pytest.mark.parametrize("what", BAD_SETUPS)
def test_a_bad_set_up_is_named_with_its_reason(what):
    changes, reason = BAD_SETUPS[what]
    line = {key: value for key, value in (setup("7H") | changes).items() if value is not ...}
    with pytest.raises(BadLine) as caught:
        read_journal(lines(line, deal(1000)))
    assert caught.value.number == 1
    assert reason in str(caught.value)


@pytest.mark.parametrize("first", ["[]", "7", '{"at": 1000, "event": "deal"}'])
def test_a_first_line_that_is_no_set_up(first):
    with pytest.raises(BadLine, match="line 1"):
        read_journal([first + "\n", END])


FULL = setup(
    "7H 2S",
    language="en",
    deck_mode="dealt",
    channels={"0": "Anna", "1": "Ben"},
    tokens={"Anna": 3},
    seed=5,
    options={
        "tie_ms": 250,
        "pause_ms": 100,
        "start": "after-cue",
        "head_start_ms": {"Anna": 300},
        "race": False,
        "hints": True,
        "responses": "noises",
        "chain": True,
        "expire": "next-card",
        "one_try": True,
    },
)


@pytest.mark.parametrize("line", [FULL, setup(None), setup("7H"), setup("")])
def test_a_set_up_reads_what_it_writes(line):
    read = read_setup(line)
    assert read_setup(json.loads(json.dumps(read.to_json()))) == read


def test_a_seed_deals_the_same_game_as_its_pack():
    dealt = [deal(at * 1000) for at in range(52)]
    seeded = {key: value for key, value in setup("").items() if key != "deck"} | {"seed": 7}
    assert rulings(seeded, *dealt) == rulings(setup(" ".join(map(str, shuffled(7)))), *dealt)
    again = read_setup(seeded).to_json()
    assert again["seed"] == 7 and "deck" not in again


EVENTS = [
    event(1, "turn"),
    event(1, "turn", by="Anna", card="7H"),
    event(1, "round", hands={"Anna": ["7H", "2S"]}),
    deal(1),
    deal(1, "7H"),
    call(1, None, "cat"),
    call(1, "Anna", "cat", confidence=0.5, via="tap", presume=False),
    event(1, "caller", by=None),
    event(1, "caller", by="Anna"),
    event(1, "unclear"),
    event(1, "call-off"),
    event(1, "cue"),
    event(1, "option", name="tie_ms", value=250),
    event(1, "option", name="head_start_ms", value={"Anna": 300}),
    event(1, "leave", by="Anna"),
    event(1, "round", dealer="Anna", seed=3),
    event(1, "round", deck=["7H", "2S"]),
    event(1, "undo"),
    event(1, "end"),
    event(1, "correct", card="7H"),
    event(1, "turn"),
    event(1, "turn", by="Anna", card="7H"),
    event(1, "play", by="Anna", card="7H", says="snip"),
    event(1, "play", by="Anna"),
    event(1, "pass", by="Anna"),
]


@pytest.mark.parametrize("line", EVENTS, ids=lambda line: line["event"])
def test_an_event_writes_what_it_reads(line):
    known = {kind: event for name in names() for kind, event in by_name(name).events.items()}
    read = event_from_json(line, known, ("Anna",))
    assert read.to_json() == line


def test_every_event_of_every_game_is_written_and_read():
    assert {line["event"] for line in EVENTS} == {
        kind for name in names() for kind in by_name(name).events
    }
