"""The process of its own that computes figures."""

from __future__ import annotations

import os
import signal
from functools import partial

import pytest

from vingt.core.money import NotMoney, cents
from vingt.web.computation.worker_process import Apart


def test_work_is_done_elsewhere_and_its_errors_come_back() -> None:
    apart = Apart()
    try:
        process = apart.call(os.getpid)
        assert process != os.getpid()
        assert apart.call(partial(cents, "12.50")) == 1250
        with pytest.raises(NotMoney):
            apart.call(partial(cents, "much"))
        assert apart.call(os.getpid) == process
    finally:
        apart.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    with pytest.raises(RuntimeError, match="closed"):
        apart.call(os.getpid)


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="as Linux schedules")
def test_what_runs_beside_tables_is_idle_and_leaves_them_a_processor() -> None:
    apart = Apart(idle=True, beside=True)
    may = os.sched_getaffinity(0)
    try:
        assert apart.call(partial(os.sched_getscheduler, 0)) == os.SCHED_IDLE
        assert apart.call(partial(os.sched_getaffinity, 0)) == (may - {min(may)} or may)
    finally:
        apart.stop()


def test_a_process_that_died_is_followed_by_another() -> None:
    apart = Apart()
    try:
        first = apart.call(os.getpid)
        with pytest.raises(RuntimeError, match="ended"):
            apart.call(partial(os.kill, first, signal.SIGKILL))
        assert apart.call(os.getpid) != first
    finally:
        apart.stop()
