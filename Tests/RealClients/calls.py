"""Makes calls side by side under one of some policies: calls.py CALLS THREADS POLICY."""
import http.client
import os
import random
import sys
import threading
import time
import urllib.parse

url = urllib.parse.urlparse(os.environ["RETRYLAB_URL"])
calls, threads, policy = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]

# The attempts in all, and the delay before a retry that is counted from zero; it may depend on the one before.
POLICIES = {
    "once": (1, lambda retry, before: 0),
    "fixed": (3, lambda retry, before: 0.05),
    "doubled": (4, lambda retry, before: 0.02 * 2**retry),
    "full": (4, lambda retry, before: random.random() * 0.05 * 2**retry),
    "equal": (5, lambda retry, before: (0.5 + random.random() / 2) * 0.03 * 2**retry),
    "decorrelated": (4, lambda retry, before: random.uniform(0.02, max(3 * (before or 0.02), 0.02))),
    "atonce": (6, lambda retry, before: 0),
}
attempts, delay = POLICIES[policy]


def call(number):
    """Makes attempts until one succeeds."""
    before = None
    for attempt in range(attempts):
        if attempt:
            before = delay(attempt - 1, before)
            time.sleep(before)
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=30)
        try:
            connection.request("GET", "/fetch", headers={"Idempotency-Key": str(number)})
            answer = connection.getresponse()
            answer.read()
            if answer.status < 400:
                return
        except (OSError, http.client.HTTPException):
            pass
        finally:
            connection.close()


def work(first):
    for number in range(first, calls, threads):
        call(number)


workers = [threading.Thread(target=work, args=(first,)) for first in range(threads)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
