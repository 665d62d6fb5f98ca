"""Options and warnings about who sits at a table."""

from __future__ import annotations

from collections.abc import Sequence

import click

from voicegm.errors import BadInput
from voicegm.languages.pack import Pack
from voicegm.table import saved
from voicegm.table.opening import seats_for
from voicegm.table.seats import Seat, alike_pairs
from voicegm.table.transcript import Transcript

table = click.option(
    "--table", metavar="NAME", help="Play at a table that was kept with --save-table."
)
save_table = click.option(
    "--save-table", metavar="NAME", help="Keep the players and their animals under this name."
)


def seated(
    game: str, players: str | None, table_name: str | None, pack: Pack, responses: str
) -> tuple[Seat, ...]:
    """The seats that were typed, or those of a table that was kept, or the usual ones; warns of
    animals that sound alike. `BadInput` says what cannot be."""
    if players and table_name:
        raise BadInput("--table says who plays: leave --players out")
    if table_name:
        seats = saved.for_game(saved.load(table_name, pack), game, pack, responses)
    else:
        seats = seats_for(game, players, pack, responses)
    warn_of_alike(seats, pack)
    return seats


def warn_of_alike(seats: Sequence[Seat], pack: Pack) -> None:
    """A sentence on standard error for each pair of animals that may be mixed up."""
    for first, second in alike_pairs(seats, pack):
        one, other = pack[first].say[0], pack[second].say[0]
        taken = [seat.animal for seat in seats if seat.animal]
        click.echo(
            f"voicegm: {one} and {other} sound alike and may be mixed up; these do not: "
            f"{', '.join(pack[key].say[0] for key in pack.suggest(taken, 3))}",
            err=True,
        )


def keep(name: str | None, seats: Sequence[Seat], transcript: Transcript) -> None:
    """Keep a table under a name, if one is given, and say where."""
    if name is not None:
        path = saved.save(name, seats)
        transcript.note(f"The table is kept in {path}; play there again with --table {name}.")
