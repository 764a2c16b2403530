/** A text of the session with what came of it. */
class Cell {
  #engine;
  #crew;
  #results = make('div', {className: 'results'});
  #fresh;
  #values = new Values();
  #progress = make('progress', {max: 1, hidden: true, ariaLabel: 'Progress'});
  #stop;
  #view = make('select', {ariaLabel: 'View of the results'},
    ...[['html', 'Report'], ['text', 'Text'], ['json', 'JSON'], ['csv', 'CSV']]
      .map(([value, name]) => make('option', {value}, name)));
  /** The question that waits for an answer, and how many were answered in this run. */
  #form;
  #asked = 0;
  #isRefused = false;
  /** The name of the state after it, and the run that led there. */
  name;
  origin;
  editor;
  element;
  /** How its last run ended. */
  status;
  /** How often it was to be run, and which of these its results are of. */
  wanted = 0;
  #found = 0;
  /** Whether the engine has run it, and whether it then had a text, so that there is a state after it. */
  isKnown = false;
  hasState = false;
  /** The most calls of its measurements, while a number moves. */
  most;
  /** Whether a person runs it, so that it asks anew. */
  isNew = false;
  /** Whether a person has stopped it. */
  isStopped = false;
  /** The answers to its questions, which are given again when it runs after a change above it. */
  answers = [];
  /** The text at the prompt before an earlier one was shown, and which one that is. */
  draft = '';
  recalled;

  constructor(engine, crew, number, from, {onrun, onrefresh, onmove, onrecall, onstop, onremove}) {
    [this.#engine, this.#crew, this.name] = [engine, crew, `text ${number}`];
    this.editor = new Editor(engine, from, `Text ${number}`);
    this.editor.onrun = () => onrun(this);
    this.editor.onrecall = (way) => onrecall(this, way);
    this.editor.onchange = () => this.element.classList.add('changed');
    this.editor.onpieces = (pieces) => this.#values.show(pieces);
    this.editor.onleave = () => this.element.querySelector('.side :is(button, input, select):not([hidden])').focus();
    this.#values.text = () => this.text;
    this.#values.onmove = (text, isResting) => {
      this.editor.value = text;
      onmove(this, isResting);
    };
    this.#view.onchange = () => onrefresh(this);
    this.#stop = button('Stop', onstop, {className: 'stop', hidden: true});
    const tools = make('div', {className: 'tools cell-tools'},
      button('Run', () => onrun(this), {title: 'Enter'}), this.#view, this.#progress, this.#stop,
      button('Remove', () => onremove(this), {ariaLabel: `Remove text ${number}`}));
    this.element = make('section', {className: 'cell', ariaLabel: `Text ${number} with its results`},
      make('div', {className: 'side'}, this.editor.element, this.editor.hint, this.#values.element, tools),
      this.#results);
    this.#values.element.hidden = true;
  }

  get text() { return this.editor.value; }

  /** Whether its results are what they were wanted to be. */
  get isFresh() { return this.#found === this.wanted; }

  /** Whether the engine has failed at it. */
  get hasFailed() { return this.status?.startsWith(Engine.failed('')) === true; }

  get isMistaken() { return this.status === 'wrong' || this.status === 'incomplete'; }

  /** Runs the text from a state of the session, to which some runs have led. */
  async run(from, origins) {
    const {text, wanted, most} = this;
    this.origin = {text, from, to: this.name, most, given: []};
    if (this.isNew) [this.answers, this.isNew] = [[], false];
    this.#fresh = make('div', {className: 'results'});
    [this.#asked, this.#isRefused] = [0, false];
    this.element.setAttribute('aria-busy', 'true');
    const timer = setTimeout(() => { this.#stop.hidden = this.#progress.hidden = false; }, 300);
    this.#progress.removeAttribute('value');
    this.status = text.trim() ? await this.#ask(origins) : 'ready';
    clearTimeout(timer);
    this.#form?.remove();
    this.#stop.hidden = this.#progress.hidden = true;
    this.element.removeAttribute('aria-busy');
    const hasEnded = this.status !== Engine.stopped && !this.hasFailed;
    this.isKnown = hasEnded;
    this.hasState = hasEnded && !this.#isRefused && text.trim() !== '';
    if (hasEnded) this.#found = wanted;
    if (this.hasFailed) this.isStopped = true;
    if (!hasEnded) {
      // A new engine runs it again, unless it was the cause.
      if (!this.isStopped) return;
      this.#addLine(this.hasFailed ? this.status : 'stopped', this.hasFailed ? 'mistake' : 'note');
    }
    if (this.status === 'ended') this.#addLine('A session in a page ends when the page is closed.', 'note');
    this.#show();
    // What was typed meanwhile waits to be run.
    this.element.classList.toggle('changed', text !== this.text);
    this.element.classList.toggle('mistaken', this.isMistaken);
    this.editor.review();
    if (!most) tell(this.#results.querySelector('.mistake, .unmet, pre, desc, .note')?.textContent.split('\n')[0] ?? '');
  }

  #ask(origins) {
    const form = this.#view.value, {given, ...run} = this.origin;
    return this.#engine.ask({do: 'run', ...run, as: form, divides: Crew.isWanted}, (object) => {
      if (object.kind === 'divisible') this.#divide([...origins, this.origin]);
      else this.#receive(object, form);
    });
  }

  /** Gives the run what it waits for. */
  #give(what) {
    this.origin.given.push(what);
    this.#engine.give(what);
  }

  /** Has a measurement made by several engines. */
  async #divide(runs) {
    const fresh = this.#fresh;
    const parts = await this.#crew.parts(runs, (share) => { this.#progress.value = share; });
    // Unless it was stopped meanwhile.
    if (this.#fresh === fresh) this.#give({parts});
  }

  #receive(object, form) {
    switch (object.kind) {
    case 'output': this.#add(object, form); break;
    case 'playable': this.#fresh.append(new Play(this.#engine, object).element); break;
    case 'file':
      if (!object.progress) this.#fresh.append(make('p', {}, download(object.name, object.text)));
      break;
    case 'progress': this.#progress.value = object.share; break;
    case 'question': this.#question(object); break;
    case 'refusal':
      this.#isRefused = true;
      this.#addLine(object.message, 'mistake');
      break;
    case 'done': break;
    default: this.#addLine(JSON.stringify({...object, id: undefined}), 'lines');
    }
  }

  #add({stream, text}, form) {
    if (form !== 'html') return this.#addLine(text, stream === 'mistake' ? 'mistake' : 'lines');
    const part = make('div');
    part.innerHTML = text;
    this.#fresh.append(...part.childNodes);
  }

  /** Adds a line of text to those before it. */
  #addLine(text, kind) {
    const last = this.#fresh.lastElementChild;
    if (last?.className === kind) last.append(`\n${text}`); else this.#fresh.append(make('pre', {className: kind}, text));
  }

  #show() {
    if (this.#fresh === this.#results) return;
    const isPlaying = this.#results.querySelector('.course[open]');
    this.#results.replaceWith(this.#fresh);
    this.#results = this.#fresh;
    // A play that was open stays so.
    const play = isPlaying && this.#results.querySelector('.course');
    if (play) play.open = true;
  }

  /** Answers a question as before, or shows it below what came before it. */
  #question({text, answers}) {
    const place = this.#asked++;
    const reply = (said) => {
      this.#form?.remove();
      this.#fresh.append(make('p', {className: 'note'}, `${text} ${said}`));
      this.answers[place] = said;
      this.#give({text: said});
    };
    if (place < this.answers.length) return reply(this.answers[place]);
    const field = make('input', {type: 'text', ariaLabel: text, autocomplete: 'off'});
    const ways = answers.length
      ? answers.map((way) => button(way, () => reply(way)))
      : [field, make('button', {textContent: 'Answer'})];
    this.#form = make('form', {className: 'question tools'}, make('span', {}, text), ...ways);
    this.#form.onsubmit = (event) => { event.preventDefault(); reply(field.value); };
    this.#fresh.append(this.#form);
    this.#show();
    this.#form.querySelector('input, button').focus();
    this.#form.scrollIntoView({block: 'center'});
    tell(text);
  }
}
