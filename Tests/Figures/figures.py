#!/usr/bin/env python3
"""Prints figures of the code, target by target, so that two versions can be compared.

    python3 Tests/Figures/figures.py             the package that this file belongs to
    python3 Tests/Figures/figures.py FOLDER      another checkout of it

Then it counts the files of code that name one thing of each kind, which are those that another such thing touches.

The columns: files; lines; lines of code; share of lines that are comments within code, which say why; `??` and
preconditions for each 1,000 lines of code; functions longer than 40 lines; initializers that only assign.
"""
import pathlib
import re
import sys
from collections import Counter, defaultdict

root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2]
HEADS = ["target", "files", "lines", "code", "why %", "?? /k", "checks /k", "long", "assigning"]
ASSIGNS = re.compile(r"\s*(self\.)?(\w+|\([\w., ]+\)) = [\w.()?: ,\[\]]+$")


def bodies(lines, opening):
    """The bodies of what a pattern opens, by the indentation of their braces."""
    for index, line in enumerate(lines):
        if not re.match(opening, line):
            continue
        indent = line[: len(line) - len(line.lstrip())]
        start = next((i for i in range(index, len(lines)) if lines[i].rstrip().endswith("{")), index)
        end = next((i for i in range(start + 1, len(lines)) if lines[i] == indent + "}"), None)
        if end is not None:
            yield lines[start + 1 : end]


def figures(files):
    texts = [file.read_text().split("\n")[:-1] for file in files]
    lines = [line for text in texts for line in text]
    code = [line for line in lines if line.strip() and not line.strip().startswith("//")]
    why = [line for line in lines if line.strip().startswith("//") and line.strip()[2:3] != "/"]
    words = "\n".join(code)
    functions = [body for text in texts for body in bodies(text, r" *(?!//).*\b(func|init)\b.*")]
    inits = [body for text in texts for body in bodies(text, r" *(\w+ )*init[?(<].*")]
    per_thousand = 1000 / max(len(code), 1)
    checks = len(re.findall(r"\b(?:precondition|preconditionFailure|assert|assertionFailure)\(", words))
    return [
        len(files), len(lines), len(code), round(100 * len(why) / max(len(lines), 1), 2),
        round(words.count("??") * per_thousand, 1), round(checks * per_thousand, 1),
        sum(len(body) > 40 for body in functions),
        sum(bool(body) and all(ASSIGNS.match(line) for line in body) for body in inits),
    ]


# What stands for its kind: named by its files alone, and not part of other words.
EXAMPLES = {
    "library": ["cenkalti", "cockatiel", "tenacity"], "strategy": ["pacer", "clientThrottle"],
    "operator": ["debounce", "delaySubscription"], "command": ["presets", "predict"],
    "counter": ["crashed", "hits"], "chart": ["heatMap", "lineChart"],
}


def naming(word, texts):
    """The number of texts that name something, alone or as a part of a name; strings and comments do not count."""
    name = re.compile(rf"\b{word}(?![a-z])|\b\w*{word[0].upper() + word[1:]}(?![a-z])")
    return sum(bool(name.search(text)) for text in texts)


def main():
    targets = defaultdict(list)
    names = Counter()
    for file in sorted((root / "Sources").rglob("*.swift")):
        if file.is_symlink():
            continue
        targets[file.relative_to(root / "Sources").parts[0]].append(file)
        declared = re.findall(r"\b(?:struct|class|enum|protocol|actor) ([A-Z]\w*)", file.read_text())
        names.update(declared)
    rows = [[name] + figures(files) for name, files in targets.items()]
    rows.sort(key=lambda row: -row[2])
    rows.append(["all"] + figures([file for files in targets.values() for file in files]))
    widths = [max(len(str(row[i])) for row in [HEADS] + rows) for i in range(len(HEADS))]
    for row in [HEADS] + rows:
        print("  ".join(str(cell).ljust(w) if i == 0 else str(cell).rjust(w)
                        for i, (cell, w) in enumerate(zip(row, widths))))
    shared = sorted(name for name, count in names.items() if count > 1)
    print(f"\nnames of two types or more: {len(shared)}")
    texts = [re.sub(r'//.*|"(\\.|[^"\\])*"', "", file.read_text())
             for files in targets.values() for file in files]
    print("\nfiles that name one of a kind:")
    for kind, words in EXAMPLES.items():
        counts = ", ".join(f"{word} {naming(word, texts)}" for word in words)
        print(f"  {kind.ljust(9)} {counts}")


main()
