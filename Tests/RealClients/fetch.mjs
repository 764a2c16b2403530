// Gets each address once with fetch, and prints what it saw.
for (const address of process.argv.slice(2)) {
  let seen;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(3000) });
    await answer.text();
    const hint = answer.headers.get("retry-after");
    seen = answer.status + (hint ? ` after ${hint}` : "");
  } catch (error) {
    seen = error.cause?.code ?? error.name;
  }
  console.error(new URL(address).pathname.slice(1), seen);
}
