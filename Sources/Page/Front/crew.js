/** Further engines, each of which makes a part of a long measurement. */
class Crew {
  #engine;
  #members = [];
  /** As many as there are cores, up to what a measurement gains by. */
  static #size = Math.min(navigator.hardwareConcurrency ?? 1, 8);
  /** Whether measurements are divided: one core makes them no faster by two engines. */
  static isWanted = Crew.#size > 1;

  constructor(engine) { this.#engine = engine; }

  /**
   * Makes the parts of the measurement at which the last of some runs waits; the others lead to its state.
   * Without one of the parts there is none, and the measurement is made whole.
   */
  async parts(runs, onprogress) {
    while (this.#members.length < Crew.#size) this.#members.push(new Member(new Engine(this.#engine)));
    const shares = this.#members.map(() => 0);
    const parts = await Promise.all(this.#members.map((member, place) =>
      member.part(runs, [place, shares.length], (share) => {
        shares[place] = share;
        onprogress(shares.reduce((sum, share) => sum + share));
      })));
    return parts.every((part) => part !== undefined) ? parts : [];
  }

  /** Ends the engines, which begin anew when they are needed. */
  stop() {
    for (const member of this.#members) member.close();
    this.#members = [];
  }
}

/** An engine of a crew, which has the states of the session as far as it was asked for parts. */
class Member {
  #engine;
  /** What its states come from, by their names. */
  #origins = new Map();

  constructor(engine) { this.#engine = engine; }

  close() { this.#engine.close(); }

  async part(runs, shard, onprogress) {
    if (!this.#engine.isOpen) {
      this.#engine.isOpen = true;
      await this.#engine.ask({do: 'run', text: '', to: 'start'});
    }
    let origin = '';
    for (const run of runs.slice(0, -1)) {
      origin += JSON.stringify(run);
      if (this.#origins.get(run.to) === origin) continue;
      await this.#run(run, run.given);
      this.#origins.set(run.to, origin);
    }
    const last = runs.at(-1);
    return this.#run(last, [...last.given, {shard}], onprogress);
  }

  /** Runs a text with what it is given where it waits; returns the part of the measurement that it makes, if any. */
  async #run({text, from, to, most}, given, onprogress = () => {}) {
    let place = 0, part;
    await this.#engine.ask({do: 'run', text, from, to, most, as: 'text', divides: true}, (object) => {
      switch (object.kind) {
      case 'question': case 'divisible': this.#engine.give(given[place++] ?? {text: ''}); break;
      case 'part': part = object.text; break;
      case 'progress': onprogress(object.share); break;
      }
    });
    return part;
  }
}
