#!/usr/bin/env python3
"""Measures the page: its bytes, its start, a slider, long runs beside the program on one thread, its memory.

    Tests/Page/measure.py CHROMIUM PROGRAM PAGE

Times are medians, in milliseconds, of a browser without a window.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "RetryLabTests"))
from browser import Browser

IS_STARTED = "document.documentElement.dataset.started === 'true'"
RUNS = {
    "stats of 10^6 calls": "stats op(fails: 30%).retry(3) calls 1000000",
    "stats of 10^7 calls": "stats op(fails: 30%).retry(3) calls 10000000",
    "stats of 10^6 calls, retryWhen": "stats op(fails: 30%).retryWhen { e in e.delay(10ms) } calls 1000000",
    "stats of 10^8 calls": "stats op(fails: 30%).retry(3) calls 100000000",
    "ten runs of a load, ten minutes at 150/s":
        "stats load(op(on: server(slots: 10, service: 20ms)).timeout(1s).retry(3), rate: 150/s, for: 600s) runs 10",
    "a load, an hour at 150/s":
        "load(op(on: server(slots: 10, service: 20ms)).timeout(1s).retry(3), rate: 150/s, for: 3600s)",
}

# When the first picture of a call is there.
FIRST = """new MutationObserver((changes, observer) => {
  if (document.querySelector('.results figure')) { window.first = performance.now(); observer.disconnect(); }
}).observe(document, {childList: true, subtree: true})"""

SLIDER = """(async () => {
  const cell = document.querySelectorAll('.cell')[2], input = cell.querySelector('.values input'), times = [];
  for (let step = 0; step < 40; step++) {
    const old = cell.querySelector('.results'), start = performance.now();
    input.value = 30 + 2 * step;
    input.oninput();
    while (cell.querySelector('.results') === old) await new Promise((done) => setTimeout(done));
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b) })()"""


def start(browser, path):
    browser.open_anew(path)
    browser.until(IS_STARTED)
    return browser.value("window.first")


def timed(browser, text):
    return browser.value(f"""(async () => {{
      const engine = window.measured ??= new Engine();
      await engine.ask({{do: 'run', text: '1'}});
      const start = performance.now();
      await engine.ask({{do: 'run', text: {text!r}, as: 'text'}});
      return performance.now() - start }})()""")


DIVIDED = """(async () => {
  const cells = [...document.querySelectorAll('.cell')], cell = cells.at(-1), start = performance.now();
  cell.querySelector('textarea').value = TEXT;
  cell.querySelector('.tools button').click();
  while (!document.querySelectorAll('.cell')[cells.length]) await new Promise((done) => setTimeout(done));
  while (cell.getAttribute('aria-busy')) await new Promise((done) => setTimeout(done));
  return performance.now() - start })()"""


def divided(browser, text):
    """The time until the result of a text is shown, with all engines of the page."""
    return browser.value(DIVIDED.replace("TEXT", repr(text)))


def native(program, text):
    start = time.perf_counter()
    subprocess.run([program, "--threads", "1", "-e", text], stdout=subprocess.DEVNULL, check=True)
    return 1000 * (time.perf_counter() - start)


def main():
    chromium, program, path = (os.path.abspath(argument) for argument in sys.argv[1:])
    module = pathlib.Path(path).with_suffix(".wasm")
    print(f"module {module.stat().st_size:,} bytes, page {os.path.getsize(path):,} bytes")
    fresh, again = [], []
    for _ in range(5):
        browser = Browser(chromium)
        browser.call("Page.addScriptToEvaluateOnNewDocument", {"source": FIRST})
        fresh.append(start(browser, path))
        again.append(start(browser, path))
        if len(fresh) < 5:
            browser.close()
    print(f"first trace: {statistics.median(fresh):.0f} in a browser that has just begun, {statistics.median(again):.0f} later")
    times = browser.value(SLIDER)
    print(f"slider to picture, 10^4 calls: {times[20]:.0f}, nine of ten within {times[36]:.0f}")
    for name, text in RUNS.items():
        here = statistics.median(timed(browser, text) for _ in range(5))
        there = statistics.median(native(program, text) for _ in range(5))
        shown = statistics.median(divided(browser, text) for _ in range(5))
        print(f"{name}: {here:.0f}, the program as a whole process {there:.0f}, ratio {here / there:.2f}; "
              f"with all engines, until it is shown {shown:.0f}")
    print(f"memory of the page's own: {browser.value('performance.memory.usedJSHeapSize') / 1e6:.1f} MB")
    browser.close()


if __name__ == "__main__":
    main()
