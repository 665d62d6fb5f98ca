"""The command line: `voicegm COMMAND`.

Every command exits with 0 on success and with 2 on bad input, after one clear sentence on stderr.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from voicegm import __version__
from voicegm.errors import BadInput

COMMANDS = {
    "set-up": "set up a game by voice and play it; 'voicegm' alone does the same",
    "play": "a game at your table, refereed by ear",
    "practise": "learn the calls, with a patient teacher",
    "demo": "a whole game with simulated people, on a machine without sound",
    "voices": "the voices that can speak, and what one sounds like",
    "hear": "what the recogniser hears in a recording",
    "replay": "the rulings of a journal",
    "models": "speech models: list, install, verify",
    "bench": "how good and how fast the parts are on this machine",
    "doctor": "what works on this machine, what does not, and what to do",
}
"""Each is the object of the same name, with `_` for `-`, in the module of the same name."""


class _Commands(click.Group):
    """Loads a command's module only when it is called: some need slow libraries."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        command: click.Command = getattr(import_module(f"voicegm.cli.{name}"), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
)
@click.version_option(__version__, prog_name="voicegm")
@click.pass_context
def voicegm(ctx: click.Context) -> None:
    """A referee for three card games that listens to who called first. Without a command, a game
    is set up by voice and played."""
    if ctx.invoked_subcommand is None:
        command = voicegm.get_command(ctx, "set-up")
        assert command is not None
        ctx.invoke(command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its status."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and give its status: 0, 2 after bad input, 130 after Control-C."""
    try:
        result: Any = voicegm.main(
            args=None if arguments is None else list(arguments),
            prog_name="voicegm",
            standalone_mode=False,
        )
    except click.exceptions.NoArgsIsHelpError as help_text:
        click.echo(help_text.format_message())
        result = 0
    except (click.ClickException, BadInput) as error:
        click.echo(f"voicegm: {' '.join(_sentence(error).split())}", err=True)
        result = 2
    except (click.Abort, KeyboardInterrupt):
        result = 130
    except BrokenPipeError:
        # Whoever read our output has gone; nobody is left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        result = 0
    return result if isinstance(result, int) else 0


def _sentence(error: click.ClickException | BadInput) -> str:
    if isinstance(error, click.UsageError):
        where = error.ctx.command_path if error.ctx else "voicegm"
        return f"{error.format_message().rstrip('.')}; see '{where} --help'"
    return error.format_message() if isinstance(error, click.ClickException) else str(error)
