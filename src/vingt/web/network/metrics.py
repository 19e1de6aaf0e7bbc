"""What the pages add to the house's metrics: requests, sockets and what is pushed through them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from starlette.types import Scope


class WebMetrics:
    def __init__(self, registry: CollectorRegistry) -> None:
        self.requests = Counter(
            "vingt_requests", "Requests answered.", ["route", "status"], registry=registry
        )
        self.seconds = Histogram("vingt_request_seconds", "Time to answer a request.", registry=registry)
        self.sockets = Gauge("vingt_sockets", "Open WebSockets.", registry=registry)
        self.given_up = Counter(
            "vingt_readers_given_up", "Connections closed because nobody read them.", registry=registry
        )
        self.pushed = Counter("vingt_pushed_bytes", "Bytes pushed to pages.", registry=registry)

    def request(self, scope: Scope, status: int, seconds: float) -> None:
        route = scope.get("route")
        self.requests.labels(getattr(route, "path", "none"), str(status)).inc()
        self.seconds.observe(seconds)

    @contextmanager
    def open_socket(self) -> Iterator[None]:
        self.sockets.inc()
        try:
            yield
        finally:
            self.sockets.dec()
