"""Benchmarks: each module here exposes `main() -> int`; `make bench` runs them."""
