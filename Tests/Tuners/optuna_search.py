#!/usr/bin/env python3
"""How many calls Optuna needs for the problems of `retrylab-bench only search`, with the program behind it.

    optuna_search.py PROGRAM

Optuna's TPE chooses the policies, and its paired pruner ends trials that are worse than the best on the same batches.
A batch has 128 calls under its own seed, which is the same for every policy. The package `optuna` has to be there.
"""

import json
import math
import subprocess
import sys
import warnings

import optuna

SEEDS = 40
BATCH = 128
# The batches of a trial that is not pruned, and how many are asked for at once.
MOST, STEP = 64, 8
BUDGETS = [8, 12, 18, 27, 40, 60, 90, 135, 200]
RETRY = "op(fails: 20%, latency: exponential(100ms)).retry"


class Program:
    """A session of the program, which measures batches."""

    def __init__(self, path: str):
        self.process = subprocess.Popen(
            [path, "--serve", "--threads", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def batches(self, policy: str, seeds: range) -> list[dict]:
        text = "\n".join(f"stats {policy} calls {BATCH} seed {seed}" for seed in seeds)
        self.process.stdin.write(json.dumps({"do": "run", "text": text}) + "\n")
        self.process.stdin.flush()
        found = []
        for line in self.process.stdout:
            answer = json.loads(line)
            if answer["kind"] == "done":
                assert answer["status"] == "ready", answer
                return found
            if answer["kind"] == "stats":
                found.append(answer)
        raise EOFError


def latency(attempts: int, base: float) -> float:
    """The mean latency in ms of attempts that fail in one of five cases and double their delay."""
    total, reached, delay = 0.0, 1.0, base
    for attempt in range(1, attempts + 1):
        total += reached * 100
        reached *= 0.2
        if attempt < attempts:
            total += reached * delay
        delay *= 2
    return total


def attempts_base(trial):
    n, b = trial.suggest_int("n", 1, 8), trial.suggest_float("b", 1, 2000, log=True)
    policy = f"{RETRY}(attempts: {n}, backoff: exponential({b:.6f}ms))"
    return policy, n >= 3 and latency(n, b) <= 1.01 * latency(3, 1)


def with_longest(trial):
    n, b = trial.suggest_int("n", 1, 8), trial.suggest_float("b", 10, 2000, log=True)
    m = trial.suggest_float("m", 1000, 30000, log=True)
    policy = f"{RETRY}(attempts: {n}, backoff: exponential({b:.6f}ms, max: {m:.6f}ms))"
    return policy, n >= 5 and latency(n, b) <= 1.01 * latency(5, 10)


def timeout(trial):
    t, n = trial.suggest_float("t", 10, 10000, log=True), trial.suggest_int("n", 1, 8)
    policy = f"op(latency: mix(90%: 50ms, 10%: 5s)).timeout({t:.6f}ms).retry(attempts: {n})"
    return policy, 50 <= t <= 55 and n >= 2


PROBLEMS = [
    ("attempts, base", attempts_base, 0.99, math.inf),
    ("attempts, base, longest delay, bound on p99", with_longest, 0.999, 2e9),
    ("timeout, attempts", timeout, 0.99, math.inf),
]


def search(program: Program, problem, least: float, most: float, budget: int, seed: int) -> tuple[bool, int]:
    """Returns whether the best trial is right, and the calls that all have made."""
    spent = 0

    def objective(trial):
        nonlocal spent
        policy, is_right = problem(trial)
        trial.set_user_attr("right", is_right)
        costs, successes, latencies = [], [], []
        for first in range(0, MOST, STEP):
            for found in program.batches(policy, range(seed * 1000 + first, seed * 1000 + first + STEP)):
                rate, times = found["success"]["rate"], found["latency_ns"]
                # A policy that misses a goal costs more than any that meets it.
                miss = max(0.0, least - rate) + max(0.0, times["p99"] / most - 1)
                successes.append(rate)
                latencies.append(times["p99"])
                costs.append(times["mean"])
                trial.report(times["mean"] + 1e10 * miss, len(costs) - 1)
            spent += STEP * BATCH
            if trial.should_prune():
                raise optuna.TrialPruned
        count = len(costs)
        miss = max(0.0, least - sum(successes) / count) + max(0.0, sum(latencies) / count / most - 1)
        return sum(costs) / count + 1e10 * miss

    study = optuna.create_study(
        sampler=optuna.samplers.TPESampler(seed=seed),
        pruner=optuna.pruners.WilcoxonPruner(p_threshold=0.1, n_startup_steps=STEP))
    study.optimize(objective, n_trials=budget)
    return study.best_trial.user_attrs["right"], spent


def main() -> None:
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
    program = Program(sys.argv[1])
    print(f"calls that Optuna's TPE needs to be right in 95% of {SEEDS} seeds")
    for name, problem, least, most in PROBLEMS:
        answer = f"not with {BUDGETS[-1]} trials"
        for budget in BUDGETS:
            right, spent, tried = 0, 0, 0
            for seed in range(1, SEEDS + 1):
                is_right, calls = search(program, problem, least, most, budget, seed)
                right, spent, tried = right + is_right, spent + calls, tried + 1
                if tried - right > SEEDS // 20:
                    break
            print(f"  {name}, {budget} trials: {right} of {tried} right, {spent // tried} calls each", flush=True)
            if tried - right <= SEEDS // 20:
                answer = f"{spent // tried} calls"
                break
        print(f"{name}: {answer}", flush=True)


if __name__ == "__main__":
    main()
