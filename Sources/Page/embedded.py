"""Writes a file of Swift as Embedded Swift has it, which lacks key paths as functions, parameter packs in closures and
names of types. The source keeps its idiom; a copy is written in the same lines.
"""

import re

KEY_PATH = re.compile(r'(?<![\\"\w])\\\.((?:self\b)|(?:\w+(?:\??\.\w+|\[\w+\])*))')
REWRITTEN = [
    # A key path as a function is a closure.
    (KEY_PATH, lambda found: "{ $0 }" if found[1] == "self" else "{ $0." + found[1] + " }"),
    # The tests of the program show that the object is there.
    (re.compile(r"\bunowned\b(?!\()"), "unowned(unsafe)"),
    # Nobody would read why it stops.
    (re.compile(r"\bpreconditionFailure\(\".*\"\)"), "preconditionFailure()"),
    (re.compile(r"\b(precondition|assert)\((.*), \".*\"\)$"), r"\1(\2)"),
]


# A page has no names of types, by which stages are called; each is written out.
STAGE = re.compile(
    r"^(?:(?:private|final|package) )*class (\w+?)(?:Stage)?: \w*Stage \{$(?=((?:\n(?:  .*)?)*))", re.M)


def named(text):
    def title(found):
        if "override var title" in found[2]:
            return found[0]
        name = found[1][0].lower() + found[1][1:]
        return f'{found[0]} override var title: String {{ "{name}" }}'
    return STAGE.sub(title, text).replace('"\\(type(of: self))".withoutStage', '""')


def rewritten(line):
    """Writes a line in other words."""
    if line.lstrip().startswith("//"):
        return line
    for pattern, replacement in REWRITTEN:
        line = pattern.sub(replacement, line)
    return line


# A declaration with a parameter pack, which no closure can hold. On a copy it is written once for each number of
# arguments for which there is no declaration of its own.
PACKED = re.compile(r"^  (?:static func \w+|(?:convenience )?init)<[^{]*\beach \w+[^{]*\{\n.*?^  \}\n", re.M | re.S)
NUMBERS = {
    "group<each Part": range(21),
    "init<each Argument": [0, *range(3, 20)],
    "init<Base, each Argument": range(2, 20),
    "init<each Setting": range(17),
}


def of_number(declaration, number):
    """Writes a declaration with a parameter pack for a number of arguments."""
    def each(text):
        return [re.sub(r"\beach (\w+)", rf"\g<1>{index}", text) for index in range(number)]

    def listed(texts, between=", "):
        return between.join(texts) or "NONE"

    text = re.sub(
        r"for (\w+) in repeat (each \w+) \{(.*)\}",
        lambda found: listed((f"do {{ let {found[1]} = {one};{found[3]}}}" for one in each(found[2])), "; "),
        declaration)
    text = re.sub(
        r"let (\w+) = \(repeat (.*)\)$",
        lambda found: listed(
            (f"let {found[1]}{index} = {one}" for index, one in enumerate(each(found[2]))), "; "),
        text, flags=re.M)
    text = re.sub(r"(?<=[<, ])each \w+: \w+", lambda found: listed(each(found[0])), text)
    text = re.sub(
        r"((?:\w+ )?)(\w+): repeat ((?:\w+<)?each \w+>?)",
        lambda found: listed(
            f"{found[1]}{found[2]}{index}: {one}" for index, one in enumerate(each(found[3]))),
        text)
    text = re.sub(r"repeat (each \w+)", lambda found: listed(each(found[1])), text)
    return re.sub(r"NONE,\s*|,\s*NONE\b|<NONE>|NONE", "", text)


def expanded(text):
    def every(found):
        [numbers] = [numbers for begin, numbers in NUMBERS.items() if begin in found[0]]
        return "\n".join(of_number(found[0], number) for number in numbers)

    return PACKED.sub(every, text)


def embedded(text, layers):
    """Writes a file, which may specialize what is in any of the layers below, or stands in for the standard library."""
    text = named(expanded("\n".join(map(rewritten, text.split("\n")))))
    return text + "".join(f"import {layer}\n" for layer in layers if not re.search(rf"import {layer}\b", text))
