"""/docs: the site that `make docs` builds from docs/ and the rulebooks."""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from vingt.web.html.pages import HERE

SITE = HERE / "site"
NOT_BUILT = (
    "this installation was made without the documentation: run make docs in a checkout of the project, and "
    "open the house there, or install from it anew (pip install '.[serve]')"
)


def is_built(site: Path = SITE) -> bool:
    return (site / "index.html").is_file()


async def to_the_documentation(request: Request) -> Response:
    """/docs as people type it; its pages link from /docs/."""
    return RedirectResponse("/docs/")


class Documentation(StaticFiles):
    """Static files that may appear, or be built anew, while the house is open."""

    def __init__(self, site: Path = SITE) -> None:
        super().__init__(directory=site, html=True, check_dir=False)
        self.site = site

    async def check_config(self) -> None:
        """A folder that is not there yet is told to whoever asks."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        if not is_built(self.site):
            raise HTTPException(404, NOT_BUILT)
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response
