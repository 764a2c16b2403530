"""Colours lines by a grammar of TextMate, with the expressions of Oniguruma that editors use."""
import functools

import onigurumacffi


@functools.cache
def compiled(pattern):
    return onigurumacffi.compile(pattern)


class TextMate:
    def __init__(self, grammar):
        self.grammar = grammar

    def rules(self, patterns):
        """The rules of patterns, includes resolved."""
        for rule in patterns:
            if "include" in rule:
                yield from self.rules(self.grammar["repository"][rule["include"][1:]]["patterns"])
            elif "match" in rule or "begin" in rule:
                yield rule
            else:
                yield from self.rules(rule["patterns"])

    def scopes(self, text):
        """The innermost scope of each character, if it has one."""
        found, open_rules = [None] * len(text), []
        start = 0
        for line in text.splitlines(keepends=True):
            self.read(line, start, found, open_rules)
            start += len(line)
        return found

    def read(self, line, start, found, open_rules):
        place = 0
        while place <= len(line):
            inner = open_rules[-1] if open_rules else None
            scope = next((rule["name"] for rule in reversed(open_rules) if "name" in rule), None)
            candidates = []
            if inner is not None:
                candidates.append((compiled(inner["end"]).search(line, place), None))
            for rule in self.rules(inner["patterns"] if inner else self.grammar["patterns"]):
                candidates.append((compiled(rule.get("match") or rule["begin"]).search(line, place), rule))
            candidates = [(match, rule) for match, rule in candidates if match]
            if not candidates:
                found[start + place:start + len(line)] = [scope] * (len(line) - place)
                return
            # The earliest one, and of several there the first.
            match, rule = min(candidates, key=lambda one: one[0].start())
            for other in range(place, match.start()):
                found[start + other] = scope
            own = scope if rule is None else rule.get("name", scope)
            for other in range(match.start(), match.end()):
                found[start + other] = own
            if rule is None:
                open_rules.pop()
            else:
                captures = rule.get("captures") or rule.get("beginCaptures") or {}
                for number, capture in captures.items():
                    for other in range(match.start(int(number)), match.end(int(number))):
                        found[start + other] = capture["name"]
                if "begin" in rule:
                    open_rules.append(rule)
            # What matches nothing and changes nothing must not be met again.
            place = match.end() if match.end() > place or rule is None or "begin" in rule else place + 1
