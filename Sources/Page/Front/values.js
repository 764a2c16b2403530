/** Sliders for the numbers of a text. */
class Values {
  element = make('div', {className: 'values', role: 'group', ariaLabel: 'Values of this text'});
  #texts = [];
  /** Is told a text with another number in it, and whether the hand rests. */
  onmove = () => {};
  /** Returns the text as it is now, which the engine may not have looked at yet. */
  text = () => '';

  /** The most that are shown. */
  static #most = 16;

  /** Shows sliders for the numbers among the pieces of a text. */
  show(pieces) {
    const count = this.#texts.length;
    this.#texts = pieces.map(({text}) => text);
    // A slider that has the focus stays where the hand is.
    if (this.element.contains(document.activeElement) && count === pieces.length) return;
    const numbers = pieces.flatMap(({ink}, place) => {
      const number = ink === 'number' && Values.#parsed(this.#texts[place]);
      return number ? [{place, number}] : [];
    });
    this.element.replaceChildren(...numbers.slice(0, Values.#most).map(({place, number}) => this.#slider(place, number)));
    this.element.hidden = !numbers.length;
  }

  static #parsed(text) {
    const parts = /^(\d[\d_]*(?:\.\d+)?)(%|ns|us|µs|ms|s|m|h|\/s|\/m|\/h|)$/.exec(text);
    return parts && {value: Number(parts[1].replaceAll('_', '')), unit: parts[2], isWhole: !parts[1].includes('.')};
  }

  /** How a number moves: the share of its slider that it stands at, and the number at a share. */
  static #scale({value, unit, isWhole}) {
    if (unit === '%' && value <= 100) {
      return {share: value / 100, at: (share) => Math.round(share * (isWhole ? 100 : 1000)) / (isWhole ? 1 : 10)};
    }
    if (isWhole && !unit && value <= 20 || value === 0) {
      const most = Math.max(10, 2 * value), least = isWhole && value > 0 ? 1 : 0;
      return {
        share: (value - least) / (most - least), at: (share) => Math.round(least + share * (most - least)),
      };
    }
    // A tenth to ten times the number, with two digits that count.
    const at = (share) => {
      const number = Number((value * 10 ** (2 * share - 1)).toPrecision(2));
      return isWhole && !['s', 'm', 'h'].includes(unit) ? Math.max(1, Math.round(number)) : number;
    };
    return {share: 0.5, at: (share) => share === 0.5 ? value : at(share)};
  }

  /** What a number is called: by the word or label before it, or that of the brackets around it; and by its place in a range. */
  static #name(before, after) {
    const isEnd = /\d[\w.%]*\s*\.\.[.<]\s*$/.test(before);
    const plain = isEnd ? before.replace(/\d[\w.%]*\s*\.\.[.<]\s*$/, '') : before;
    const name = Values.#label(plain) ?? 'value';
    return isEnd ? `${name} to` : /^\s*\.\./.test(after) ? `${name} from` : name;
  }

  static #label(before) {
    const word = (text) => /(?<!\w)([A-Za-z_]\w*)\s*$/.exec(text)?.[1];
    if (/\w\s+$/.test(before)) return word(before);
    let [depth, isPast] = [0, false];
    for (let place = before.length - 1; place >= 0; place--) {
      const [letter, rest] = [before[place], before.slice(0, place)];
      if (')]}'.includes(letter)) depth++;
      else if (depth > 0) depth -= '([{'.includes(letter);
      else if (letter === ',') isPast = true;
      else if (letter === ':' && !isPast && word(rest)) return word(rest);
      else if ('([{'.includes(letter)) {
        isPast = false;
        const method = /([A-Za-z_]\w*)$/.exec(rest)?.[1];
        if (letter === '(' && method) return method;
      }
    }
    return /.*(?<!\w)([A-Za-z_]\w*)/s.exec(before)?.[1];
  }

  #slider(place, number) {
    const texts = this.#texts, before = texts.slice(0, place).join('');
    const name = Values.#name(before, texts[place + 1] ?? '');
    const {share, at} = Values.#scale(number);
    const shown = make('output', {}, texts[place]);
    const input = make('input', {
      type: 'range', min: '0', max: '200', step: '1', value: String(Math.round(share * 200)), ariaLabel: name,
    });
    input.setAttribute('aria-valuetext', texts[place]);
    const move = (isResting) => {
      if (this.#texts.join('') !== this.text()) return;
      this.#texts[place] = `${at(Number(input.value) / 200)}${number.unit}`;
      shown.textContent = this.#texts[place];
      input.setAttribute('aria-valuetext', shown.textContent);
      this.onmove(this.#texts.join(''), isResting);
    };
    // Not every browser gives it the focus by itself.
    input.oninput = () => { input.focus(); move(false); };
    input.onchange = () => move(true);
    return make('label', {}, make('span', {}, name), input, shown);
  }
}
