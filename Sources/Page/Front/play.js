/** A call or a load in its course, as the terminal plays it: with pause, steps, speed and the time to move to. */
class Play {
  #engine;
  #playable;
  #now = 0;
  #last = null;
  #picture = make('pre', {className: 'play', tabIndex: 0, ariaLabel: 'The moment that is shown'});
  #pause = button('Play', () => this.#toggle());
  #speed = make('select', {ariaLabel: 'Speed'});
  #time = make('input', {type: 'range', min: '0', max: '1000', value: '0', step: '1', ariaLabel: 'Time'});
  #clock = make('output');
  #show = latest(() => this.#draw());
  element;

  constructor(engine, playable) {
    [this.#engine, this.#playable] = [engine, playable];
    const {length_ns: length, moments_ns: moments} = playable;
    const step = (moment) => { this.#stop(); this.#go(moment); };
    const speeds = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000, 10000];
    const fitting = speeds.find((speed) => length / speed <= 30e9) ?? speeds.at(-1);
    this.#speed.append(...speeds.map((speed) => make('option', {value: speed, selected: speed === Math.max(1, fitting)}, `${speed}×`)));
    this.#time.oninput = () => step(Math.round(length * this.#time.value / 1000));
    const controls = make('div', {className: 'tools'},
      this.#pause, button('◀ Event', () => step(moments.findLast((moment) => moment < this.#now) ?? 0)),
      button('Event ▶', () => step(moments.find((moment) => moment > this.#now) ?? length)),
      this.#speed, this.#time, this.#clock);
    this.element = make('details', {className: 'course'}, make('summary', {}, 'Play it'), this.#picture, controls);
    this.element.ontoggle = () => { if (this.element.open) this.#go(this.#now); else this.#stop(); };
  }

  async #draw() {
    const probe = make('span', {textContent: '0'.repeat(40)});
    this.#picture.append(probe);
    const letter = probe.getBoundingClientRect().width / 40, style = getComputedStyle(this.#picture);
    probe.remove();
    const room = this.#picture.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const columns = Math.max(40, Math.min(160, Math.floor(room / letter)));
    const frame = await this.#engine.first(
      'frame', {do: 'frame', name: this.#playable.name, at_ns: this.#now, columns, rows: 40});
    this.#picture.innerHTML = frame?.html ?? 'Run the text again to play it.';
    this.#time.value = String(1000 * this.#now / Math.max(1, this.#playable.length_ns));
    this.#clock.textContent = `${(this.#now / 1e9).toFixed(3)} s`;
    this.#time.setAttribute('aria-valuetext', this.#clock.textContent);
  }

  #go(moment) {
    this.#now = Math.min(moment, this.#playable.length_ns);
    this.#show();
  }

  #stop() {
    this.#last = null;
    this.#pause.textContent = 'Play';
  }

  #toggle() {
    if (this.#last !== null) return this.#stop();
    if (this.#now >= this.#playable.length_ns) this.#now = 0;
    this.#pause.textContent = 'Pause';
    this.#last = performance.now();
    const tick = (time) => {
      if (this.#last === null || !this.element.isConnected) return;
      this.#go(this.#now + Math.max(0, Math.round((time - this.#last) * 1e6 * this.#speed.value)));
      this.#last = time;
      if (this.#now >= this.#playable.length_ns) return this.#stop();
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }
}
