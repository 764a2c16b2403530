#!/usr/bin/env python3
"""Uses the laboratory as a page in a real browser, without a network: types, drags, plays, learns, links, stops.

    Tests/Page/laboratory.py CHROMIUM PROGRAM PAGE

Prints what is wrong, and nothing if all is well.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/RetryLabTests"))
from browser import Browser, check, problems

CELLS = "[...document.querySelectorAll('.cell')]"
LAST = f"{CELLS}.at(-1)"
IS_STARTED = "document.documentElement.dataset.started === 'true'"
OFFERED = f"{CELLS}.at(-2).querySelector('a[download]')?.download"
RESTS = "!document.querySelector('[aria-busy=true]')"


def results(browser, place):
    """The text of what came of a cell, counted from the end, where -1 is the prompt."""
    return browser.value(f"{CELLS}.at({place}).querySelector('.results').textContent")


def quiet(browser):
    """Nothing was fetched but the page and the worker in it, and the browser had nothing to complain about."""
    requests = {event["params"]["request"]["url"].split(":")[0] for event in browser.events
                if event.get("method") == "Network.requestWillBeSent"}
    check(requests == {"file", "blob"}, f"requests: {requests}")
    complaints = [event["params"] for event in browser.events
                  if event.get("method") in ("Log.entryAdded", "Runtime.exceptionThrown")]
    check(not complaints, f"complaints: {complaints}")


def start(browser, path):
    browser.open_anew(path)
    check(browser.until(IS_STARTED), f"{path} does not start")


def run(browser, text):
    """Types a text at the prompt and runs it; returns the text of what came of it."""
    count = browser.value(f"{CELLS}.length")
    browser.value(f"{LAST}.querySelector('textarea').focus()")
    if text:
        browser.type(text)
    browser.press("Enter", "Control")
    check(browser.until(f"{CELLS}.length > {count} && {RESTS}"), f"this does not run: {text}")
    return results(browser, -2)


def first_sight(browser):
    check("success in 840ms" in results(browser, 1), "the first call is there")
    check(browser.value("document.querySelectorAll('.results figure svg').length") >= 2, "it is drawn")
    check("97.3%" in results(browser, 2), "the first measurement is there")
    check(browser.value("document.querySelectorAll('#lessons option').length") == 30, "there are the lessons")


def typing(browser):
    text = f"{LAST}.querySelector('textarea').value"
    browser.value(f"{LAST}.querySelector('textarea').focus()")
    browser.type("let g = op(fails: 50%)")
    inks = f"{LAST}.querySelector('.editor pre .ink-number')?.textContent"
    check(browser.until(f"{inks} === '50%'"), "what is typed has colours")
    browser.press("Enter")
    check(browser.until(f"{CELLS}.length === 5 && {RESTS}"), "Enter runs a text")
    check("g: an operation" in results(browser, -2), "a definition is told")
    check(browser.value(f"document.activeElement === {LAST}.querySelector('textarea')"), "the prompt has the focus")

    browser.type("g.ret")
    browser.press("Tab")
    check(browser.until("document.querySelector('[role=listbox]')"), "the tabulator key completes")
    options = browser.value("[...document.querySelectorAll('[role=option] code')].map(o => o.textContent)")
    check(options == ["retry", "retryWhen"], f"completions: {options}")
    browser.press("ArrowDown")
    chosen = "document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).textContent"
    check(browser.value(chosen).startswith("retryWhen"), "arrows choose a completion")
    browser.press("ArrowUp")
    browser.press("Enter")
    check(browser.value(text) == "g.retry(", "Enter takes a completion")
    signed = f"{LAST}.querySelector('.hint').textContent.includes('makes this many attempts')"
    browser.type("attempts: ")
    check(browser.until(signed), "the call that is written is explained")
    check(browser.value(f"{LAST}.querySelector('.hint strong').textContent") == "attempts:", "with its label")
    browser.press("Enter")
    check(browser.value(text) == "g.retry(attempts: \n  ", "a text that goes on gets a line")
    browser.type("4)")
    browser.press("Enter")
    check(browser.until(f"{CELLS}.length === 6 && {RESTS}"), "a text of two lines runs")
    browser.press("ArrowUp")
    check(browser.value(text) == "g.retry(attempts: \n  4)", "the arrow up brings the last text back")
    browser.press("ArrowDown")
    check(browser.value(text) == "", "the arrow down brings back the prompt")


def mending(browser):
    browser.value(f"{LAST}.querySelector('textarea').focus()")
    browser.type("g.rety(3)")
    check(browser.until(f"{LAST}.querySelector('.hint.mistaken')"), "a mistake is told while typing")
    told = browser.value(f"{LAST}.querySelector('.hint').textContent")
    check("no method 'rety'" in told, f"the mistake: {told}")
    check(browser.value(f"{LAST}.querySelector('.wrong').textContent") == "rety", "the mistake is marked")
    browser.value(f"{LAST}.querySelector('.hint button').click()")
    check(browser.value(f"{LAST}.querySelector('textarea').value") == "g.retry(3)", "it is mended by a button")
    browser.press("Enter", "Control")
    check(browser.until(f"{CELLS}.length === 7 && {RESTS}"), "the mended text runs")
    check("attempt" in results(browser, -2), "it has a result")
    told = run(browser, "let = 5")
    check(browser.value(f"{CELLS}.at(-2).classList.contains('mistaken')"), "a text that is wrong is marked")
    check("error" in told, "and says why")


def dragging(browser):
    """A slider moves a number; what depends on it follows."""
    measured = results(browser, 2)
    slider = f"{CELLS}[0].querySelectorAll('.values input')[2]"
    check(browser.value(f"{slider}.ariaLabel") == "fails", "a slider has the name of its number")
    browser.value(f"{slider}.focus()")
    for _ in range(20):
        browser.press("ArrowRight")
    check(browser.value(f"{CELLS}[0].querySelector('textarea').value").endswith("fails: 40%)"), "the number follows")
    check(browser.until(f"{RESTS} && {CELLS}[2].querySelector('.results').textContent.includes('93.6%')"),
          f"results below follow: {results(browser, 2)[:300]}")
    check(results(browser, 2) != measured, "the measurement has changed")
    browser.value(f"{slider}.value = 60; {slider}.oninput(); {slider}.onchange()")
    check(browser.until(f"{RESTS} && {CELLS}[2].querySelector('.results').textContent.includes('97.3%')"),
          "the old number gives the old results")
    check(results(browser, 2) == measured, "to the letter")


def playing(browser):
    play = f"{CELLS}[1].querySelector('.course')"
    browser.value(f"{play}.querySelector('summary').click()")
    frame = f"{play}.querySelector('pre').textContent"
    check(browser.until(f"{frame}.includes('fetch')"), "a play shows its moment")
    first = browser.value(frame)
    buttons = f"[...{play}.querySelectorAll('button')]"
    browser.value(f"{buttons}[2].click()")
    check(browser.until(f"{frame} !== {first!r}"), "a step goes to the next event")
    browser.value(f"{play}.querySelector('input').value = 1000; {play}.querySelector('input').oninput()")
    check(browser.until(f"{play}.querySelector('output').textContent === '0.840 s'"), "the slider goes to the end")
    browser.value(f"{play}.querySelector('select').value = 10; {buttons}[0].click()")
    check(browser.value(f"{buttons}[0].textContent") == "Pause", "it plays")
    check(browser.until(f"{buttons}[0].textContent === 'Play' && {play}.querySelector('output').textContent === '0.840 s'"),
          "it plays to its end")


def changing_views(browser):
    """Text that is shown as text stays so, whatever is chosen while it comes; Undo brings back what a link replaced."""
    view = f"{CELLS}[1].querySelector('.cell-tools select')"
    for name, part in [("text", "▶ fetch"), ("json", '"kind":"run"'), ("csv", "")]:
        browser.value(f"{view}.value = '{name}'; {view}.onchange()")
        check(browser.until(f"{RESTS} && !{CELLS}[1].querySelector('.results figure')"), f"the view {name} is shown")
        check(part in results(browser, 1), f"the view {name} lacks {part}: {results(browser, 1)[:200]}")
    browser.value(f"{view}.value = 'text'; {view}.onchange(); {view}.value = 'html'")
    check(browser.until(f"{RESTS} && {CELLS}[1].querySelector('pre.lines')"), "the form is that of the request")
    texts = f"{CELLS}.map(c => c.querySelector('textarea').value)"
    before = browser.value(texts)
    packed = browser.value("Link.packed({texts: ['1 + 1']})")
    browser.value(f"location.hash = '#1.{packed}'")
    check(browser.until(f"{RESTS} && {CELLS}.length === 2 && document.querySelector('#status button')"), "a link takes over")
    browser.value("document.querySelector('#status button').click()")
    check(browser.until(f"{RESTS} && {CELLS}.length === {len(before)}"), "the session comes back")
    check(browser.value(texts) == before, "with its texts")


def linking(browser, program, folder):
    texts = browser.value(f"{CELLS}.map(c => c.querySelector('textarea').value)")
    before = browser.value(f"{CELLS}.map(c => c.querySelector('.results').textContent)")
    browser.value("document.getElementById('link').click()")
    check(browser.until("location.hash.startsWith('#1.')"), "the address has the session")
    address = browser.value("location.href")
    check(len(address) < 2000, f"the address has {len(address)} letters")
    linked = browser.value("Link.content(location.href)")
    (folder / "linked.retry").write_text("\n".join(linked["texts"]))
    program("report", "linked.retry", "--html", "linked.html")
    check(linked["digest"] and linked["digest"] in (folder / "linked.html").read_text(),
          f"the program has another digest than {linked['digest']}")
    browser.call("Page.navigate", {"url": "about:blank"})
    browser.open_anew(address)
    check(browser.until(IS_STARTED), "a link is followed")
    check(browser.value(f"{CELLS}.map(c => c.querySelector('textarea').value)") == texts, "it has the texts")
    check(browser.value(f"{CELLS}.map(c => c.querySelector('.results').textContent)") == before, "it has the results")
    said = browser.value("document.getElementById('status').textContent")
    check(said.startswith("The same results"), f"the digest: {said}")
    browser.value("location.hash = '#1.broken'")
    check(browser.until("document.getElementById('status').textContent.includes('damaged')"), "a damaged link is told")


def short_links(browser):
    """Of the studies, 95 % go into an address of 2,000 letters."""
    studies = [path.read_text() for path in sorted((ROOT / "scenarios/studies").glob("*.retry"))]
    lengths = [browser.value(f"Link.packed({{texts: [{json.dumps(text)}], digest: '12345678'}})"
                             ".then(packed => packed.length + 200)") for text in studies]
    short = sum(length < 2000 for length in lengths)
    check(short >= 0.95 * len(studies) > 20, f"{short} of {len(studies)} studies have a short link")


def dividing(browser, program):
    """A long measurement is made by several engines, after a question, after changes above it; the results are the same."""
    browser.value("""{ const make = Member.prototype.part; window.made = [];
      Member.prototype.part = async function (runs, shard, ...rest) {
        const part = await make.call(this, runs, shard, ...rest);
        window.made.push([shard.join(' of '), part !== undefined]);
        return part;
      } }""")
    count = browser.value("navigator.hardwareConcurrency")
    parts = [[f"{place} of {min(count, 8)}", True] for place in range(min(count, 8))] if count > 1 else []
    run(browser, "let far = op(latency: 10ms, fails: 40%)")
    text = "stats far.retry(3) calls 20000000\nstats load(far.retry(2), rate: 5000/s, for: 30s) runs 4"
    run(browser, text)
    # The program also tells what it has defined.
    same = lambda there: "".join(there.split()).endswith("".join(results(browser, -2).split()))
    made = lambda: sorted(browser.value("window.made"))
    check(made() == sorted(2 * parts), f"each engine makes a part: {made()}")
    view = f"{CELLS}.at(-2).querySelector('.cell-tools select')"
    browser.value(f"window.made = []; {view}.value = 'text'; {view}.onchange()")
    check(browser.until(f"{RESTS} && {CELLS}.at(-2).querySelector('pre.lines')"), "as text, too")
    there = program("-e", f"let far = op(latency: 10ms, fails: 40%)\n{text}")
    check(same(there), f"the same results as the program's: {results(browser, -2)}")
    # Another state above it.
    above = f"{CELLS}.at(-3)"
    browser.value(f"window.made = []; {above}.querySelector('textarea').value = 'let far = op(latency: 20ms, fails: 60%)'")
    browser.value(f"{above}.querySelector('.cell-tools button').click()")
    check(browser.until(f"{RESTS} && !{CELLS}.at(-3).classList.contains('changed')"), "what is below runs again")
    there = program("-e", f"let far = op(latency: 20ms, fails: 60%)\n{text}")
    check(made() == sorted(2 * parts), f"by parts: {made()}")
    check(same(there), f"from the new state: {results(browser, -2)}")


def stopping(browser):
    browser.value(f"{LAST}.querySelector('textarea').focus()")
    browser.type(LONG)
    browser.press("Enter", "Control")
    stop = f"{CELLS}.at(-2).querySelector('.stop')"
    check(browser.until(f"{stop} && !{stop}.hidden && {CELLS}.at(-2).querySelector('progress').value > 0"),
          "a long run shows its progress")
    if browser.value("Crew.isWanted"):
        browser.type("op(fails: 30%)")
        check(browser.until(f"{LAST}.querySelector('.ink-number')"), "what is typed meanwhile has its colours")
        browser.value(f"{LAST}.querySelector('textarea').value = ''")
    browser.value(f"{stop}.click()")
    check(browser.until(RESTS, 20), "it is stopped")
    check("stopped" in results(browser, -2), "and says so")
    check("attempt" in run(browser, "g"), "the session goes on as it was")


def recovering(browser):
    """What is stopped, removed, changed or loaded again leaves a session that goes on."""
    texts = f"{CELLS}.map(c => c.querySelector('textarea').value)"
    told = run(browser, "let m = op(fails: 50%)\nstats m calls 1000\nexpect success >= 99%")
    check("99%" in told and "attempt" in run(browser, "m.retry(2)"), "a text with an unmet expectation counts")

    # What is typed while a text runs is for the next one.
    browser.value(f"{LAST}.querySelector('textarea').focus()")
    browser.type(LONG)
    browser.press("Enter")
    browser.type("m")
    check(browser.value(f"{LAST}.querySelector('textarea').value") == "m", "the focus goes on at once")
    # A change above it while it runs, then a stop.
    browser.value(f"{CELLS}.at(-4).querySelector('textarea').focus()")
    browser.press("Enter", "Control")
    browser.press("Escape")
    check(browser.until(RESTS, 20), "everything comes to rest after a stop")
    check("stopped" in results(browser, -2), "the text that ran is stopped")
    check(results(browser, -1) == "", "what stands at the prompt does not run by itself")
    check("attempt" in run(browser, ""), "what waited at the prompt runs")

    browser.value(f"{LAST}.querySelector('textarea').focus()")
    browser.type(LONG)
    browser.press("Enter")
    browser.value(f"{CELLS}.at(-2).querySelector('[aria-label^=Remove]').click()")
    check(browser.until(RESTS, 20), "a text that runs is removed")
    check("attempt" in run(browser, "m"), "and the session goes on")
    browser.value(f"{CELLS}.at(-2).querySelector('[aria-label^=Remove]').click()")
    check(browser.until("document.querySelector('#status button')"), "this can be undone")
    browser.value("document.querySelector('#status button').click()")
    check(browser.until(f"{RESTS} && {texts}.at(-2) === 'm'"), "a removed text is brought back")

    # A text that is emptied is no more.
    browser.value(f"{CELLS}.at(-2).querySelector('textarea').select()")
    browser.press("Delete")
    browser.value(f"{CELLS}.at(-2).querySelector('textarea').focus()")
    browser.press("Enter", "Control")
    check(browser.until(f"{RESTS} && {CELLS}.at(-2).querySelector('.results').textContent === ''"), "an emptied text has no results")

    # A slider leaves what nobody sees as it is.
    odd = "let odd = op(\n\tlatency: 80ms,\n\tfails: 30%)"
    run(browser, odd)
    slider = f"{CELLS}.at(-2).querySelectorAll('.values input')[1]"
    browser.until(slider)
    browser.value(f"{slider}.value = 80; {slider}.oninput(); {slider}.onchange()")
    moved = browser.value(f"{CELLS}.at(-2).querySelector('textarea').value")
    check(moved == odd.replace("30%", "40%"), f"a slider changes its number alone: {moved!r}")

    check(browser.until(RESTS), "the moved text has run")
    before = browser.value(texts)
    browser.call("Page.reload")
    browser.value("1")
    check(browser.until(f"{IS_STARTED} && {RESTS} && {texts}.length > 3"), "the page is loaded again")
    after = browser.value(texts)
    check(after == [text for text in before if text.strip()] + [""], f"it has other texts: {before} then {after}")


def saving(browser):
    run(browser, "stats g.retry(3) calls 100")
    for name, begin in [("out.svg", "<svg"), ("out.csv", "")]:
        run(browser, f"export {name}")
        check(browser.value(OFFERED) == name, f"{name} is offered: {results(browser, -2)}")
    told = run(browser, "export out.png")
    check("page" in told, f"an image of dots is refused with a reason: {told}")
    run(browser, "export policy.swift of policy(attempts: 3)")
    check(browser.value(OFFERED) == "policy.swift", f"a policy is offered: {results(browser, -2)}")
    told = run(browser, "@retry(stop=stop_after_attempt(4), wait=wait_fixed(1))")
    check("tenacity" in told, f"code of another library is taken: {told}")


def hostile(browser):
    """Whatever a text says, it stays a text."""
    evil = "<img src=x onerror=stolen=1></script><script>stolen=1</script>&lt;b&gt;"
    told = run(browser, f'"{evil}"')
    check(evil in told, f"it is shown as it is: {told}")
    run(browser, f"op().rety(<img src=x onerror=stolen=1>)")
    check(browser.value("document.images.length") == 0, "there is an image")
    check(browser.value("typeof window.stolen") == "undefined", "a text was run")
    browser.value("""document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="stolen=1">')""")
    browser.value("new Promise(done => setTimeout(done, 100))")
    check(browser.value("typeof window.stolen") == "undefined", "the policy lets a script run")
    browser.value("document.images[0].remove()")


def learning(browser, path):
    """The first lesson from its beginning to its end."""
    start(browser, path)
    check("What an attempt is" in results(browser, -2), "the lesson begins")
    step = "[...document.querySelectorAll('.steps button')]"
    for place in range(2, 5):
        browser.value(f"{step}[0].click()")
        question = "document.querySelector('.question input')"
        check(browser.until(f"{question} || {RESTS} && {CELLS}.at(-2).textContent.includes('{place} of 5')"),
              f"section {place} is shown: {results(browser, -2)[:200]}")
        if browser.value(f"Boolean({question})"):
            check(browser.value(f"document.activeElement === {question}"), "a question has the focus")
            browser.type("90%")
            browser.press("Enter")
            check(browser.until(f"{RESTS} && !{question}"), "an answer goes on")
            check("you guessed 90%" in results(browser, -2), f"the prediction is judged: {results(browser, -2)[-300:]}")
    browser.value(f"{step}[0].click()")
    check(browser.until(f"{RESTS} && {CELLS}.at(-2).textContent.includes('your turn')"), "an exercise comes")
    browser.value(f"{step}[3].click()")
    check(browser.until(f"{RESTS} && {CELLS}.at(-2).textContent.includes('each further attempt')"), "a hint is given")
    run(browser, "let answer = fetch.retry(3)")
    check("not" in run(browser, "check"), "a wrong answer misses its goals")
    run(browser, "let answer = fetch.retry(4)")
    told = run(browser, "check")
    check("end of the lesson" in told, f"the lesson ends: {told}")
    kept = browser.value("localStorage.getItem('retrylab progress')")
    check(kept and "01-attempt" in kept, f"progress is kept: {kept}")


def handing_in(browser, program, folder):
    """A student gets one file and hands in one text, which is graded."""
    (folder / "exercises").mkdir()
    (folder / "exercises/one.retry").write_text(EXERCISE)
    told = program("class", "pack", "exercises", "--for", "2", "--pages")
    check((folder / "class/student-02/laboratory.html").stat().st_size > 10**6, f"a student has a page: {told}")
    browser.call("Page.addScriptToEvaluateOnNewDocument", {"source": """
      const address = URL.createObjectURL;
      window.blobs = [];
      URL.createObjectURL = (blob) => (window.blobs.push(blob), address(blob));"""})
    start(browser, folder / "class/student-02/laboratory.html")
    check("Your seed is your own, student-02" in results(browser, -2), "the exercise is shown")
    run(browser, "let answer = fetch.retry(4)")
    check("success is 99." in run(browser, "check"), "the answer is measured")
    run(browser, "save one-answer")
    check(browser.value(OFFERED) == "one-answer.retry", f"the answer is offered: {results(browser, -2)}")
    browser.value(f"{CELLS}.at(-2).querySelector('a[download]').click()")
    text = browser.value("Promise.all(window.blobs.map(b => b.text()))"
                         ".then(texts => texts.find(text => text.includes('let answer')))")
    (folder / "answers/student-02").mkdir(parents=True)
    (folder / "answers/student-02/one-answer.retry").write_text(text)
    graded = program("class", "grade", "answers", "--class", "class")
    check("of 2 answers 1 meets all goals" in graded, f"the answer is graded: {graded}")


def pages_of_the_program(browser, program, folder):
    """A page has the files that its scenario reads, and goes on with what was typed at the prompt."""
    (folder / "sub").mkdir()
    (folder / "sub/more.retry").write_text('load "deep.retry"\nlet g = f.retry(2)\n')
    (folder / "sub/deep.retry").write_text("let f = op(script: [.timeout, ok])\n")
    (folder / "main.retry").write_text('/// One\nload "sub/more.retry"\ng\n/// Two\ng\n')
    program("page", "main.retry")
    start(browser, folder / "main.html")
    check(browser.value(f"{CELLS}.length") == 3, "each section is a text of its own")
    check("2 attempts" in results(browser, 0), f"what it loads is there: {results(browser, 0)}")
    program("-e", "set seed 7", "-e", "let h = op(fails: 50%)", "-e", "stats h calls 100", "-e", "export typed.html")
    start(browser, folder / "typed.html")
    check("seed 7" in results(browser, -2), f"the session goes on: {results(browser, -2)}")


def tree(browser):
    """Who does not see the page hears of all its parts."""
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    roles = {}
    for node in nodes:
        if not node.get("ignored"):
            roles.setdefault(node.get("role", {}).get("value"), []).append(node.get("name", {}).get("value", ""))
    for role in ["heading", "main", "table", "button", "slider", "combobox", "toolbar", "region", "status"]:
        check(role in roles, f"there is no {role}")
    for role in ["button", "slider", "combobox", "textbox", "link", "region", "toolbar", "progressbar"]:
        check(all(roles.get(role, [])), f"a {role} has no name")
    ids = browser.value("[...document.querySelectorAll('[id]')].map(e => e.id)")
    check(len(ids) == len(set(ids)), f"a name is given twice: {[i for i in ids if ids.count(i) > 1][:5]}")


def keyboard(browser):
    """All that is there is reached without a mouse, and the focus is seen."""
    browser.value("document.activeElement.blur(); scrollTo(0, 0)")
    browser.call("Input.dispatchMouseEvent", {"type": "mousePressed", "x": 1, "y": 1, "button": "left", "clickCount": 1})
    browser.call("Input.dispatchMouseEvent", {"type": "mouseReleased", "x": 1, "y": 1, "button": "left", "clickCount": 1})
    seen = set()
    for _ in range(400):
        browser.press("Tab")
        what = browser.value("""(() => { const e = document.activeElement, style = getComputedStyle(e.closest('.editor') ?? e);
          return [e.tagName.toLowerCase(), e.type ?? '', style.outlineStyle] })()""")
        if what[0] == "body":
            break
        check(what[2] != "none" or what[0] == "main", f"the focus on {what[:2]} is not seen")
        seen.add(what[1] or what[0])
    wanted = {"button", "textarea", "range", "select-one", "summary", "a"}
    check(wanted <= seen, f"only these have stops: {seen}")


def contrast(browser):
    """Letters differ from their ground by 4.5 to 1, in light and dark."""
    for scheme in ["light", "dark"]:
        browser.call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        weak = browser.value("""(() => {
          const numbers = (text) => text.match(/[\\d.]+/g).map(Number);
          const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
            .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
            .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
          const ground = (e) => { for (; e; e = e.parentElement) {
            const c = numbers(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] === 1) return c; }
            return [255, 255, 255]; };
          const weak = new Set();
          for (const e of document.querySelectorAll('body *')) {
            if (e.closest('svg, script, option') || !e.checkVisibility()) continue;
            if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
            const [a, b] = [light(numbers(getComputedStyle(e).color)), light(ground(e))];
            const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            if (ratio < 4.5) weak.add(`${e.tagName} ${e.className} ${ratio.toFixed(2)}`);
          }
          return [...weak] })()""")
        check(not weak, f"letters that are hard to read in {scheme}: {weak[:6]}")
    browser.call("Emulation.setEmulatedMedia", {"features": []})


def widths(browser):
    for width, is_mobile in [(360, True), (768, False), (1280, False), (2560, False)]:
        browser.call("Emulation.setDeviceMetricsOverride",
                     {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": is_mobile})
        found = browser.value("document.documentElement.scrollWidth")
        check(found <= width, f"at a width of {width} the page is {found} wide")
    browser.call("Emulation.clearDeviceMetricsOverride")


def scenarios(browser, path):
    """Each scenario that is part of the laboratory is the same as its recording, in the browser as well."""
    start(browser, path)
    differing = browser.value("""(async () => {
      const engine = new Engine(), differing = [];
      const {words} = await engine.first('completion', {do: 'complete', text: 'replay scenarios/'});
      let count = 0;
      const paths = await engine.first('completion', {do: 'complete', text: 'replay "scenarios/'});
      const folders = [...new Set([...words, ...(paths?.words ?? [])].map((word) => word.name))];
      for (const folder of folders) {
        const inside = folder.endsWith('/')
          ? (await engine.first('completion', {do: 'complete', text: `replay ${folder}`})).words.map((word) => word.name) : [folder];
        for (const path of inside) {
          count++;
          const status = await engine.ask({do: 'run', text: `replay ${path}`});
          if (status !== 'ready') differing.push(`${path} ${status}`);
        }
      }
      return [count, differing] })()""")
    check(differing[0] >= 66, f"there are {differing[0]} scenarios")
    check(not differing[1], f"other than recorded: {differing[1]}")


LONG = "stats op(fails: 50%).retryWhen { e in e.delay(1ms) } calls 900_000_000"

EXERCISE = """/// Do it
let fetch = op(fails: 30%)
exercise answer of fetch
goal success >= 98% calls 5000
solution fetch.retry(5)
wrong fetch
"""


def main():
    chromium, program, path = (os.path.abspath(argument) for argument in sys.argv[1:])

    def told(*arguments):
        """What the program says, in a folder of its own."""
        return subprocess.run(
            [program, *arguments], cwd=folder, env={**os.environ, "RETRYLAB_PAGE": path},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout

    browser = Browser(chromium)
    scratch = tempfile.TemporaryDirectory()
    folder = pathlib.Path(scratch.name)
    try:
        start(browser, path)
        quiet(browser)
        first_sight(browser)
        typing(browser)
        mending(browser)
        dragging(browser)
        playing(browser)
        dividing(browser, told)
        stopping(browser)
        recovering(browser)
        saving(browser)
        quiet(browser)
        hostile(browser)
        contrast(browser)
        widths(browser)
        tree(browser)
        keyboard(browser)
        start(browser, path)
        changing_views(browser)
        start(browser, path)
        linking(browser, told, folder)
        short_links(browser)
        told("page", "lesson.html", "scenarios/lessons/01-attempt.retry")
        learning(browser, folder / "lesson.html")
        pages_of_the_program(browser, told, folder)
        handing_in(browser, told, folder)
        scenarios(browser, path)
    finally:
        browser.close()
        for problem in problems:
            print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
