/** The session: texts below each other, each run after those above it. */
class Book {
  #engine;
  #crew;
  #place = document.getElementById('cells');
  #count = 0;
  #cells = [];
  #history = [];
  /** The text that runs. */
  #running = null;
  /** The runs of stale texts, until they end. */
  #looping = null;
  /** Is told whenever texts are about to run, unless a number still moves, and whenever all have run. */
  onchange = () => {};

  constructor(engine) {
    [this.#engine, this.#crew] = [engine, new Crew(engine)];
    // A new engine knows no states: each text runs again, with the answers that it was given.
    engine.onrestart = () => {
      this.#crew.stop();
      for (const cell of this.#cells) cell.isKnown = cell.hasState = false;
    };
    engine.onput = () => this.#crew.stop();
  }

  get texts() { return this.#cells.map((cell) => cell.text).filter((text) => text.trim()); }

  /** The places of those among the texts that were stopped. */
  get stopped() {
    return this.#cells.filter((cell) => cell.text.trim())
      .flatMap((cell, place) => cell.isStopped ? [place] : []);
  }

  get hasMistake() { return this.#cells.some((cell) => cell.text.trim() && cell.status !== 'ready'); }

  /** The texts as a file, in which those with mistakes are comments. */
  get file() {
    return this.#cells.filter((cell) => cell.text.trim()).map((cell) =>
      cell.isMistaken ? cell.text.replace(/^/gm, '// ') : cell.text).join('\n\n') + '\n';
  }

  get last() { return this.#cells.at(-1); }

  get isRunning() { return this.#running !== null; }

  /** Adds a text at the end. */
  add(text = '') {
    const cell = new Cell(this.#engine, this.#crew, ++this.#count, () => ({from: this.#state(this.#cells.indexOf(cell))}), {
      onrun: (cell) => this.run(cell),
      onrefresh: (cell) => this.#schedule([cell]),
      onmove: (cell, isResting) => this.#schedule([cell], {most: isResting ? undefined : 10000}),
      onrecall: (cell, way) => this.#recall(cell, way),
      onstop: () => this.stop(),
      onremove: (cell) => this.#remove(cell),
    });
    this.#cells.push(cell);
    this.#place.append(cell.element);
    cell.editor.value = text;
    return cell;
  }

  /** The state in which a text runs: that after the last text above it that has one. */
  #state(place) { return this.#origins(place).at(-1)?.to ?? 'start'; }

  /** The runs that led to the state in which a text runs. */
  #origins(place) {
    return this.#cells.slice(0, Math.max(0, place)).filter((cell) => cell.hasState).map((cell) => cell.origin);
  }

  /** Runs a text and those below it; after the last one comes a new prompt. */
  async run(cell) {
    if (cell === this.last) {
      if (!cell.text.trim()) return;
      this.add();
    }
    if (cell.text.trim() && this.#history.at(-1) !== cell.text) this.#history.push(cell.text);
    cell.isNew = true;
    // What is typed from now on is for the next text.
    const next = this.#cells[this.#cells.indexOf(cell) + 1];
    next.editor.text.focus({preventScroll: true});
    await this.#schedule([cell]);
    if (document.activeElement === next.editor.text) Book.#show(cell, next);
  }

  /** Scrolls to a result, from its beginning if it is higher than the screen. */
  static #show(cell, next) {
    const top = cell.element.getBoundingClientRect().top, {bottom} = next.element.getBoundingClientRect();
    if (bottom - top > innerHeight - 60) cell.element.scrollIntoView({block: 'start'});
    else next.element.scrollIntoView({block: 'nearest'});
  }

  /** Puts texts in the place of all, and runs those that were not stopped; returns the texts that were there. */
  async replace(texts, stopped = []) {
    const old = this.texts;
    if (this.isRunning) this.#engine.restart();
    for (const cell of this.#cells) cell.element.remove();
    this.#cells = [];
    for (const text of texts) this.add(text);
    this.add();
    await this.#schedule(this.#cells, {stopped});
    return old;
  }

  /** Runs each text again, for example since a file has changed. */
  refresh() { return this.#schedule(this.#cells, {stopped: this.#places((cell) => cell.isStopped)}); }

  #places(holds) { return this.#cells.flatMap((cell, place) => holds(cell) ? [place] : []); }

  /** Runs some texts and those below the first of them, measuring at most so many calls. */
  async #schedule(cells, {most, stopped = []} = {}) {
    const first = Math.min(...cells.map((cell) => this.#cells.indexOf(cell)));
    for (const [place, cell] of this.#cells.entries()) {
      // What stands at the prompt waits until it is run itself.
      if (place < first || cell === this.last && !(cells.length === 1 && cells[0] === cell)) continue;
      cell.wanted++;
      cell.most = most;
      // So does one that was stopped.
      if (cells.includes(cell)) cell.isStopped = stopped.includes(place);
    }
    cells[0]?.element.setAttribute('aria-busy', 'true');
    if (!most) this.onchange();
    await this.#loop();
  }

  /** Runs the first text that is not what its results are of, or whose state is not known, until there is none. */
  async #loop() {
    if (this.#looping) return this.#looping;
    this.#looping = this.#runAll();
    await this.#looping;
    this.#looping = null;
    this.onchange();
  }

  async #runAll() {
    for (;;) {
      const place = this.#cells.findIndex((cell) =>
        cell.wanted > 0 && !cell.isStopped && !(cell.isFresh && cell.isKnown));
      if (place < 0) return;
      const cell = this.#cells[place];
      this.#running = cell;
      if (!this.#engine.isOpen) await this.#open();
      // While it was opened, it may have been stopped or begun anew.
      if (this.#engine.isOpen && !cell.isStopped) await cell.run(this.#state(place), this.#origins(place));
      this.#running = null;
    }
  }

  async #open() {
    this.#engine.isOpen = true;
    await this.#engine.ask({do: 'run', text: '', to: 'start'});
  }

  /** Runs what a new engine does not know. */
  resume() { return this.#loop(); }

  /** Stops the text that runs. */
  stop() {
    if (!this.#running) return;
    this.#running.isStopped = true;
    this.#crew.stop();
    this.#engine.stop();
  }

  async #remove(cell) {
    if (this.#cells.length === 1) return;
    const {texts, stopped} = this, place = this.#cells.indexOf(cell);
    if (this.isRunning) this.#engine.restart();
    this.#cells.splice(place, 1);
    cell.element.remove();
    if (this.last.text.trim()) this.add();
    const next = this.#cells[Math.min(place, this.#cells.length - 1)];
    next.editor.text.focus();
    const others = this.#places((cell) => cell.isStopped);
    await (next === this.last ? this.#loop() : this.#schedule([next], {stopped: others}));
    if (cell.text.trim()) tell('The text is removed.', ['Undo', () => this.replace(texts, stopped)]);
  }

  /** Shows an earlier or a later text at the prompt. */
  #recall(cell, way) {
    const place = (cell.recalled ?? this.#history.length) + way;
    if (cell !== this.last || place < 0 || place > this.#history.length) return false;
    if (cell.recalled === undefined || cell.recalled === this.#history.length) cell.draft = cell.text;
    cell.recalled = place;
    cell.editor.value = this.#history[place] ?? cell.draft;
    return true;
  }
}
