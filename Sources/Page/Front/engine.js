/** The engine in a worker of its own: requests go in, and the objects of their responses come out. */
class Engine {
  #address;
  #worker;
  #module;
  #packed;
  #next = 1;
  /** What becomes of the responses to come, by the id of their requests. */
  #open = new Map();
  /** The files that were given, which a new worker needs as well. */
  #files = new Map();
  /** Whether a session was begun in this worker. */
  isOpen = false;
  /** Whether a run waits for the parts of a measurement. */
  #isWaiting = false;
  /** The status of a request that a new worker has cut off, and of one at which a worker has failed. */
  static stopped = 'stopped by the page';
  static failed(reason) { return `failed: ${reason}`; }
  /** Is told that a new worker knows no states. */
  onrestart = () => {};
  /** Is told a file that the session writes. */
  onfile = () => {};
  /** Is told that the session has another file. */
  onput = () => {};
  /** Is told why the engine has stopped by itself. */
  onfailure = () => {};

  /** Makes an engine, which shares the compiled module of another. */
  constructor(other) {
    if (other) {
      [this.#address, this.#module, this.#files] = [other.#address, other.#module, new Map(other.#files)];
      this.#start();
      return;
    }
    const source = document.getElementById('worker').textContent;
    this.#address = URL.createObjectURL(new Blob([source], {type: 'text/javascript'}));
    const unpacker = document.getElementById('unpacker'), engine = document.getElementById('engine');
    this.#packed = {
      unpacker: Engine.#bytes(unpacker.textContent, unpacker.dataset.size),
      packed: Engine.#bytes(engine.textContent, engine.dataset.packed),
      size: Number(engine.dataset.size),
    };
    this.#start();
  }

  /** The bytes in a text, two in each letter; what a page cannot hold follows a mark, with one bit changed. */
  static #bytes(text, size) {
    const units = new Uint16Array(text.length);
    let count = 0;
    for (let place = 0; place < text.length; place++) {
      const unit = text.charCodeAt(place);
      units[count++] = unit === 0xE000 ? text.charCodeAt(++place) ^ 0x8000 : unit;
    }
    return new Uint8Array(units.buffer, 0, Number(size));
  }

  #start() {
    this.isOpen = this.#isWaiting = false;
    this.#worker = new Worker(this.#address);
    this.#worker.onmessage = ({data}) => this.#receive(data);
    this.#worker.onerror = (event) => this.#receive({failure: event.message});
    this.#worker.postMessage({engine: this.#module ? {module: this.#module} : this.#packed});
    for (const [name, text] of this.#files) this.ask({do: 'put', name, text});
  }

  #receive({module, failure, id, object}) {
    if (module) [this.#module, this.#packed] = [module, null];
    if (failure) {
      const isBroken = !this.#module;
      const words = /call stack/.test(failure) ? 'this text is nested too deeply for a browser' : failure;
      if (!isBroken) this.restart(words, id);
      this.onfailure(words, isBroken);
    }
    const heard = object && this.#open.get(object.id);
    if (!heard) return;
    if (object.kind === 'file') {
      this.onfile(object);
    } else if (object.kind === 'done') {
      this.#open.delete(object.id);
      heard.end(object.status === 'stopped' ? Engine.stopped : object.status);
    } else if (object.kind === 'divisible') {
      this.#isWaiting = true;
    }
    heard.onobject(object);
  }

  /** Sends a request, tells each object of its response, and returns the status with which it ends. */
  ask(request, onobject = () => {}) {
    const id = this.#next++;
    return new Promise((end) => {
      this.#open.set(id, {onobject, end});
      this.#worker.postMessage({request: {id, ...request}});
    });
  }

  /** Sends a request, and returns the first object of a kind in its response. */
  async first(kind, request) {
    let found;
    await this.ask(request, (object) => { if (object.kind === kind) found ??= object; });
    return found;
  }

  /** Gives a run what it waits for; its response goes on. */
  give(what) {
    this.#isWaiting = false;
    this.#worker.postMessage({request: {do: 'answer', ...what}});
  }

  /** Gives a file to the session; one that is kept is given to each later worker. */
  put(name, text) {
    this.#files.set(name, text);
    this.onput();
    return this.ask({do: 'put', name, text});
  }

  /** Stops a run; one that does not wait by a new worker. */
  stop() { this.#isWaiting ? this.ask({do: 'stop'}) : this.restart(); }

  /** Stops everything by a new worker, which knows no states. */
  restart(failure = '', cause) {
    this.#worker.terminate();
    const open = [...this.#open];
    this.#open.clear();
    this.#start();
    this.onrestart();
    for (const [id, {end}] of open) end(id === cause ? Engine.failed(failure) : Engine.stopped);
  }

  /** Ends the worker; what it was asked has no answer. */
  close() { this.#worker.terminate(); }
}
