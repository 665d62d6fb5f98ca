"""The one exception that a user may cause."""


class BadInput(Exception):
    """Something the user gave cannot be used; the text is one sentence: what, where, what to do.

    The command line prints it on stderr and exits with status 2.
    """
