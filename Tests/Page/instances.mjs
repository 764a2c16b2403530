// Answers the requests of each case, a line of JSON, in an instance of the module of its own, and prints what it said.
//
//     node --no-warnings Tests/Page/instances.mjs MODULE < CASES
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const module = await WebAssembly.compile(readFileSync(process.argv[2]))

function answers(requests) {
  let memory
  const said = []
  const view = () => new DataView(memory.buffer)
  const system = {
    fd_write(file, parts, count, written) {
      let sum = 0
      for (let part = parts; part < parts + 8 * count; part += 8) {
        const [at, size] = [view().getUint32(part, true), view().getUint32(part + 4, true)]
        said.push(Buffer.from(memory.buffer.slice(at, at + size)))
        sum += size
      }
      view().setUint32(written, sum, true)
      return 0
    },
    proc_exit(code) { throw new Error(`it ends with ${code}`) },
  }
  // Nothing else is asked of a system in a page.
  const none = new Proxy(system, { get: (known, name) => known[name] ?? (() => 52) })
  const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: none })
  memory = exports.memory
  try {
    for (const request of requests) {
      const bytes = Buffer.from(JSON.stringify(request))
      const at = exports.page_allocate(bytes.length)
      new Uint8Array(memory.buffer, at, bytes.length).set(bytes)
      const goesOn = exports.page_answer(at, bytes.length)
      exports.page_free(at)
      if (!goesOn) break
    }
  } catch (error) {
    said.push(Buffer.from(`${error.stack}\n`))
  }
  return Buffer.concat(said).toString()
}

for await (const line of createInterface({ input: process.stdin })) {
  const { name, requests } = JSON.parse(line)
  console.log(JSON.stringify({ name, said: answers(requests) }))
}
