/** A text of the session with what came of it. */
class Cell {
  #engine;
  #results = make('div', {className: 'results'});
  #fresh;
  #values = new Values();
  #progress = make('progress', {max: 1, hidden: true, ariaLabel: 'Progress'});
  /** The name of the state after it. */
  name;
  editor;
  element;
  #view = make('select', {ariaLabel: 'View of the results', onchange: () => this.editor.onrun()},
    ...[['html', 'Report'], ['text', 'Text'], ['json', 'JSON'], ['csv', 'CSV']]
      .map(([value, name]) => make('option', {value}, name)));
  /** Whether its text was run and has not changed since. */
  isRun = false;
  /** How its run ended. */
  status;

  /** The text at the prompt before an earlier one was shown, and which one that is. */
  draft = '';
  recalled;

  constructor(engine, number, from, {onrun, onmove, onrecall, onstop, onremove}) {
    [this.#engine, this.name] = [engine, `text ${number}`];
    this.editor = new Editor(engine, from, `Text ${number}`);
    this.editor.onrun = () => onrun(this);
    this.editor.onrecall = (way) => onrecall(this, way);
    this.editor.onchange = () => { this.isRun = false; this.element.classList.add('changed'); };
    this.editor.onpieces = (pieces) => this.#values.show(pieces);
    this.#values.onmove = (text, isResting) => {
      this.editor.value = text;
      onmove(this, isResting);
    };
    const tools = make('div', {className: 'tools cell-tools'},
      button('Run', () => onrun(this), {title: 'Enter'}), this.#view, this.#progress,
      button('Stop', onstop, {className: 'stop', hidden: true}),
      button('Remove', () => onremove(this), {className: 'remove', ariaLabel: `Remove text ${number}`}));
    this.element = make('section', {className: 'cell', ariaLabel: `Text ${number} with its results`},
      make('div', {className: 'side'}, this.editor.element, this.editor.hint, this.#values.element, tools),
      this.#results);
    this.#values.element.hidden = true;
  }

  get text() { return this.editor.value; }

  /** Runs the text from one state of the session to another. */
  async run(from, to, most) {
    const stop = this.element.querySelector('.stop');
    const timer = setTimeout(() => { stop.hidden = this.#progress.hidden = false; }, 300);
    this.#progress.removeAttribute('value');
    this.element.setAttribute('aria-busy', 'true');
    this.#fresh = make('div', {className: 'results'});
    const request = {do: 'run', text: this.text, as: this.#view.value, from, to, ...(most ? {most} : {})};
    this.status = await this.#engine.ask(request, (object) => this.#hear(object));
    clearTimeout(timer);
    stop.hidden = this.#progress.hidden = true;
    this.element.removeAttribute('aria-busy');
    this.isRun = this.status !== 'stopped' && this.status !== 'failed';
    if (!this.isRun) this.#fresh.append(make('p', {className: 'note'}, this.status));
    this.#show();
    this.element.classList.remove('changed');
    this.element.classList.toggle('mistaken', ['wrong', 'incomplete'].includes(this.status));
    if (!most) tell(this.#fresh.querySelector('.mistake, .unmet, pre, desc, .note')?.textContent.split('\n')[0] ?? '');
  }

  #hear(object) {
    switch (object.kind) {
    case 'output': this.#add(object); break;
    case 'playable': this.#fresh.append(new Play(this.#engine, object).element); break;
    case 'file':
      if (!object.progress) this.#fresh.append(make('p', {}, download(object.name, object.text)));
      break;
    case 'progress': this.#progress.value = object.share; break;
    case 'question': this.#ask(object); break;
    case 'refusal': this.#addLine(object.message, 'mistake'); break;
    case 'done': break;
    default: this.#addLine(JSON.stringify({...object, id: undefined}), 'lines');
    }
  }

  #add({stream, text}) {
    if (this.#view.value !== 'html') return this.#addLine(text, stream === 'mistake' ? 'mistake' : 'lines');
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
    this.#results.replaceWith(this.#fresh);
    this.#results = this.#fresh;
  }

  /** Shows what came before a question, and the question. */
  #ask({text, answers}) {
    const field = make('input', {type: 'text', ariaLabel: text, autocomplete: 'off'});
    const answer = (said) => {
      form.replaceWith(make('p', {className: 'note'}, `${text} ${said ?? 'no answer'}`));
      this.#engine.answer(said);
    };
    const ways = answers.length
      ? answers.map((way) => button(way, () => answer(way)))
      : [field, make('button', {textContent: 'Answer'}), button('Skip', () => answer(null))];
    const form = make('form', {className: 'question tools'}, make('span', {}, text), ...ways);
    form.onsubmit = (event) => { event.preventDefault(); answer(field.value); };
    this.#fresh.append(form);
    this.#show();
    form.querySelector('input, button').focus();
    tell(text);
  }
}
