"""What one event does at the table of Snip Snap Snorum."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from voicegm.cards import Card
from voicegm.games import options as options_of
from voicegm.games.events import Call
from voicegm.games.game import Step
from voicegm.games.rulings import (
    Cry,
    Out,
    Passed,
    Played,
    RankComplete,
    Refused,
    Ruling,
    Void,
)
from voicegm.games.snip_table import FOLLOWS, PLACES, SAME, Board, Past, SnipState, changed


class Deed:
    """One event on its way: the board as it changes, and the rulings that come out."""

    def __init__(self, state: SnipState, at: int) -> None:
        board = state.board
        self.at = at
        self.sitting = state.sitting
        self.board = board
        self.hands = list(board.hands)
        self.hidden = list(board.hidden)
        self.unseen = board.unseen
        self.aside = board.aside
        self.tokens = list(board.tokens)
        self.pot = board.pot
        self.run = board.run
        self.turn = board.turn
        self.passed = board.passed
        self.goes_on = board.goes_on
        self.winner = board.winner
        self.decided_at = board.decided_at
        self.before = board.before
        self.rulings: list[Ruling] = []

    def result(self) -> Step[SnipState]:
        board = Board(
            tuple(self.hands),
            tuple(self.hidden),
            self.unseen,
            self.aside,
            tuple(self.tokens),
            self.pot,
            self.run,
            self.turn,
            self.passed,
            self.goes_on,
            self.winner,
            self.decided_at,
            self.before,
        )
        return Step(SnipState(self.sitting, board, self.at), tuple(self.rulings))

    def say(self, ruling: Ruling) -> None:
        self.rulings.append(ruling)

    # Plays.

    def play(self, name: str, named: Card | None, says: str | None) -> None:
        """A card on the table, and what follows from it."""
        seat = self.sitting.seat_of[name]
        card = self._lowest(seat) if named is None else named
        why = self._why_not(seat, card)
        if why is not None or card is None:
            self.say(Refused(self.at, name, why or "not-held"))
            return
        ruling = Played(self.at, name, card)
        self.say(ruling)
        self.before = Past(self.board, ruling)
        in_turn = seat == self.turn
        self._take(seat, card)
        self.run = (*self.run, (seat, card))
        stays = self._settle_cry(seat, card, says)
        self.passed = frozenset()
        self.goes_on = seat if stays else None
        if not self.hands[seat] and not self.hidden[seat]:
            self._win(seat)
        elif in_turn or self.sitting.options.match == "suit":
            self._look_on(self.sitting.after[seat])
        else:
            # Somebody went on before the next holder: it is still the next holder's turn.
            self._look_on(cast(int, self.turn))

    def _why_not(self, seat: int, card: Card | None) -> str | None:
        """Why the card cannot be played, the first reason that fits; None: it can."""
        if self.winner is not None:
            return "finished"
        held = card is not None and (
            card in self.hands[seat] or (self.hidden[seat] > 0 and card in self.unseen)
        )
        fits = not self.run or card in self._wanted()
        may_go_on = self.goes_on == seat and self.sitting.options.several_at_once
        if seat != self.turn and not (may_go_on and held and fits):
            return "out-of-turn"
        if not held:
            return "not-held"
        return None if fits else "wrong-rank"

    def _wanted(self) -> frozenset[Card]:
        """The cards that may follow the last one."""
        return FOLLOWS[self.sitting.options.match][self.run[-1][1]]

    def _lowest(self, seat: int) -> Card | None:
        """The card that a cry alone plays: the one of the lowest suit that fits."""
        fitting = self._wanted() & self.hands[seat] if self.run else frozenset[Card]()
        return min(fitting, key=PLACES["rank"].__getitem__, default=None)

    def _take(self, seat: int, card: Card) -> None:
        """The card leaves the hand."""
        if card in self.hands[seat]:
            self.hands[seat] = self.hands[seat] - {card}
        else:
            self.hidden[seat] -= 1
            self.unseen = self.unseen - {card}

    def _give(self, seat: int, card: Card) -> None:
        self.hands[seat] = self.hands[seat] | {card}

    def _win(self, seat: int) -> None:
        """A hand is empty: the winner takes ante and pot, then the payments."""
        sitting = self.sitting
        self.winner, self.turn, self.goes_on = seat, None, None
        paid = self.pot
        self.pot = 0
        for other in sitting.seats:
            due = min(self.tokens[other], len(self.hands[other]) + self.hidden[other])
            self.tokens[other] -= due
            paid += due
        if sitting.for_tokens:
            self.tokens[seat] += paid
        self.say(self.result().state.round_over(self.at))
        decides = sitting.is_tie_break
        if sitting.options.finish == "elimination":
            for other in sitting.clockwise(seat):
                if other in sitting.seats and not self.tokens[other]:
                    self.say(Out(self.at, sitting.name(other)))
            decides = decides or sitting.may_play_on(self.tokens) == [seat]
        if decides:
            self.decided_at = self.at
            self.say(self.result().state.outcome())

    # Cries.

    def _settle_cry(self, seat: int, card: Card, says: str | None) -> bool:
        """Rules on what was said with the card; whether the card stays on the table."""
        place = len(self.run)
        options = self.sitting.options
        expected = options.cry(place)
        if says is None and (expected is None or place == 1):
            return True
        name = self.sitting.name(seat)
        if SAME.get(says or "", says) == expected:
            self.say(Cry(self.at, name, expected, says, "right"))
        elif expected is None or place == 1 or options.missed_cry == "ignore":
            self.say(Cry(self.at, name, expected, says, "ignored"))
        else:
            cost = self._charge_cry(seat, card)
            self.say(Cry(self.at, name, expected, says, "missed", cost))
        return len(self.run) == place

    def _charge_cry(self, seat: int, card: Card) -> Mapping[str, int | str] | None:
        """What a missed cry costs, taken from the player; None when there is nothing to take."""
        costs = self.sitting.options.missed_cry
        if costs == "token":
            paid = self._pay(seat)
            return {"tokens": paid} if paid else None
        if costs == "take_back":
            self.run = self.run[:-1]
            self._give(seat, card)
            return {"card": str(card)}
        if not self.aside[seat]:
            return None
        back = self.aside[seat][-1]
        self.aside = changed(self.aside, seat, self.aside[seat][:-1])
        self._give(seat, back)
        return {"card": str(back)}

    def _pay(self, seat: int) -> int:
        """A token to the pot, if there is one; how many it was."""
        paid = min(1, self.tokens[seat])
        self.tokens[seat] -= paid
        self.pot += paid
        return paid

    # Turns.

    def pass_by(self, name: str) -> None:
        """Somebody says that they pass."""
        seat = self.sitting.seat_of[name]
        why = None
        if self.winner is not None:
            why = "finished"
        elif seat != self.turn:
            why = "out-of-turn"
        elif not self.run or not self._wanted().isdisjoint(self.hands[seat]):
            why = "must-play"
        if why is not None:
            self.say(Refused(self.at, name, why))
            return
        self._pass(seat)
        self._look_on(self.sitting.after[seat])

    def _pass(self, seat: int) -> None:
        self.say(Passed(self.at, self.sitting.name(seat)))
        self.passed = self.passed | {seat}
        if self.sitting.options.pass_penalty:
            self._pay(seat)

    def _look_on(self, seat: int) -> None:
        """The turn comes to `seat`, unless nothing can follow any more."""
        if self._is_complete():
            self._put_aside()
            return
        self.turn = seat
        options = self.sitting.options
        if options.auto_pass and self.sitting.is_dealt:
            wanted = self._wanted()
            while wanted.isdisjoint(self.hands[seat]):
                self._pass(seat)
                self.turn = seat = self.sitting.after[seat]

    def _is_complete(self) -> bool:
        """Whether nobody can hold a card that follows, or all have said that they do not."""
        seats = self.sitting.seats
        if self.passed and self.passed.issuperset(seats):
            return True
        wanted = self._wanted()
        may_be_hidden = not wanted.isdisjoint(self.unseen) and any(self.hidden[s] for s in seats)
        return not may_be_hidden and all(wanted.isdisjoint(self.hands[seat]) for seat in seats)

    def _put_aside(self) -> None:
        """The run is complete; its last player leads, or the next one if that player has left."""
        last, card = self.run[-1]
        leader = last if last in self.sitting.seats else self.sitting.after[last]
        self.say(RankComplete(self.at, card.rank, self.sitting.name(leader)))
        for seat, each in self.run:
            self.aside = changed(self.aside, seat, (*self.aside[seat], each))
        self.run, self.turn = (), leader
        self.passed, self.goes_on = frozenset(), None

    def look_again(self) -> None:
        """Something else than a play may have changed who is to play."""
        sitting, turn = self.sitting, self.turn
        if turn is None:
            return
        if not sitting.seats:
            self.turn = None
            return
        if turn not in sitting.seats:
            turn = sitting.after[turn]
        if self.run:
            self._look_on(turn)
        else:
            self.turn = turn

    # Other events.

    def call(self, call: Call) -> None:
        """A word on its own: the right cry, or a pass, by the player whose turn it is.

        Anything else said in passing counts for nothing, and costs nothing.
        """
        word = SAME.get(call.says, call.says)
        turn = None if self.turn is None else self.sitting.name(self.turn)
        by = call.by or turn
        expected = self.sitting.options.cry(len(self.run) + 1)
        if self.winner is not None:
            self.say(Refused(self.at, call.by, "finished"))
        elif by is None or not self.run or (word != "pass" and not self.sitting.is_dealt):
            self.say(Void(self.at, call.by, call.says, "no-match"))
        elif word not in ("pass", expected):
            self.say(Void(self.at, call.by, call.says, "wrong-word"))
        elif by != turn and not self._goes_on(by):
            self.say(Void(self.at, call.by, call.says, "bystander"))
        elif word == "pass":
            self.pass_by(by)
        else:
            self.play(by, None, call.says)

    def _goes_on(self, name: str) -> bool:
        seat = self.sitting.seat_of[name]
        return self.sitting.options.several_at_once and self.goes_on == seat

    def leave(self, name: str) -> None:
        """The player plays no more; the hand stays, out of play."""
        sitting = self.sitting
        gone = sitting.seat_of[name]
        left = sitting.with_seats([seat for seat in sitting.seats if seat != gone])
        self.sitting = replace(left, gone=sitting.gone | {gone})
        self.look_again()

    def set_option(self, name: str, value: object) -> None:
        """The option counts from now on."""
        options = options_of.set_option(self.sitting.options, name, value)
        self.sitting = replace(self.sitting, options=options)
        self.look_again()
