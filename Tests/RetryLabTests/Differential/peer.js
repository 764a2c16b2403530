// Plays libraries of Node for differential.py: it reads what to play as a line of JSON, and answers with such a line.
// Time is virtual: timers move it, and so do attempts; it is counted in nanoseconds.
"use strict";

const idle = setImmediate;
let now = 0, draws = [], timers = [];

function later(run, nanoseconds) {
  const timer = { run, at: now + nanoseconds };
  timers.push(timer);
  return timer;
}

// Node's rules: whole milliseconds, and one where a delay is below that or above what 31 bits hold.
globalThis.setTimeout = (run, delay) => {
  const milliseconds = delay >= 1 && delay <= 2 ** 31 - 1 ? Math.trunc(delay) : 1;
  return later(run, milliseconds * 1e6);
};
globalThis.clearTimeout = (timer) => {
  timers = timers.filter((each) => each !== timer);
};
globalThis.Date = class {
  getTime() {
    return Math.floor(now / 1e6);
  }
};
Math.random = () => draws.shift();

const retry = require("retry");
const promiseRetry = require("promise-retry");

const players = {
  "node-retry"(settings, attempt) {
    const operation = retry.operation(settings);
    operation.attempt(() => attempt((error) => error !== "fatal" && operation.retry(error && new Error(error))));
  },

  "promise-retry"(settings, attempt) {
    const run = (again) =>
      new Promise((done, fail) => attempt((error) => (error ? fail(error) : done()))).catch((error) => {
        if (error === "fatal") throw error;
        again(error);
      });
    promiseRetry(run, settings).catch(() => {});
  },
};

async function play({ library, settings, script, draws: given }) {
  [now, draws, timers] = [0, given, []];
  const call = { starts: [], ends: [], succeeded: null };
  function attempt(done) {
    const { takes, error } = script[Math.min(call.starts.length, script.length - 1)];
    call.starts.push(now);
    later(() => {
      call.ends.push(now);
      call.succeeded = error === null;
      done(error);
    }, takes);
  }
  players[library](settings, attempt);
  for (;;) {
    // Lets promises settle before time moves on.
    await new Promise((go) => idle(go));
    if (!timers.length) return call;
    const next = timers.reduce((first, timer) => (timer.at < first.at ? timer : first));
    timers = timers.filter((timer) => timer !== next);
    now = next.at;
    next.run();
  }
}

async function main() {
  for await (const line of require("readline").createInterface({ input: process.stdin })) {
    process.stdout.write(JSON.stringify(await play(JSON.parse(line))) + "\n");
  }
}

main();
