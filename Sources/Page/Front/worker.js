'use strict';
// Where the engine runs: lines with requests come in, and lines with the objects of their responses go out.

let exports;
let line = [];

const view = () => new DataView(exports.memory.buffer);

/** What the engine writes, a line at a time. */
function write(file, parts, count, written) {
  let sum = 0;
  for (let part = parts; part < parts + 8 * count; part += 8) {
    const start = view().getUint32(part, true), size = view().getUint32(part + 4, true);
    line.push(new Uint8Array(exports.memory.buffer.slice(start, start + size)));
    sum += size;
  }
  view().setUint32(written, sum, true);
  const last = line.at(-1);
  if (last?.at(-1) === 10) {
    const whole = new Uint8Array(line.reduce((sum, part) => sum + part.length, 0));
    line.reduce((place, part) => (whole.set(part, place), place + part.length), 0);
    line = [];
    postMessage({object: JSON.parse(new TextDecoder().decode(whole))});
  }
  return 0;
}

// Nothing else is asked of a system.
const system = new Proxy(
  {fd_write: write, proc_exit(code) { throw new Error(`the engine ended with ${code}`); }},
  {get: (known, name) => known[name] ?? (() => 52)});

/** Unpacks the engine; see the unpacker for the form of what is packed. */
async function unpacked({unpacker, packed, size}) {
  const {instance} = await WebAssembly.instantiate(unpacker);
  const {memory, unpack, unpack_room} = instance.exports;
  const room = memory.buffer.byteLength, input = room + unpack_room(), output = input + packed.length;
  memory.grow(Math.ceil((output + size - room) / 65536));
  new Uint8Array(memory.buffer).set(packed, input);
  if (!unpack(input, packed.length, output, size, room)) throw new Error('this page is damaged');
  return new Uint8Array(memory.buffer, output, size);
}

async function start(engine) {
  const module = engine.module ?? await WebAssembly.compile(await unpacked(engine));
  exports = (await WebAssembly.instantiate(module, {wasi_snapshot_preview1: system})).exports;
  if (!engine.module) postMessage({module});
}

function answer(request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const place = exports.page_allocate(bytes.length);
  new Uint8Array(exports.memory.buffer).set(bytes, place);
  exports.page_answer(place, bytes.length);
  exports.page_free(place);
}

let isReady = Promise.resolve();

onmessage = ({data}) => {
  isReady = isReady.then(() => data.engine ? start(data.engine) : answer(data.request))
    .catch((error) => postMessage({failure: String(error), id: data.request?.id}));
};
