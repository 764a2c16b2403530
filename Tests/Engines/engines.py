#!/usr/bin/env python3
"""A cluster of Dask runs shards although a worker dies, and a Job fits the schemas of Kubernetes.

    engines.py PROGRAM

The packages `distributed` and `kubernetes-validate` have to be there.
"""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import kubernetes_validate
import yaml
from dask.distributed import LocalCluster

SHARDS = 24
WORKERS = 3
TEXT = """\
let f = op(fails: 30%, latency: exponential(100ms))
stats f.retryWhen { errors in errors.enumerated().flatMap { n, error in \
n < 2 ? timer(20ms * (n + 1)) : fail(error) } } calls 1_200_000
let slow = _.p99
stats f.timeout(slow).retry(3) calls 300_000
"""
# The first version in whose schema a rule needs no conditions of pods, and the last one that is known here.
KUBERNETES = [f"1.{minor}" for minor in range(29, 35)]


def run(program: str, *words: str, **options) -> str:
    return subprocess.run([program, *words], check=True, capture_output=True, text=True, **options).stdout


def with_dask(program: str, folder: pathlib.Path) -> None:
    """Kills a worker while the first round runs; the result is that of one machine."""
    whole = run(program, "study.retry", cwd=folder)
    with LocalCluster(n_workers=WORKERS, threads_per_worker=1) as cluster:
        words = ["study.retry", "--on", f"dask:{cluster.scheduler_address}", "--shards", str(SHARDS)]
        process = subprocess.Popen(
            [program, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        parts = folder / "study.retry.parts" / "1"

        def made() -> int:
            return sum((parts / str(number)).exists() for number in range(1, SHARDS + 1))

        while made() < WORKERS and process.poll() is None:
            time.sleep(0.01)
        worker = next(iter(cluster.workers.values()))
        os.kill(worker.pid, signal.SIGKILL)
        at_kill = made()
        output, errors = process.communicate(timeout=300)
    assert at_kill < SHARDS, "the worker was killed too late"
    assert process.returncode == 0, errors
    assert output == whole, output
    print(f"dask: {WORKERS} workers, one killed with {at_kill} of {SHARDS} parts made; the same bytes")


def with_kubernetes(program: str, folder: pathlib.Path) -> None:
    answer = subprocess.run(
        [program, "study.retry", "--on", "kubernetes", "--shards", "64", "--out", "job"], cwd=folder,
        capture_output=True, text=True)
    assert answer.returncode == 75, answer
    job = yaml.safe_load((folder / "job" / "1" / "job.yaml").read_text())
    for version in KUBERNETES:
        kubernetes_validate.validate(job, version, strict=True)
    assert job["spec"]["completions"] == 64
    print(f"kubernetes: the Job fits the schemas of {KUBERNETES[0]} to {KUBERNETES[-1]}")


def main() -> None:
    program = os.path.abspath(sys.argv[1])
    # The Python that the program starts is the one with the packages.
    os.environ["PATH"] = f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "study.retry").write_text(TEXT)
        with_dask(program, folder)
        with_kubernetes(program, folder)


if __name__ == "__main__":
    main()
