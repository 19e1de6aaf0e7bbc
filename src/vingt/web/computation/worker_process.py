"""A process of its own for what takes a whole processor: in a thread it would hold up the house's loop.

Work is a `partial` that can be pickled, and so must be what it returns.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")
NICE = 10  # the tables come first
IDLE = "idle"  # runs only when nothing else on the machine wants to
BESIDE = "beside"  # leaves the first processor alone


class Apart:
    """Begun when it is first needed; one thing at a time, asked by one thread."""

    def __init__(self, *, idle: bool = False, beside: bool = False) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self._how = [IDLE] * idle + [BESIDE] * beside

    def call(self, work: Callable[[], T]) -> T:
        asked = pickle.dumps(work)  # before anything is begun: what cannot be sent is the caller's mistake
        if self._stopped:
            raise RuntimeError("the house is closed")
        if self._process is None:
            command = [sys.executable, "-m", "vingt.web.computation.worker_process", *self._how]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(asked)
            process.stdin.flush()
            done, value = pickle.load(process.stdout)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError) as error:
            self._end()  # the next one is asked of a new process
            raise RuntimeError("the process that computes figures has ended") from error
        if done:
            result: T = value
            return result
        raise value

    def interrupt(self) -> None:
        """Give up what is being done, from another thread: whoever asked for it is told that it ended."""
        process = self._process
        if process is not None:
            process.kill()

    def stop(self) -> None:
        """At once, whatever it was doing."""
        self._stopped = True
        self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdout, process.stdin):
                with suppress(OSError):  # what could not be sent any more
                    if pipe is not None:
                        pipe.close()


def answered(work: Callable[[], Any]) -> bytes:
    try:
        return pickle.dumps((True, work()))
    except Exception as error:
        with suppress(Exception):
            return pickle.dumps((False, error))
        return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))


def leave_a_processor() -> None:
    """To tables, and to the kernel's own threads that bring their log to the disk: one of these does not come
    before an idle process at once, but waits behind it for a tick."""
    if hasattr(os, "sched_setaffinity"):  # Linux
        may = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, may[1:] or may)


def main() -> None:
    """Until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal reaches everybody; the house ends us
    if hasattr(os, "SCHED_BATCH"):  # Linux
        how = os.SCHED_IDLE if IDLE in sys.argv[1:] else os.SCHED_BATCH
        os.sched_setscheduler(0, how, os.sched_param(0))
    os.nice(NICE)
    if BESIDE in sys.argv[1:]:
        leave_a_processor()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed by mistake is no answer
    with suppress(EOFError, BrokenPipeError):
        while True:
            answers.write(answered(pickle.load(sys.stdin.buffer)))
            answers.flush()


if __name__ == "__main__":
    main()
