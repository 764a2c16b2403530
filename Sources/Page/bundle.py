"""Puts the engine and the front of a page into one HTML file, which needs no other and no network.

The file is text of 16 bits: in it the engine, packed by LZMA, takes hardly more room than it has. The mark at its start
says so to each browser, whatever a server says of it.
"""

import array
import base64
import hashlib
import json
import lzma
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FRONT = ROOT / "Sources/Page/Front"
SCRIPTS = ["elements", "engine", "crew", "editor", "values", "play", "cell", "book", "link", "page"]

# As the unpacker reads it.
FILTER = {
    "id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 3, "lp": 0, "pb": 0, "dict_size": 1 << 24,
    "nice_len": 273, "depth": 1000,
}

# What a page begins with.
START = {
    "texts": [
        "let fetch = op(latency: 80ms...200ms, fails: 30%)",
        "fetch.retry(attempts: 3, delay: 200ms)",
        "stats fetch.retry(attempts: 3, delay: 200ms)",
    ]
}


def written(data):
    """Writes bytes as letters of 16 bits; the few that a page cannot hold follow a mark, with one bit changed."""
    units = array.array("H", data + b"\0" * (len(data) % 2))
    if sys.byteorder == "big":
        units.byteswap()
    letters = []
    for unit in units:
        is_special = unit < 0x40 or 0xD800 <= unit <= 0xE000 or unit == 0xFEFF
        letters.append(f"\uE000{chr(unit ^ 0x8000)}" if is_special else chr(unit))
    return "".join(letters)


def sheet(path):
    """The style sheet that a file of Swift holds."""
    [text] = re.findall(r'static let sheet: StaticString = """\n(.*?)\n *"""', (ROOT / path).read_text(), re.S)
    lines = re.sub(r"\\\n *", "", text).split("\n")
    return "\n".join(line.strip() for line in lines)


def allowed(text):
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def page(engine, unpacker):
    """The page as a text."""
    packed = lzma.compress(engine, format=lzma.FORMAT_RAW, filters=[FILTER])
    styles = [
        sheet("Sources/Report/Page/PageStyle.swift"), sheet("Sources/Pictures/SVG/SVGStyle.swift"),
        (FRONT / "page.css").read_text(),
    ]
    script = "'use strict';\n" + "\n".join((FRONT / f"{name}.js").read_text() for name in SCRIPTS)
    policy = (
        f"default-src 'none'; base-uri 'none'; form-action 'none'; worker-src blob:; "
        f"script-src {allowed(script)} 'wasm-unsafe-eval'; style-src {' '.join(map(allowed, styles))}")
    parts = {
        "policy": policy, "styles": "".join(f"<style>{style}</style>" for style in styles),
        "worker": (FRONT / "worker.js").read_text(), "start": json.dumps(START),
        "unpacker-size": str(len(unpacker)), "unpacker": written(unpacker), "engine-size": str(len(engine)),
        "engine-packed": str(len(packed)), "engine": written(packed), "script": script,
    }
    assert not any("</script" in parts[name] for name in ["worker", "script"])
    return re.sub(r"\{([\w-]+)\}", lambda found: parts[found[1]], (FRONT / "page.html").read_text())


def write(out):
    """Writes the page from the modules of a directory; returns its size."""
    text = page((out / "retrylab.wasm").read_bytes(), (out / "unpacker.wasm").read_bytes())
    file = out / "retrylab.html"
    file.write_bytes(b"\xFF\xFE" + text.encode("utf-16-le"))
    return file.stat().st_size
