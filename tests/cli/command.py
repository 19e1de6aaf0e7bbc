"""Run `vingt …` inside the test process: exit code and what was printed."""

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from typing import Any, NamedTuple

from vingt.cli.main import app_entry


class Done(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def vingt(*args: str) -> Done:
    """An exception that the command line does not turn into a message fails the test as it would the user."""
    out, err = io.StringIO(), io.StringIO()
    code: object = 0
    with redirect_stdout(out), redirect_stderr(err):
        try:
            app_entry(args)
        except SystemExit as end:
            code = end.code
    return Done(code if isinstance(code, int) else 0, out.getvalue(), err.getvalue())
