"""Looking back: rounds card by card, and shoes with their proof."""

from __future__ import annotations

from starlette.routing import BaseRoute

routes: list[BaseRoute] = []
