"""A player's pace in a real browser: clicks to the first card, seconds a round, layout shift."""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.stage import QUIET
from vingt.web.html.pages import STATIC

SIZES = ((360, 640), (1366, 650), (1440, 900))
ROUNDS = 12
# Cumulative layout shift as browsers define it: the largest burst, with gaps under 1 s and 5 s long at most.
SHIFTS = """() => {
  window.shift = 0;
  let burst = 0, first = 0, last = 0;
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) {
      if (each.hadRecentInput) continue;
      if (each.startTime - last > 1000 || each.startTime - first > 5000) [burst, first] = [0, each.startTime];
      burst += each.value;
      last = each.startTime;
      window.shift = Math.max(window.shift, burst);
    }
  }).observe({ type: "layout-shift", buffered: true });
}"""


def played(page: Page) -> tuple[float, int]:
    """One round by keys, each answer given as soon as it is taken: seconds and presses until all is paid."""
    began, presses = time.perf_counter(), 1
    page.keyboard.press("g")
    page.wait_for_selector("#dock.asks, #dock:not(:has(button.go))", timeout=15_000)
    while True:
        page.wait_for_selector("#layout:not(.settling) #dock.asks .act:enabled, button.go", timeout=15_000)
        if page.locator("button.go").count():
            return time.perf_counter() - began, presses
        insurance = page.locator("#insuring").count()
        page.keyboard.press("n" if insurance else "s")
        presses += 1
        page.wait_for_timeout(30)


def first_card(page: Page, address: str) -> tuple[int, float]:
    """From the lobby to the first card: clicks, and seconds from the first click."""
    page.goto(address)
    began = time.perf_counter()
    page.get_by_role("button", name="Deal me in").first.click()
    page.locator("#layout[data-connected] button.go").click()
    page.locator("#dealer .card").first.wait_for()
    return 2, time.perf_counter() - began


def measure(page: Page, address: str, width: int, height: int) -> None:
    clicks, seconds = first_card(page, address)
    print(f"{width}x{height}: {clicks} clicks and {seconds:.1f} s from the lobby to the first card")
    page.evaluate(SHIFTS)
    for pace in ("normal", "turbo"):
        page.wait_for_selector("button.go, #dock.asks", timeout=15_000)
        while not page.locator("button.go").count():
            page.wait_for_selector("#layout:not(.settling)")
            page.keyboard.press("n" if page.locator("#insuring").count() else "s")
            page.wait_for_timeout(100)
        page.evaluate("(pace) => document.querySelector(`.paces button[value=${pace}]`).click()", pace)
        page.wait_for_selector(f"#settings[data-pace={pace}]", state="attached")
        times = [played(page) for _ in range(ROUNDS)]
        taken = [each for each, _ in times]
        print(
            f"  {pace}: {statistics.median(taken):.1f} s a round (median; {max(taken):.1f} at most), "
            f"{statistics.mean(presses for _, presses in times):.1f} presses a round"
        )
    print(f"  layout shift of the session: {page.evaluate('window.shift'):.3f}")


def chart(page: Page) -> None:
    """The first chart of an open table, once the house has computed it ahead."""
    table = page.url.split("?")[0]
    for _ in range(120):
        began = time.perf_counter()
        answer = page.request.get(f"{table}/chart?drawer")
        taken = time.perf_counter() - began
        if "being computed" not in answer.text():
            print(f"chart of an open table: {1000 * taken:.0f} ms")
            return
        time.sleep(1)
    print("chart of an open table: not ready after two minutes")


def main() -> int:
    own = sum(path.stat().st_size for path in STATIC.iterdir() if path.suffix in (".js", ".css"))
    print(f"own script and style: {own / 1000:.0f} KB")
    found = shutil.which("chromium")
    assert found, "this needs chromium on PATH: scripts/system-parts.sh installs it"
    with tempfile.TemporaryDirectory(prefix="vingt-pace-") as folder, sync_playwright() as playwright:
        serving = [
            sys.executable,
            "-m",
            "vingt",
            "serve",
            "--port",
            "0",
            "--data",
            str(Path(folder) / "house"),
        ]
        house = subprocess.Popen(serving, stdout=subprocess.PIPE, text=True)
        try:
            assert house.stdout is not None
            told = next(filter(None, (re.search(r"http://\S+", line) for line in house.stdout)))
            browser = playwright.chromium.launch(executable_path=found, args=QUIET)
            for width, height in SIZES:
                context = browser.new_context(viewport={"width": width, "height": height})
                page = context.new_page()
                measure(page, told.group(), width, height)
                if (width, height) == SIZES[-1]:
                    chart(page)
                context.close()
            browser.close()
        finally:
            house.terminate()
            house.wait(20)
    return 0


if __name__ == "__main__":
    sys.exit(main())
