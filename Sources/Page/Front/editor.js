/** A text with the colours, the mistakes and the completions that the engine finds in it. */
class Editor {
  #engine;
  /** The state of the session in which the text would run. */
  #from;
  #pieces = [{text: ''}];
  #mistake;
  #list;
  #colours = make('pre', {ariaHidden: 'true'});
  #hint = make('p', {className: 'hint'});
  #timer;
  #look = latest((text) => this.#colour(text));
  #judge = latest((text) => this.#check(text));
  text = make('textarea', {
    rows: 1, spellcheck: false, autocapitalize: 'off', autocomplete: 'off', placeholder: 'Type here, such as op(fails: 30%).retry(3)',
  });
  element = make('div', {className: 'editor'}, this.#colours, this.text);
  hint = this.#hint;
  onrun = () => {};
  /** Is told that the focus leaves the text. */
  onleave = () => {};
  onchange = () => {};
  onpieces = () => {};
  /** Asks for an earlier (-1) or a later text (1); returns whether there is one. */
  onrecall = () => false;

  constructor(engine, from, name) {
    [this.#engine, this.#from] = [engine, from];
    this.text.setAttribute('aria-label', name);
    this.text.setAttribute('aria-describedby', this.#hint.id = `hint-${Editor.#count++}`);
    this.text.setAttribute('role', 'combobox');
    this.text.setAttribute('aria-expanded', 'false');
    this.text.setAttribute('aria-autocomplete', 'list');
    this.text.oninput = () => { this.#changed(); this.onchange(); };
    this.text.onkeydown = (event) => this.#press(event);
    this.text.onclick = () => this.#close();
    this.text.onblur = () => setTimeout(() => { if (!this.#list?.contains(document.activeElement)) this.#close(); });
  }

  static #count = 1;

  // Half a letter, which a link may hold, is none.
  get value() { return this.text.value.toWellFormed?.() ?? this.text.value; }

  set value(text) {
    this.text.value = text;
    this.#changed();
  }

  #changed() {
    this.#close();
    this.#mistake = null;
    this.#hint.querySelector('button')?.remove();
    // Until the engine has looked, what was typed has no colours.
    this.#pieces = [{text: this.value}];
    this.#paint();
    this.#look(this.value);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#judge(this.value), 250);
  }

  async #colour(text) {
    const colours = await this.#engine.first('colours', {do: 'colours', text});
    if (!colours || text !== this.value) return;
    // The engine shows signs that nobody can see as others; the text keeps its own.
    let place = 0;
    this.#pieces = colours.pieces.map(({text: {length}, ink}) => ({text: text.slice(place, place += length), ink}));
    if (place !== text.length) this.#pieces = [{text}];
    this.#paint();
    this.onpieces(this.#pieces);
  }

  /** Looks again, after what the text stands on has changed. */
  review() { if (this.value.trim()) this.#judge(this.value); }

  /** Tells the first mistake of the text, and otherwise the call that is being written. */
  async #check(text) {
    let mistake;
    const status = await this.#engine.ask({do: 'check', text, ...this.#from()}, (object) => {
      if (object.kind === 'error') mistake ??= object;
    });
    if (text !== this.value) return;
    this.#hint.replaceChildren();
    this.#mistake = status === 'wrong' ? mistake : null;
    this.#paint();
    if (this.#mistake) {
      this.#hint.className = 'hint mistaken';
      this.#hint.append(mistake.message);
      const range = this.#range(mistake);
      if (mistake.suggestion && !mistake.suggestion.includes('\n')) {
        this.#hint.append(' ', button(`Use ${mistake.suggestion}`, () => this.#replace(range, mistake.suggestion)));
      }
    } else if (document.activeElement === this.text) {
      await this.#sign(text);
    }
  }

  async #sign(text) {
    const position = [...text.slice(0, this.text.selectionStart)].length;
    const signature = await this.#engine.first('signature', {do: 'signature', text, position, ...this.#from()});
    if (!signature?.forms.length || text !== this.value) return;
    this.#hint.className = 'hint';
    const [form] = signature.forms, label = signature.label && `${signature.label}:`;
    const [before, after] = label ? form.text.split(label, 2) : [form.text];
    this.#hint.append(before, ...(after === undefined ? [] : [make('strong', {}, label), after]), ` — ${form.summary}`);
  }

  /** Where a mistake is in the text, whose letters are those that a person sees. */
  #range({line, column, length}) {
    const lines = this.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    const letters = [...new Intl.Segmenter().segment(this.value.slice(start))].map(({segment}) => segment);
    const from = start + letters.slice(0, column - 1).join('').length;
    return [from, from + letters.slice(column - 1, column - 1 + length).join('').length];
  }

  #replace([from, to], text) {
    this.text.focus();
    this.text.setSelectionRange(from, to);
    // So that it can be undone as what was typed.
    if (!document.execCommand('insertText', false, text)) {
      this.text.setRangeText(text, from, to, 'end');
      this.text.oninput();
    }
  }

  #paint() {
    const [from, to] = this.#mistake ? this.#range(this.#mistake) : [-1, -1];
    let place = 0;
    const spans = this.#pieces.flatMap(({text, ink}) => {
      const [start, end] = [place, place += text.length];
      const cuts = [start, ...[from, to].filter((cut) => cut > start && cut < end), end];
      return cuts.slice(1).map((cut, index) => {
        const isWrong = from <= cuts[index] && cut <= to;
        return make('span', {className: `${ink ? `ink-${ink}` : ''}${isWrong ? ' wrong' : ''}`},
          this.value.slice(cuts[index], cut));
      });
    });
    // A line that is empty has its height as well.
    this.#colours.replaceChildren(...spans, '\n');
  }

  // Completions

  async #complete(orElse = () => {}) {
    const text = this.value, place = this.text.selectionStart;
    const letters = [...text];
    const position = [...text.slice(0, place)].length;
    const found = await this.#engine.first('completion', {do: 'complete', text, position, ...this.#from()});
    if (text !== this.value) return;
    if (!found?.words.length) return orElse();
    const range = [letters.slice(0, found.from).join('').length, letters.slice(0, found.to).join('').length];
    if (found.words.length === 1) return this.#replace(range, found.words[0].text);
    this.#list = make('ul', {className: 'list', role: 'listbox', id: `${this.#hint.id}-list`, ariaLabel: 'Completions'});
    for (const word of found.words.slice(0, 200)) {
      const item = make('li', {role: 'option', id: `${this.#list.id}-${this.#list.children.length}`},
        make('code', {}, word.name), ' ', make('small', {}, word.detail ?? ''));
      item.onpointerdown = (event) => { event.preventDefault(); this.#replace(range, word.text); };
      item.choose = () => this.#replace(range, word.text);
      this.#list.append(item);
    }
    this.element.append(this.#list);
    this.#list.scrollIntoView({block: 'nearest'});
    this.text.setAttribute('aria-expanded', 'true');
    this.text.setAttribute('aria-controls', this.#list.id);
    this.#select(this.#list.firstElementChild);
    tell(`${found.words.length} completions`);
  }

  #select(item) {
    for (const other of this.#list.children) other.ariaSelected = String(other === item);
    item.scrollIntoView({block: 'nearest'});
    this.text.setAttribute('aria-activedescendant', item.id);
  }

  #close() {
    this.#list?.remove();
    this.#list = null;
    this.text.setAttribute('aria-expanded', 'false');
    this.text.removeAttribute('aria-activedescendant');
  }

  #pressInList(event) {
    const items = [...this.#list.children];
    const place = items.findIndex((item) => item.ariaSelected === 'true');
    const move = {ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8}[event.key];
    if (move) {
      this.#select(items[Math.max(0, Math.min(items.length - 1, place + move))]);
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      items[place].choose();
    } else if (event.key === 'Escape') {
      this.#close();
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  }

  // Keys

  #press(event) {
    if (event.isComposing || this.#list && this.#pressInList(event)) return;
    const {selectionStart: place, selectionEnd: end} = this.text;
    const [before, after] = [this.value.slice(0, place), this.value.slice(end)];
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.onrun();
    } else if (event.key === 'Enter' && isPlain && (!after.trim() || !this.value.includes('\n'))) {
      const depth = Editor.#openBrackets(this.value);
      event.preventDefault();
      if (depth === 0) this.onrun();
      else this.#replace([place, end], `\n${'  '.repeat(Math.min(depth, 20))}`);
    } else if (event.key === 'Tab' && isPlain && /[\w.:(]\s*$/.test(before) && place === end) {
      event.preventDefault();
      this.#complete(() => this.onleave());
    } else if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      this.#complete();
    } else if (event.key === 'ArrowUp' && isPlain && !before.includes('\n') && this.onrecall(-1)) {
      event.preventDefault();
    } else if (event.key === 'ArrowDown' && isPlain && !after.includes('\n') && this.onrecall(1)) {
      event.preventDefault();
    }
  }

  /** How many brackets are open at the end of a text that goes on; 0 for one that is whole. */
  static #openBrackets(text) {
    const plain = text.replace(/"(?:\\.|[^"\\\n])*"/g, '""').replace(/\/\/.*/g, '').trim();
    const depth = [...plain].reduce((sum, letter) => sum + '([{'.includes(letter) - ')]}'.includes(letter), 0);
    return Math.max(depth, /(?:[,+*=<>&|?:]|\bin)$/.test(plain) ? 1 : 0);
  }
}
