/** The session: texts below each other, each run after those above it. */
class Book {
  #engine;
  #place = document.getElementById('cells');
  #count = 0;
  #cells = [];
  /** The first text that has to run, and the most calls of its measurements. */
  #from = Infinity;
  #most;
  #isRunning = false;
  #isOpen;
  #history = [];
  /** Is told whenever all texts have run. */
  onrest = () => {};

  constructor(engine) { this.#engine = engine; }

  get texts() { return this.#cells.map((cell) => cell.text).filter((text) => text.trim()); }

  get last() { return this.#cells.at(-1); }

  /** Adds a text at the end. */
  add(text = '') {
    const cell = new Cell(this.#engine, ++this.#count, () => ({from: this.#state(this.#cells.indexOf(cell))}), {
      onrun: (cell) => this.run(cell),
      onmove: (cell, isResting) => this.#want(this.#cells.indexOf(cell), isResting ? undefined : 10000),
      onrecall: (cell, way) => this.#recall(cell, way),
      onstop: () => this.stop(),
      onremove: (cell) => this.#remove(cell),
    });
    this.#cells.push(cell);
    this.#place.append(cell.element);
    cell.editor.value = text;
    return cell;
  }

  /** The state in which a text runs: that after the last text above it. */
  #state(place) {
    const above = this.#cells.slice(0, Math.max(0, place)).findLastIndex((cell) => cell.isRun);
    return above < 0 ? 'start' : this.#cells[above].name;
  }

  /** Runs a text and those below it; after the last one comes a new prompt. */
  async run(cell) {
    if (!cell.text.trim()) return;
    if (cell === this.last) this.add();
    if (this.#history.at(-1) !== cell.text) this.#history.push(cell.text);
    const next = this.#cells[this.#cells.indexOf(cell) + 1];
    await this.#want(this.#cells.indexOf(cell));
    next?.editor.text.focus();
    next?.element.scrollIntoView({block: 'nearest'});
  }

  /** Puts texts in the place of all, and runs them. */
  async replace(texts) {
    for (const cell of this.#cells) cell.element.remove();
    this.#cells = [];
    for (const text of texts) this.add(text);
    this.add();
    await this.#want(0);
  }

  /** Runs everything from a text on, as soon as what runs has ended. */
  async #want(place, most) {
    [this.#from, this.#most] = [Math.min(this.#from, place), most];
    this.#cells[place]?.element.setAttribute('aria-busy', 'true');
    if (this.#isRunning) return;
    this.#isRunning = true;
    await this.#isOpen;
    while (this.#from < this.#cells.length) {
      const place = this.#from++, cell = this.#cells[place];
      if (!cell.text.trim()) {
        cell.element.removeAttribute('aria-busy');
        continue;
      }
      await cell.run(this.#state(place), cell.name, this.#most);
      if (!cell.isRun) break;
    }
    [this.#from, this.#isRunning] = [Infinity, false];
    this.onrest();
  }

  /** Stops what runs; what was above it runs again, so that the session goes on from there. */
  async stop() {
    if (!this.#isRunning) return;
    this.#engine.restart();
    await this.open();
  }

  /** Makes the states of the session in an engine that knows none; what runs waits for them. */
  open() { return this.#isOpen = this.#open(); }

  async #open() {
    await this.#engine.ask({do: 'run', text: '', to: 'start'});
    for (const [place, cell] of this.#cells.entries()) {
      if (!cell.isRun) continue;
      await this.#engine.ask({do: 'run', text: cell.text, from: this.#state(place), to: cell.name});
    }
  }

  #remove(cell) {
    if (this.#cells.length === 1) return;
    const place = this.#cells.indexOf(cell);
    this.#cells.splice(place, 1);
    cell.element.remove();
    if (this.#cells.at(-1)?.text.trim()) this.add();
    this.#cells[Math.min(place, this.#cells.length - 1)].editor.text.focus();
    this.#want(place);
  }

  /** Shows an earlier or a later text at the prompt. */
  #recall(cell, way) {
    const place = (cell.recalled ?? this.#history.length) + way;
    if (cell !== this.last || place < 0 || place > this.#history.length) return false;
    if (cell.recalled === undefined) cell.draft = cell.text;
    cell.recalled = place;
    cell.editor.value = this.#history[place] ?? cell.draft;
    return true;
  }
}
