// Makes calls with fetch in a loop that tries again after half of a growing delay and a random part of the other half.
const sleep = (time) => new Promise((done) => setTimeout(done, time));
for (let call = 0; call < 20; call++) {
  for (let attempt = 0; attempt < 4; attempt++) {
    if (attempt > 0) {
      const delay = 40 * 2 ** (attempt - 1);
      // A timer of node fires up to 1 ms early.
      await sleep(delay / 2 + (delay / 2) * Math.random() + 1);
    }
    try {
      const answer = await fetch(process.env.RETRYLAB_URL + "/fetch", {
        headers: { "Idempotency-Key": `${call}` },
      });
      await answer.text();
      if (answer.status < 400) break;
      if (answer.status !== 503) break;
    } catch {}
  }
}
