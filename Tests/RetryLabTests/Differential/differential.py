"""Plays random configurations of real libraries beside the presets of RetryLab, and tells where they differ.

usage: python differential.py PROGRAM [--count N] [--seed N] [--installed] [LIBRARY …]

PROGRAM is the built 'retrylab'; N configurations of each library are played (2000 by default), each with a random
script of errors, latencies and hints. RetryLab plays first. Then the real library plays the same script, under a
clock that only sleeping moves, with draws that make it wait as RetryLab waited: it must find each of them in its own
range, make as many attempts at the same times, and end alike. Beside this, with each draw at either end of its range,
its waits must be the ends that RetryLab explains. Where nothing hides the draws, all of them must be even.

Needs tenacity 9.2.1, stamina 26.1.0, backoff 2.2.1, urllib3 2.8.0, google-api-core 2.44.0 (with requests) and
botocore 1.44.5, or an older one for the mode 2.0; httpx-retries 0.6.0 (with httpx), aiohttp-retry 2.9.1, retrying
1.4.2, retry 0.9.2, pybreaker 1.4.1 and celery 5.7.0. The libraries of Node, Ruby, Rust and Go are played by a program
in their language; they are packages of Debian: node-retry, node-promise-retry, ruby-retriable, ruby-retryable,
librust-backoff-dev, librust-retry-dev, and the packages of Go that peers.py names. What is missing is named and
skipped. Exits with 1 if there is a difference.
"""

import argparse
import random
import sys

from clients import Botocore, BotocoreAdaptive, Google, Urllib3
from foreign import BackoffRust, NodeRetry, PromiseRetry, Retriable, Retryable, RetryRust
from gophers import Avast, Cenkalti, Eapache, Jpillora, RetryableHTTP
from libraries import Backoff, Stamina, Tenacity
from library import Missing
from playing import Answer, Chance, Clock, Ends, Script, ask, calls_of, explained, unevenness
from pythons import AiohttpRetry, Celery, HttpxRetries, Pybreaker, Retry, Retrying

LIBRARIES = [Tenacity, Stamina, Backoff, Urllib3, Google, Botocore, BotocoreAdaptive]
LIBRARIES += [HttpxRetries, AiohttpRetry, Retrying, Retry, Pybreaker, Celery]
LIBRARIES += [NodeRetry, PromiseRetry, Retriable, Retryable, BackoffRust, RetryRust]
LIBRARIES += [Avast, Cenkalti, Jpillora, Eapache, RetryableHTTP]
# What rounding to nanoseconds may add up to, in seconds; relative for sums of fractions.
SLACK = 2e-8


def near(one, other):
    return abs(one - other) <= SLACK + 1e-13 * abs(one)


def difference(ours, theirs):
    """Returns how the calls of RetryLab and those of a library differ; None if they do not."""
    for number, (one, other) in enumerate(zip(ours, theirs), 1):
        for index, (first, second) in enumerate(zip(one.starts, other.starts), 1):
            if not near(first, second):
                return f"call {number}, attempt {index} at {first}, there at {second}"
        if len(one.starts) != len(other.starts):
            return f"call {number}: {len(one.starts)} attempts, there {len(other.starts)}"
        if one.succeeded != other.succeeded or not near(one.ends[-1], other.ends[-1]):
            return f"call {number}: another end"
    return None if len(ours) == len(theirs) else f"{len(ours)} calls, there {len(theirs)}"


def play(case, line):
    """Returns how a library differs from what RetryLab printed, what it did, and the draws that show."""
    if line["kind"] == "error":
        return f"refused: {line['message']}", [], []
    ours = calls_of(line)
    chance = Chance(case.solver(ours))
    theirs = case.play(Clock(), chance)
    return difference(ours, theirs), theirs, chance.drawn if case.shows_draws() else []


def differing_range(case, line):
    """Returns the first delay whose ends differ from those of the library; None if there is none."""
    ranges = explained(line)
    case.script = Script([Answer(0, case.common)] * 9 + [Answer(0, None)])
    case.calls, case.deadline = 1, None
    ends = [case.play(Clock(), Ends(is_high))[0] for is_high in (False, True)]
    for failure, span in enumerate(ranges, 1):
        for printed, call in zip(span, ends):
            wait = call.wait(failure)
            # The ends are printed with four digits, or as whole seconds; a library stops where its own limits say so.
            if wait is not None and abs(wait - printed) > max(1e-3 * printed + 1e-9, 0.51 * (printed >= 60)):
                return f"delay {failure} ends at {printed} s, there at {wait} s"
    return None


def compare(library, version, program, count, seed):
    """Plays a library, and returns whether all is well."""
    random.seed(f"{library.package} {seed}")
    found, played, attempts, ranges, draws = [], count, 0, 0, []
    while count > 0:
        cases = [library() for _ in range(min(count, 500))]
        count -= len(cases)
        for case, line in zip(cases, ask(program, [case.statement() for case in cases])):
            told, theirs, drawn = play(case, line)
            draws += drawn
            attempts += sum(len(call.starts) for call in theirs)
            if told:
                found.append((told, case.statement()))
        explaining = [f"explain {case.preset()}" for case in cases if case.has_ranges]
        for case, line in zip(cases, ask(program, explaining)):
            ranges += len(explained(line))
            told = differing_range(case, line)
            if told:
                found.append((told, case.preset()))
    # One set of even draws in ten thousand is beyond this.
    if unevenness(draws) > 2.23:
        found.append((f"{len(draws)} draws are not even", f"mean {sum(draws) / len(draws)}"))
    print(
        f"{library.package} {version} and the preset {cases[0].name}: {played} configurations, {attempts} attempts,"
        f" {len(draws)} draws, {ranges} ranges of delays, {len(found)} differences"
    )
    for told, text in found[:5]:
        print(f"  {told}\n    {text if len(text) < 900 else text[:900] + '…'}")
    return not found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("libraries", nargs="*")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--installed", action="store_true", help="only tells which libraries are there in the version that was read")
    options = parser.parse_intermixed_args()
    is_well = True
    for library in LIBRARIES:
        if options.libraries and not {library.package, library.name} & set(options.libraries):
            continue
        try:
            version = library.installed()
        except Missing as missing:
            print(f"{library.package}: skipped, {missing}")
            continue
        if options.installed:
            is_read = version in (library.version, library.plays)
            print(f"{library.name}\t{version}" if is_read else f"{library.package}: {version}, not {library.version}")
            continue
        if version != library.version:
            print(f"{library.package}: the preset was read from {library.version}, this is {version}")
        is_well = compare(library, version, options.program, options.count, options.seed) and is_well
    sys.exit(0 if is_well else 1)


main()
