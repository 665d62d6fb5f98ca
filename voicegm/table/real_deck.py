"""Animals and Snap with real cards: whoever turns one reads it out, and the referee repeats it.

Repeating it is how the referee confirms what it heard: "no, nine" mends it until the next card is
read. Everything else is as with cards that the referee deals: calls count from the cue, or where
it hears while it speaks, from the onset of the reading.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import cast

from voicegm.cards import RANKS, SUITS, Card, full_pack
from voicegm.games.game import (
    Call,
    Correct,
    Cue,
    Deal,
    Event,
    Options,
    Refused,
    Ruling,
    Tied,
    Turn,
    Won,
)
from voicegm.hearing.listener import Decided
from voicegm.hearing.phrases import NO
from voicegm.table.animals import AnimalsReferee
from voicegm.table.race import OBJECTION_MS, PATIENCE_MS, RaceReferee
from voicegm.table.referee import ANSWER_WITHIN_MS, Furniture, Stopped
from voicegm.table.snap import SnapReferee

LAST_CARD = "last-card"
"""Phrase key of what is said when the deck is out."""
CARDS = (*RANKS, *map(str, full_pack()))
"""What may be read: a rank alone, where its suit does not matter, or a card."""
DENIED_MS = 4_000
"""A card read this soon after a "no" is what the last one really is."""
LONGEST_MS = 2_200
""""No, the queen of diamonds" takes some people longer than a call may."""
SURE_CARD, SURE_RANK = 0.6, 0.7
"""A whole card and a rank alone, as short as any word, need this much; the table is asked about
less. Of 575 other single words in the corpus 4 are taken for a card then, and 35 for a rank."""
WORTH_ASKING = 0.25
"""What may have been a card is asked about from this on; talk mostly falls below it."""
_MOST_TOLD_OUT = 2
"""So often the table is told that a card is out; then it was an earlier one that was misheard."""
_QUESTIONS = ("which-card", "which-rank", "type-card")
"""Asked one after another while a card is not made out; after the last one the table has time."""


@dataclass(frozen=True)
class Reading:
    """A card as it was read."""

    says: str
    """Phrase key: a rank, or a card."""
    at_ms: int
    """Onset of the reading."""
    mends: bool = False
    """It is what the last card really is."""
    typed: bool = False

    @property
    def rank(self) -> str:
        """Of the card."""
        return self.says[0]

    @property
    def suits(self) -> str:
        """What its suit may be."""
        return self.says[1:] or SUITS


class RealCards(RaceReferee):
    """Waits for cards to be read, in place of showing them."""

    def __init__(self, furniture: Furniture) -> None:
        super().__init__(furniture)
        if self.floor.listener is not None:
            self.floor.listener.allow_longer(LONGEST_MS)
        self._by_key = not furniture.misheard.isdisjoint(CARDS)
        """Reading cards out is of little use."""
        self._readings: deque[Reading] = deque()
        self._shown: Card | None = None
        """The card that was read last, as it is written down."""
        self._shown_says = ""
        self._guessed: set[Card] = set()
        """Cards whose suit was not said: any other of that rank would do."""
        self._denied_ms: int | None = None
        self._unread = False
        self._out_said = False
        self._told_out = 0
        self._silenced: tuple[str, ...] = ()
        """Cards that were heard although they are out: not to be heard once more."""
        self._asked = 0
        self._cue_ms = 0
        self._next: Card | None = None

    @classmethod
    def needs(cls, options: Options) -> tuple[str, ...]:
        """Every rank and every card."""
        return (*super().needs(options), *CARDS)

    def tell_terms(self) -> None:
        """Who reads, before all else that is not as usual."""
        self.say("real-cards")
        if self._by_key:
            self.say("cards-typed")
        super().tell_terms()

    def prepare(self) -> None:
        """Nothing that is said here is known before it has been heard."""

    def exposure(self, at_ms: int) -> Event:
        """The next card, as it was read."""
        event = super().exposure(at_ms)
        assert isinstance(event, (Deal, Turn))
        return replace(event, card=self._next)

    # The course.

    def course(self) -> Generator[None, None, str]:
        """Card after card, as they are read; over with the deck, or when somebody says so."""
        shown = 0
        while not (self.view.finished or self._out):
            if shown == self.most_exposures:
                raise Stopped("stopped")
            reading = yield from self._await_card()
            if reading is None:
                return "last-card"
            if reading.mends:
                yield from self._mend(reading)
            else:
                yield from self._show(reading)
                shown += 1
        if not self.view.finished:
            while mending := (yield from self._await_card(over=True)):
                if mending.mends:
                    yield from self._mend(mending)
        return "last-card"

    @property
    def _out(self) -> bool:
        """The shared deck is out."""
        return self.view.cards_left == 0

    def _await_card(self, *, over: bool = False) -> Generator[None, None, Reading | None]:
        """What is read next, or read again to mend the last one; None when the deck is out. Calls
        are ruled on meanwhile. With `over` it is all over after the usual pause."""
        pause_ms = self.pause_ms
        due_ms = self._cue_ms + pause_ms
        remind_ms: int | None = None
        while True:
            if remind_ms is None and self.floor.now_ms >= due_ms and not self.held(due_ms):
                if over:
                    return None
                yield from self.tell_uncounted()
                self._tell_asked("turn")
                remind_ms = self.floor.now_ms + ANSWER_WITHIN_MS
            yield from self.a_block()
            if remind_ms is not None:
                remind_ms = self.after_commands(remind_ms, ANSWER_WITHIN_MS)
            rulings = self._rulings()
            if rulings:
                yield from self.announce(rulings)
                due_ms = max(due_ms, self.floor.now_ms + self._rest_ms(rulings, pause_ms))
                remind_ms = None
            if self._out_said or self.view.finished:
                return None
            self._forget_denial()
            if self._readings:
                reading = yield from self._checked(self._readings.popleft())
                if reading is not None:
                    return reading
                remind_ms = self.floor.now_ms + ANSWER_WITHIN_MS
            elif (self._unread and remind_ms is not None) or self._left_open:
                yield from self._ask_card()
                remind_ms = self.floor.now_ms + ANSWER_WITHIN_MS
            elif remind_ms is not None and self.floor.now_ms >= remind_ms and not self._speaks:
                yield from self._remind()
                remind_ms = self.floor.now_ms + PATIENCE_MS

    def _rest_ms(self, rulings: list[Ruling], pause_ms: int) -> int:
        """How long the table has after rulings, before the next card is asked for."""
        if any(map(self.gives_time, rulings)):
            return pause_ms
        return OBJECTION_MS if any(isinstance(ruling, (Won, Tied)) for ruling in rulings) else 0

    @property
    def _speaks(self) -> bool:
        return self.floor.earliest_open_ms is not None

    @property
    def _left_open(self) -> bool:
        """Somebody said "no", and did not go on."""
        if self._denied_ms is None or self._speaks or self._asked:
            return False
        return self.floor.now_ms >= self._denied_ms + DENIED_MS // 2

    def _forget_denial(self) -> None:
        """A "no" that nobody has followed up was about something else."""
        if self._denied_ms is None or self._speaks or self._readings:
            return
        if self.floor.now_ms > self._denied_ms + DENIED_MS:
            self._denied_ms = None
            self.listen_for_calls()

    def _remind(self) -> Iterator[None]:
        """Once in words for each card, then by the earcon alone."""
        self._silenced = ()
        self.earcon("question")
        if not self._asked:
            self._asked = 1
            self.say("your-card", name=self.view.next_player or "")
        yield from self.until_said()
        self._tell_asked("which-card")
        self.listen_for_calls()

    def _checked(self, reading: Reading) -> Generator[None, None, Reading | None]:
        """A reading that can be; otherwise the table is asked."""
        if reading.mends and self._shown is None:
            reading = replace(reading, mends=False)
        for read in (*self._with_suit_kept(reading), reading):
            if self._card_of(read) is not None:
                return read
        self._told_out += 1
        self._silenced = (reading.says, *self._all_out)
        self._unread = False
        line = "card-is-out" if len(reading.says) > 1 else "rank-is-out"
        self.earcon("question")
        self.say(line, card=self._in_words(reading))
        yield from self.until_said()
        self._asked += 1
        self._tell_asked("which-card")
        self.listen_for_calls()
        return None

    def _with_suit_kept(self, reading: Reading) -> tuple[Reading, ...]:
        """ "No, nine" says nothing against the suit that was heard."""
        if not reading.mends or len(reading.says) > 1 or len(self._shown_says) == 1:
            return ()
        return (replace(reading, says=reading.says + self._shown_says[1:]),)

    def _ask_card(self) -> Iterator[None]:
        """ "Which card?", then the number alone, then keys; after that nobody is asked any more."""
        self._unread, self._silenced = False, ()
        if self._denied_ms is not None:
            self._denied_ms = self.floor.now_ms + ANSWER_WITHIN_MS
        if self._asked >= len(_QUESTIONS):
            return
        self.earcon("question")
        self.say(_QUESTIONS[self._asked])
        self._asked += 1
        yield from self.until_said()
        self._tell_asked("which-card")
        self.listen_for_calls()

    # Cards.

    def _card_of(self, reading: Reading) -> Card | None:
        """The card that a reading is written down as; None when it cannot be: all that it may be
        lie on the table. A suit that nobody has said gives way to one that was said."""
        cards = [Card(reading.rank, suit) for suit in reading.suits]
        believed = cards[0] in self._guessed or self._told_out >= _MOST_TOLD_OUT
        if len(reading.says) > 1 and believed:
            cards += [Card(reading.rank, suit) for suit in SUITS]
        if self._told_out >= _MOST_TOLD_OUT:
            cards += self._without_match()
        if reading.mends and self._shown in cards:
            cards.insert(0, self._shown)
        return next((card for card in cards if self._can_be(card, mends=reading.mends)), None)

    def _without_match(self) -> list[Card]:
        """Cards that equal no top: one of them stands in for a card that is said to be what all of
        its rank were heard to be before. It counts, and nobody wins by it."""
        tops = {player.top[0] for player in self.view.players if player.top}
        return [card for card in full_pack() if card.rank not in tops]

    @property
    def _all_out(self) -> tuple[str, ...]:
        """Ranks of which no card is left."""
        at_ms = max(self.floor.now_ms, self.keeper.last_ms)
        return tuple(rank for rank in RANKS if self._card_of(Reading(rank, at_ms)) is None)

    def _can_be(self, card: Card, *, mends: bool) -> bool:
        at_ms = max(self.floor.now_ms, self.keeper.last_ms)
        self._next = card
        event: Event = Correct(at_ms, card) if mends else self.exposure(at_ms)
        step = self.keeper.game.step(self.keeper.state, event)
        return not any(isinstance(ruling, Refused) for ruling in step.rulings)

    def _show(self, reading: Reading) -> Iterator[None]:
        """A card was read: repeat it, give the cue, and let the players call."""
        player = self.view.next_player or ""
        self._next = self._settled(reading)
        self.may_object = False
        self.happen(self.exposure(reading.at_ms))
        yield from self._repeat(reading, player)

    def _mend(self, reading: Reading) -> Iterator[None]:
        """The last card was another one."""
        player = self.view.last_player or ""
        if self._shown is not None:
            self._guessed.discard(self._shown)
        card = self._settled(reading)
        self.happen(Correct(max(reading.at_ms, self.keeper.last_ms), card))
        yield from self._repeat(reading, player)

    def _settled(self, reading: Reading) -> Card:
        card = cast(Card, self._card_of(reading))
        if str(card) != reading.says:
            self._guessed.add(card)
        self._shown, self._shown_says = card, reading.says
        # Said twice it is the same card; typed ahead it is the next one.
        self._readings = deque(one for one in self._readings if one.typed)
        self._denied_ms, self._asked, self._unread = None, 0, False
        self._told_out, self._silenced = 0, ()
        return card

    def _repeat(self, reading: Reading, player: str) -> Iterator[None]:
        """Say what was heard and whose it is, and give the cue."""
        said = self.say("read-back", card=self._in_words(reading), name=player)
        tick = said if self._at_once else self.earcon("tick")
        if self._at_once:
            self._cue_ms = yield from self._hear_out(said, reading.at_ms)
        else:
            while tick.started_ms is None:
                yield from self.a_block()
            self._cue_ms = self.counts_from_ms = tick.started_ms
        self.happen(Cue(max(self._cue_ms, self.keeper.last_ms)))
        self.listen_for_calls()
        yield from self.until_said()

    def _in_words(self, reading: Reading) -> str:
        if len(reading.says) == 1:
            return self.lines.rank(reading.rank).capitalize()
        return self.lines.card(*reading.says).capitalize()

    # Listening.

    def phrases_in_play(self) -> tuple[str, ...]:
        """Calls at any time (one that comes before its card is read waits for it), every card, and
        what is said of them."""
        calls = super().phrases_in_play() or tuple(
            player.response for player in self.view.players if player.response
        )
        words = (*calls, *CARDS, NO, LAST_CARD)
        return tuple(word for word in dict.fromkeys(words) if word not in self._unheard)

    def listen_for_calls(self) -> None:
        """What was just repeated is not what a "no" is followed by."""
        super().listen_for_calls()
        shown = self._shown
        denied = () if shown is None else (shown.rank, self._shown_says)
        self.words.denied = self._silenced or denied
        self.words.mending = bool(self._silenced) or self._denied_ms is not None

    def takes(self, utterance: Decided) -> bool:
        """A card is repeated by the referee and can be mended: it need be no surer than that."""
        keys = [word.key for word in utterance.words]
        read = bool(keys) and keys[-1] in CARDS and keys[:-1] in ([], [NO])
        return (read and utterance.understood and not utterance.clipped) or super().takes(utterance)

    def take_call(self, call: Call) -> None:
        """A call, a card, or something about one."""
        if call.says in CARDS:
            self._take_reading(call)
        elif call.says == LAST_CARD:
            self._out_said = True
        elif call.says == NO:
            self._deny(call.at)
        else:
            super().take_call(call)

    def _take_reading(self, call: Call) -> None:
        denied = self._denied_ms is not None and call.at <= self._denied_ms + DENIED_MS
        repeated = not denied and call.says == self._shown_says
        pause_ms = self.pause_ms
        if repeated and len(call.says) > 1 and call.at < self._cue_ms + pause_ms:
            return  # somebody says it after the referee
        needed = SURE_CARD if len(call.says) > 1 else SURE_RANK
        if call.confidence is not None and call.confidence < needed:
            self._unread = True
            return
        self._unread = False
        self._readings.append(Reading(call.says, call.at, denied, call.via == "key"))

    def _deny(self, at_ms: int) -> None:
        """ "No": what comes next is what the last card really is."""
        if self._shown is not None:
            self._denied_ms = at_ms
            self.listen_for_calls()

    def _not_understood(self, utterance: Decided) -> None:
        """While nothing can be won it was a card, if it was anything."""
        perhaps = [one for one in utterance.perhaps if one.confidence >= WORTH_ASKING]
        card = bool(perhaps) and perhaps[0].key in CARDS and not utterance.clipped
        pause_ms = self.pause_ms
        if card and utterance.onset_ms >= self._cue_ms + pause_ms:
            self._unread = True  # before that people talk about the card that lies out
        elif card:
            return
        elif super().phrases_in_play() and self.view.groups:
            super()._not_understood(utterance)


class RealAnimals(RealCards, AnimalsReferee):
    """Animals with a real deck."""


class RealSnap(RealCards, SnapReferee):
    """Snap with real cards."""
