#!/usr/bin/env python3
"""Compares five policies and a storm with what 2,000 real calls of each did: reality.py PROGRAM [CALLS]."""
import json
import os
import subprocess
import sys
import tempfile

FLAKY = "let fetch = op(fails: [.http(503): 30%, .reset: 10%], latency: exponential(4ms))\n"
QUEUE = "let db = server(slots: 3, service: exponential(12ms), queue: 8)\nlet fetch = op(on: db, latency: 1ms)\n"
OUTAGE = "let fetch = op(fails: 20%, latency: 4ms, outages: [1s...2s])\n"

# The world, the threads that call, the client's policy, and the same in the laboratory.
CASES = [
    (FLAKY, 8, "once", "policy(attempts: 1)"),
    (FLAKY, 16, "fixed", "policy(attempts: 3, delay: 50ms)"),
    (FLAKY, 16, "full", "policy(attempts: 4, backoff: exponential(50ms), jitter: full)"),
    (FLAKY, 16, "decorrelated", "policy(attempts: 4, backoff: decorrelated(base: 20ms, factor: 3))"),
    (OUTAGE, 16, "doubled", "policy(attempts: 4, backoff: exponential(20ms))"),
    (QUEUE, 16, "equal", "policy(attempts: 5, backoff: exponential(30ms), jitter: equal)"),
    (QUEUE, 24, "atonce", "policy(attempts: 6)"),
]
program, calls = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "2000"
client = os.path.join(os.path.dirname(os.path.abspath(__file__)), "calls.py")
met = figures = 0
for world, threads, policy, plan in CASES:
    with tempfile.NamedTemporaryFile("w", suffix=".retry") as file:
        file.write(world)
        file.flush()
        run = subprocess.run(
            [program, "verify", file.name, "--port", "0", "--json", "--policy", plan, "--",
             sys.executable, client, calls, str(threads), policy],
            capture_output=True, text=True)
    if not run.stdout:
        sys.exit(run.stderr)
    result = json.loads(run.stdout)
    print(f"{plan}, {result['calls']} calls by {threads} threads: {world.splitlines()[0]}")
    for figure in result["figures"]:
        name = figure["name"]
        unit = 1e6 if name not in ("success", "attempts") else 1
        word = "" if figure["met"] else "  not as predicted"
        print(f"  {name:9} {figure['low'] / unit:9.3f} to {figure['high'] / unit:9.3f}"
              f"  real {figure['real'] / unit:9.3f}{word}")
        met, figures = met + figure["met"], figures + 1
print(f"{met} of {figures} figures as predicted")
sys.exit(0 if met == figures else 1)
