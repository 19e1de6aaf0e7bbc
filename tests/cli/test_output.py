"""What commands write appears whole or not at all; what they read ends somewhere."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.command import Done, vingt
from tests.live import golden
from vingt.cli.terminal.output import written_bytes, written_whole


@pytest.fixture
def house(tmp_path: Path) -> str:
    folder = tmp_path / "house"
    folder.mkdir()
    return str(golden.house_folder("v1", folder))


def writers(house: str, target: Path) -> dict[str, tuple[str, ...]]:
    return {
        "export": ("export", "--data", house, "--output", str(target)),
        "verify": ("verify", "--data", house, "--keep", str(target)),
        "verifier": ("verify", "--write-verifier", str(target)),
        "strategy": ("strategy", "md-blackjack", "--format", "json", "--output", str(target)),
        "simulate": ("simulate", "md-blackjack", "--rounds", "2000", "--html", str(target)),
    }


@pytest.mark.parametrize("command", ["export", "verify", "verifier", "strategy", "simulate"])
def test_no_command_writes_into_a_link_a_pipe_or_a_device(command: str, house: str, tmp_path: Path) -> None:
    victim, link, pipe = tmp_path / "victim", tmp_path / "link", tmp_path / "pipe"
    victim.write_text("mine")
    link.symlink_to(victim)
    os.mkfifo(pipe)
    for target, what in ((link, "a link"), (pipe, "a pipe"), (Path("/dev/null"), "a device")):
        done: Done = vingt(*writers(house, target)[command])
        assert done.code == 2, what
        assert f"is {what}" in done.err
    assert victim.read_text() == "mine"
    assert link.is_symlink()


@pytest.mark.parametrize("command", ["export", "verify", "verifier"])
def test_an_older_file_is_replaced_with_its_mode_kept(command: str, house: str, tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.write_text("older")
    target.chmod(0o640)
    assert vingt(*writers(house, target)[command]).code == 0
    assert target.read_text("utf-8") != "older"
    assert target.stat().st_mode & 0o777 == 0o640


def test_a_full_disk_leaves_the_older_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.write_text("older")

    def fill_up() -> None:
        with written_bytes(target) as file:
            file.write(b"half of it")
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match=r"No space left on device: '.*/out'"):
        fill_up()
    assert target.read_text() == "older"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_disk_that_is_really_full_is_said_with_the_file(house: str, tmp_path: Path) -> None:
    """The system takes no more than 40,000 bytes: what happens after the last write, too, is a sentence."""
    done = subprocess.run(
        [sys.executable, "-m", "vingt", "export", "--data", house, "-o", str(tmp_path / "out")],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000)),
    )
    assert done.returncode == 2
    assert done.stderr == f"vingt: {tmp_path / 'out'}: File too large\n"
    assert [path.name for path in tmp_path.iterdir()] == ["house"]


def test_text_is_utf_8_whatever_the_locale(tmp_path: Path) -> None:
    with written_whole(tmp_path / "out") as file:
        file.write("7♠")
    assert (tmp_path / "out").read_bytes() == "7♠".encode()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_leaves_nothing_behind(tmp_path: Path, number: signal.Signals) -> None:
    program = (
        "import signal, sys, time\nfrom pathlib import Path\n"
        "from vingt.cli.terminal.output import written_whole\n"
        # Whoever started the tests in the background may have left the interrupt ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "with written_whole(Path(sys.argv[1])) as file:\n"
        "    file.write('half')\n    file.flush()\n    print('writing', flush=True)\n    time.sleep(60)\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path / "out")],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "writing\n"
    child.send_signal(number)
    assert child.wait(10) != 0
    child.stdout.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "command",
    [
        ("check", "/dev/zero"),
        ("rules", "/dev/zero"),
        ("edge", "md-blackjack", "--strategy", "/dev/zero"),
        ("verify", "--against", "/dev/zero"),
    ],
)
def test_a_file_that_does_not_end_is_refused_at_once(command: tuple[str, ...]) -> None:
    began = time.monotonic()
    done = vingt(*command)
    assert done.code == 2
    assert "/dev/zero: " in done.err
    assert time.monotonic() - began < 10
