"""Reads reports in a real browser, without a network, and checks what a person can do there.

Usage: reports.py CHROMIUM KIND PAGE...; prints what is wrong, and nothing if all is well.
"""

import base64
import re
import sys

from browser import Browser, check, problems, quiet

FOCUS = """(() => { const e = document.activeElement;
  return [e.tagName.toLowerCase(), e.getAttribute('aria-label') || e.textContent.trim().slice(0, 60)] })()"""


def keyboard(browser):
    """All that is there is reached and used without a mouse."""
    browser.press("Tab")
    check(browser.value(FOCUS) == ["a", "Skip to the report"], "the first stop skips the contents")
    browser.press("Enter")
    check(browser.value("location.hash") == "#report", "the first stop leads to the report")
    check(browser.value("document.activeElement.id") == "report", "the report has the focus")
    seen, steps = set(), 0
    wanted = {"g", "button", "input", "a", "figure", "pre"}
    while steps < 600:
        browser.press("Tab")
        steps += 1
        tag, label = browser.value(FOCUS)
        if tag == "body":
            break
        if tag not in seen:
            check(label or tag == "input", f"a stop without a name: {tag}")
            check(browser.value(
                "getComputedStyle(document.activeElement).outlineStyle") != "none"
                or tag == "main", f"the focus on {tag} is not seen")
        seen.add(tag)
        if tag == "g" and "tip" not in seen:
            seen.add("tip")
            marks(browser, label)
        if tag == "button" and browser.value(
                "document.activeElement.parentElement.tagName") == "TH" and "sort" not in seen:
            seen.add("sort")
            sort(browser)
        if tag == "button" and label.startswith("Enlarge") and "zoom" not in seen:
            seen.add("zoom")
            width = "document.activeElement.parentElement.nextElementSibling.firstChild.getBoundingClientRect().width"
            browser.press("Enter")
            large = browser.value(width)
            browser.press("Enter")
            check(browser.value(width) > large * 1.4, "an image is enlarged")
    check(steps < 600, "there are no more than 600 stops")
    check({"tip", "sort", "zoom"} <= seen and wanted - {"pre"} <= seen, f"only these have stops: {seen}")


def marks(browser, label):
    tip = "(() => { const t = document.querySelector('.tip'); return t.hidden ? null : t.textContent })()"
    check(browser.value(tip) == label, "the mark with the focus is explained")
    browser.press("End")
    last = browser.value(FOCUS)[1]
    check(browser.value(tip) == last, f"the last mark is explained: {last}")
    browser.press("ArrowLeft")
    browser.press("Home")
    check(browser.value(FOCUS)[1] == label, "Home leads to the first mark")
    browser.press("Escape")
    check(browser.value(tip) is None, "Escape takes the explanation away")


def sort(browser):
    column = """(() => { const head = document.activeElement.closest('th'), table = head.closest('table');
      return [head.getAttribute('aria-sort'), [...table.tBodies[0].rows].map(r => r.cells[head.cellIndex].textContent)] })()"""
    before = browser.value(column)[1]
    browser.press("Enter")
    order, rows = browser.value(column)
    check(order == "ascending" and sorted(rows) == sorted(before), "a column is sorted by its head")
    browser.press(" ")
    order, rows = browser.value(column)
    check(order == "descending", "and then the other way round")


def filters(browser):
    shown = "[...document.querySelectorAll('.entry')].filter(e => !e.hidden).length"
    count = browser.value(shown)
    browser.value("document.querySelector('.bar input[type=search]').focus()")
    for letter in "stats":
        browser.press(letter)
    some = browser.value(shown)
    check(0 < some < count, f"{some} of {count} entries are shown")
    check(browser.value("document.querySelectorAll('.narration:not([hidden])').length < document.querySelectorAll('.narration').length"),
          "narration is filtered as well")
    browser.value("[...document.querySelectorAll('nav a')].find(a => document.getElementById(a.hash.slice(1)).hidden).click()")
    check(browser.value(shown) == count, "a link leads to what was hidden")
    top = browser.value("document.querySelector(':target').getBoundingClientRect().top - document.querySelector('.bar').getBoundingClientRect().bottom")
    check(top >= 0, f"the bar hides what a link leads to: {top}")
    check("entries" in browser.value("document.querySelector('[role=status]').textContent"),
          "the number of entries is said")
    browser.value("document.querySelector('.bar input[type=search]').value = ''")
    browser.press(" ")
    browser.value("[...document.querySelectorAll('.bar label')].find(l => l.textContent.includes('Images')).click()")
    check(browser.value("[...document.querySelectorAll('figure')].every(f => f.hidden)"),
          "images are left out")


def numbers(browser):
    """Figures are sorted by what they mean."""
    browser.value("""(() => { const table = [...document.querySelectorAll('table')]
      .find(t => t.tBodies[0].rows.length > 3 && t.querySelector('thead th button'));
      const column = table.querySelector('thead th button').parentElement.cellIndex;
      const texts = ['2m5s', '-1.5ms', '80/s', '1,000', '99.9%', '', '–', './a', '10-0', '3 of 4'];
      [...table.tBodies[0].rows].forEach((r, i) => r.cells[column].textContent = texts[i % texts.length]);
      table.id = 'mixed'; table.querySelector('thead th button').click() })()""")
    mixed = browser.value("""(() => { const table = document.getElementById('mixed');
      const column = table.querySelector('thead th button').parentElement.cellIndex;
      return [...table.tBodies[0].rows].map(r => r.cells[column].textContent) })()""")
    order = ['-1.5ms', '99.9%', '3 of 4', '80/s', '2m5s', '1,000', '', './a', '10-0', '–']
    places = [order.index(text) for text in mixed]
    check(places == sorted(places), f"mixed figures in a wrong order: {mixed}")
    orders = browser.value("""(() => { const tables = [...document.querySelectorAll('table')];
      const wrong = [];
      const unit = {ns: 1e-9, us: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600};
      for (const table of tables) for (const head of table.querySelectorAll('th')) {
        const button = head.querySelector('button');
        if (!button) continue;
        button.click();
        const cells = [...table.tBodies[0].rows].map(r => r.cells[head.cellIndex].textContent);
        const times = cells.map(c => c.match(/^([0-9.]+)(ns|us|ms|s|min|h)$/)).filter(Boolean)
          .map(m => m[1] * unit[m[2]]);
        if (times.some((t, i) => i && t < times[i - 1])) wrong.push([head.textContent, cells]);
      }
      return wrong })()""")
    check(not orders, f"times in a wrong order: {orders}")


def tree(browser):
    """Who does not see the page hears of all its parts."""
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    roles = {}
    for node in nodes:
        if not node.get("ignored"):
            role = node.get("role", {}).get("value")
            roles.setdefault(role, []).append(node.get("name", {}).get("value", ""))
    for role in ["heading", "navigation", "main", "table", "columnheader", "link", "button"]:
        check(role in roles, f"there is no {role}")
    drawn = [name for role in ("image", "img", "graphics-symbol") for name in roles.get(role, [])]
    check(len(drawn) > 10 and all(drawn), f"marks of images have names: {drawn[:5]}")
    for role in ["link", "button", "searchbox", "checkbox", "navigation"]:
        check(all(roles.get(role, [])), f"a {role} has no name")
    levels = browser.value("[...document.querySelectorAll('h1,h2,h3')].map(h => +h.tagName[1])")
    check(levels[0] == 1 and levels.count(1) == 1, "there is one main heading")
    check(all(b - a <= 1 for a, b in zip(levels, levels[1:])), "no level of headings is left out")
    ids = browser.value("[...document.querySelectorAll('[id]')].map(e => e.id)")
    check(len(ids) == len(set(ids)), "a name is given twice")
    broken = browser.value("""[...document.querySelectorAll('a[href^="#"]')]
      .map(a => a.getAttribute('href').slice(1)).filter(id => !document.getElementById(id))""")
    check(not broken, f"links that lead nowhere: {broken}")


def looks(browser):
    """Light and dark, on a phone, and on paper."""
    back = "getComputedStyle(document.body).backgroundColor"
    grounds = []
    for scheme in ["light", "dark"]:
        browser.call("Emulation.setEmulatedMedia",
                     {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        grounds.append(sum(map(int, re.findall(r"\d+", browser.value(back))[:3])))
    check(grounds[0] > 700 and grounds[1] < 120, f"light and dark: {grounds}")
    browser.call("Emulation.setEmulatedMedia", {"features": []})
    browser.call("Emulation.setDeviceMetricsOverride",
                 {"width": 390, "height": 800, "deviceScaleFactor": 2, "mobile": True})
    width = browser.value("document.documentElement.scrollWidth")
    check(width <= 390, f"on a phone the page is {width} wide")
    browser.call("Emulation.clearDeviceMetricsOverride")
    # What is wider than the paper would be cut off, also after images were enlarged.
    browser.value("document.querySelectorAll('.tools button').forEach(b => b.textContent === '+' && b.click())")
    browser.call("Emulation.setEmulatedMedia", {"media": "print"})
    browser.call("Emulation.setDeviceMetricsOverride",
                 {"width": 688, "height": 1000, "deviceScaleFactor": 1, "mobile": False})
    wide = browser.value("""[...document.querySelectorAll('table, svg, pre, h3')].map(e => [e.tagName,
      e.textContent.trim().slice(0, 60), e.getBoundingClientRect().right]).filter(e => e[2] > 689)""")
    check(not wide, f"wider than the paper: {wide[:4]}")
    browser.call("Emulation.clearDeviceMetricsOverride")
    browser.call("Emulation.setEmulatedMedia", {"media": ""})
    data = base64.b64decode(browser.call(
        "Page.printToPDF", {"preferCSSPageSize": True, "printBackground": False})["data"])
    box = re.search(rb"/MediaBox ?\[ ?0 0 ([\d.]+) ([\d.]+)", data)
    check(data.startswith(b"%PDF") and box is not None, "it is printed")
    if box:
        check([round(float(n)) for n in box.groups()] == [595, 842], f"not on A4: {box.groups()}")


def scriptless(browser, path):
    """Without its script, everything is there to read."""
    whole = browser.value("document.querySelector('main').textContent.length")
    browser.call("Emulation.setScriptExecutionDisabled", {"value": True})
    browser.open(path)
    plain = browser.value("document.querySelector('main').textContent.length")
    check(plain > whole * 0.9, f"{plain} of {whole} letters without the script")
    check(browser.value("document.querySelectorAll('.tools').length") == 0, "no tools are left")
    check(browser.value("document.querySelectorAll('svg title').length") > 3, "marks have titles")
    browser.call("Emulation.setScriptExecutionDisabled", {"value": False})
    browser.open(path)


def hostile(browser):
    """Whatever a text says, it stays a text."""
    check(browser.value("typeof window.stolen") == "undefined", "a text was run")
    check(browser.value("document.scripts.length") == 1, "there is another script")
    odd = browser.value("""[...document.querySelectorAll('*')].filter(e => ['IMG', 'IFRAME', 'OBJECT',
      'EMBED', 'FORM', 'BASE', 'LINK', 'FOREIGNOBJECT', 'ANIMATE', 'USE'].includes(e.tagName.toUpperCase())
      || [...e.attributes].some(a => a.name.startsWith('on') || /^\\s*javascript:/i.test(a.value))).length""")
    check(odd == 0, f"{odd} elements that no page has")
    text = browser.value("document.body.textContent")
    for words in ["</script><script>stolen=1</script>", "<img src=x onerror=stolen=1>", "&lt;b&gt;",
                  "&#x3C;script>", "]]>", "<!--"]:
        check(words in text, f"this is not shown as it is: {words}")
    check(not re.search("[\u202a-\u202e\u2066-\u2069]", text), "a mark turns the text around")
    # Nothing that is put there later runs either.
    browser.value("""document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="stolen=1">')""")
    browser.value("document.body.append(Object.assign(document.createElement('script'), {textContent: 'stolen=1'}))")
    browser.value("new Promise(done => setTimeout(done, 100))")
    check(browser.value("typeof window.stolen") == "undefined", "the policy lets a script run")


def labelled(browser):
    """Below each other, entries say which scenario they are of."""
    browser.call("Emulation.setDeviceMetricsOverride",
                 {"width": 390, "height": 800, "deviceScaleFactor": 2, "mobile": True})
    check(browser.value("[...document.querySelectorAll('.column:has(.entry)')].every(c => c.querySelector('.of').offsetHeight > 0)"),
          "an entry does not say which scenario it is of")
    browser.call("Emulation.clearDeviceMetricsOverride")


def beside(browser):
    """Two scenarios stand side by side, equal texts in one row."""
    rows = browser.value("""[...document.querySelectorAll('.pair')].map(p => [...p.children].map(c =>
      ({text: (c.querySelector('h3 code') || {}).textContent, left: c.getBoundingClientRect().left,
        top: c.getBoundingClientRect().top})))""")
    check(len(rows) > 3 and all(one["left"] < other["left"] and one["top"] == other["top"]
                                for one, other in rows), "the columns stand beside each other")
    same = [one["text"] == other["text"] for one, other in rows if one.get("text") and other.get("text")]
    check(same.count(True) >= 2 and same.count(False) >= 1, f"equal texts share a row: {rows}")
    width = browser.value("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    check(width <= 0, f"the page is {width} too wide")


def main():
    program, kind, *pages = sys.argv[1:]
    browser = Browser(program)
    try:
        for path in pages:
            browser.open(path)
            quiet(browser, path)
            if kind == "report":
                tree(browser)
                keyboard(browser)
                browser.open(path)
                filters(browser)
                browser.open(path)
                numbers(browser)
                browser.open(path)
                looks(browser)
                scriptless(browser, path)
            elif kind == "hostile":
                hostile(browser)
            elif kind == "pair":
                tree(browser)
                beside(browser)
                labelled(browser)
            elif kind == "checks":
                tree_of_checks(browser)
    finally:
        browser.close()
    for problem in problems:
        print(problem)


def tree_of_checks(browser):
    check(browser.value("document.querySelectorAll('#summary tbody tr').length") > 1, "there are rows")
    check(browser.value("document.querySelectorAll('figure .measured').length") > 0, "changes are drawn")
    check(browser.value("document.querySelectorAll('.missed').length") > 0, "failures are marked")


if __name__ == "__main__":
    main()
