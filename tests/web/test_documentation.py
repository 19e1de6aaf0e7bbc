"""/docs: the site when it is built, and how to build it when it is not."""

import asyncio
from pathlib import Path

from tests.web.inside import inside
from vingt.web.network.security import POLICY


def a_site(folder: Path) -> Path:
    site = folder / "site"
    (site / "rules" / "x" / "7.D(3)").mkdir(parents=True)
    (site / "index.html").write_text("<h1>Handbook</h1>", "utf-8")
    (site / "rules" / "x" / "7.D(3)" / "index.html").write_text("the clause", "utf-8")
    (folder / "secret.txt").write_text("no", "utf-8")
    return site


def test_a_site_that_is_not_built_says_how_to_build_it_and_is_not_linked(tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path / "house", site=tmp_path / "none") as here, here.browser() as browser:
            for path in ("/docs/", "/docs/rules/"):
                answer = await browser.get(path)
                assert answer.status_code == 404
                assert "make docs" in answer.text
            assert "/docs/" not in (await browser.get("/sign-in")).text
            a_site(tmp_path).rename(tmp_path / "none")  # built while the house is open
            assert "Handbook" in (await browser.get("/docs/")).text
            assert 'href="/docs/"' in (await browser.get("/sign-in")).text

    asyncio.run(look())


def test_addresses_as_typed_are_found_under_the_policy_of_the_house(tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path / "house", site=a_site(tmp_path)) as here, here.browser() as browser:
            browser.client.follow_redirects = True
            pages = {"": "Handbook", "/rules/x/7.D(3)": "the clause", "/rules/x/7.D(3)/": "the clause"}
            for path, words in pages.items():
                answer = await browser.get(f"/docs{path}")
                assert (answer.status_code, answer.url.path[-1]) == (200, "/"), path
                assert words in answer.text
                assert answer.headers["content-security-policy"] == POLICY
            for path in ("/docs/nothing", "/docs/../secret.txt", "/docs/%2e%2e/secret.txt"):
                answer = await browser.get(path)
                assert answer.status_code == 404, path
                assert "Nothing here" in answer.text

    asyncio.run(look())
