#!/usr/bin/env python3
"""Fits worlds, serves them, and measures them again with real requests: fitted_worlds.py PROGRAM [REQUESTS]."""
import http.client
import math
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

# The durations of services in milliseconds.
WORLDS = {
    "exponential": lambda: random.expovariate(1 / 40),
    "lognormal": lambda: math.exp(random.gauss(math.log(40), 0.6)),
    "Weibull": lambda: random.weibullvariate(50, 1.5),
    "gamma": lambda: random.gammavariate(3, 15),
    "two services": lambda: math.exp(random.gauss(math.log(random.choice([15, 15, 15, 90])), 0.3)),
    "a floor": lambda: 20 + random.expovariate(1 / 30),
}
THREADS = 24


def measure(url, count):
    """Returns the durations of so many requests in milliseconds."""
    durations = []

    def work(first):
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=30)
        connection.connect()
        for _ in range(first, count, THREADS):
            start = time.monotonic()
            connection.request("GET", "/api")
            connection.getresponse().read()
            durations.append((time.monotonic() - start) * 1000)

    workers = [threading.Thread(target=work, args=(first,)) for first in range(THREADS)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return durations


def distance(one, two):
    """Returns the greatest distance between the shares of two samples, as Kolmogorov and Smirnov take it."""
    greatest, place, two = 0, 0, sorted(two)
    for index, value in enumerate(sorted(one)):
        while place < len(two) and two[place] <= value:
            place += 1
        greatest = max(greatest, abs((index + 1) / len(one) - place / len(two)))
    return greatest


if len(sys.argv) > 1 and sys.argv[1] == "measure":
    durations = measure(urllib.parse.urlparse(os.environ["RETRYLAB_URL"]), int(sys.argv[2]))
    with open(sys.argv[3], "w") as file:
        file.write("\n".join(map(str, durations)))
    sys.exit(0)

program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2000
# The bound for two samples at 1%.
bound = 1.63 * math.sqrt(2 / count)
failed = 0
for name, draw in WORLDS.items():
    random.seed(name)
    durations = [draw() for _ in range(count)]
    with tempfile.TemporaryDirectory() as folder:
        log, world, found = (os.path.join(folder, name) for name in ["log.csv", "api.retry", "found"])
        with open(log, "w") as file:
            file.write("duration_ms\n" + "".join(f"{duration:.3f}\n" for duration in durations))
        with open(world, "w") as file:
            subprocess.run([program, "fit", log], stdout=file, stderr=subprocess.DEVNULL, check=True)
        run = subprocess.run(
            [program, "listen", world, "--port", "0", "--",
             sys.executable, os.path.abspath(__file__), "measure", str(count), found],
            capture_output=True, text=True)
        if run.returncode:
            sys.exit(run.stderr)
        with open(found) as file:
            again = [float(line) for line in file]
    apart = distance(durations, again)
    failed += apart >= bound
    print(f"{name:13} distance {apart:.4f} of at most {bound:.4f}"
          + ("" if apart < bound else "  not the same"))
sys.exit(1 if failed else 0)
