"""What every test may ask for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pulse import pulse

from voicegm.caller import Cache, Caller
from voicegm.hearing.worker import Worker

__all__ = ["pulse"]


@pytest.fixture(scope="module")
def caller(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    """The usual English voice, with a cache of its own and nothing to complain of."""
    cache = Cache(tmp_path_factory.mktemp("phrases"), warn=pytest.fail)
    caller = Caller("en", cache=cache, warn=pytest.fail)
    yield caller
    caller.close()


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    """The embedded recogniser, in English."""
    with Worker("sphinx", "en") as worker:
        yield worker
