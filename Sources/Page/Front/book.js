/** The session: texts below each other, each run after those above it. */
class Book {
  #engine;
  #place = document.getElementById('cells');
  #count = 0;
  #cells = [];
  #history = [];
  /** The text that runs. */
  #running = null;
  #isLooping = false;
  /** The most calls of measurements, while a number moves. */
  #most;
  /** Is told whenever all texts have run. */
  onrest = () => {};

  constructor(engine) {
    this.#engine = engine;
    // A new engine knows no states: each text runs again, with the answers that it was given.
    engine.onrestart = () => { for (const cell of this.#cells) cell.hasState = false; };
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
    const cell = new Cell(this.#engine, ++this.#count, () => ({from: this.#state(this.#cells.indexOf(cell))}), {
      onrun: (cell) => this.run(cell),
      onrefresh: (cell) => this.#want([cell]),
      onmove: (cell, isResting) => this.#want([cell], isResting ? undefined : 10000),
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
  #state(place) {
    return this.#cells.slice(0, Math.max(0, place)).findLast((cell) => cell.hasState && cell.text.trim())?.name ?? 'start';
  }

  /** Runs a text and those below it; after the last one comes a new prompt. */
  async run(cell) {
    if (cell === this.last) {
      if (!cell.text.trim()) return;
      this.add();
    }
    if (cell.text.trim() && this.#history.at(-1) !== cell.text) this.#history.push(cell.text);
    cell.answers = [];
    // What is typed from now on is for the next text.
    const next = this.#cells[this.#cells.indexOf(cell) + 1];
    next.editor.text.focus({preventScroll: true});
    await this.#want([cell]);
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
    await this.#want(this.#cells, undefined, stopped);
    return old;
  }

  /** Runs each text again, for example since a file has changed. */
  refresh() { return this.#want(this.#cells); }

  /** Runs some texts and those below the first of them. */
  async #want(cells, most, stopped = []) {
    this.#most = most;
    const first = Math.min(...cells.map((cell) => this.#cells.indexOf(cell)));
    for (const [place, cell] of this.#cells.entries()) {
      if (place < first) continue;
      cell.wanted++;
      // One that was stopped stays so until it is run itself.
      if (cells.includes(cell)) cell.isStopped = stopped.includes(place);
    }
    cells[0]?.element.setAttribute('aria-busy', 'true');
    await this.#loop();
  }

  /** Runs the first text that is not what its results are of, or whose state is not known, until there is none. */
  async #loop() {
    if (this.#isLooping) return this.#isLooping;
    this.#isLooping = this.#runAll();
    await this.#isLooping;
    this.#isLooping = null;
    this.onrest();
  }

  async #runAll() {
    for (;;) {
      const place = this.#cells.findIndex((cell) => !cell.isStopped && !(cell.isFresh && cell.hasState));
      if (place < 0) return;
      const cell = this.#cells[place];
      this.#running = cell;
      if (!this.#engine.isOpen) await this.#open();
      await cell.run(this.#state(place), this.#most);
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
    this.#engine.restart();
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
    await this.#want([next]);
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
