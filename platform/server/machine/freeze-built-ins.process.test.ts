// In processes of their own: frozen prototypes cannot be thawed.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const freezing = fileURLToPath(new URL('freeze-built-ins.ts', import.meta.url))

/** Runs a module after the freeze and answers the JSON that it prints. */
function printedBy(work: string): unknown {
  const code = `import { freezeBuiltIns } from ${JSON.stringify(freezing)}; freezeBuiltIns(); freezeBuiltIns(); ${work}`
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }))
}

it('U6: no property of a built-in prototype or constructor can be planted, replaced or deleted', () => {
  const refusals = printedBy(`
    const values = [{}, [], () => 1, async () => 1, function* () {}, async function* () {}, '', 1, true, 1n, Symbol(), /a/, new Date(),
      new Map(), new Set(), new WeakMap(), Promise.resolve(), new Error(), new TypeError(), new Uint8Array(), new ArrayBuffer(1),
      [][Symbol.iterator](), new Map().keys(), 'a'.matchAll(/a/g), Object.getPrototypeOf((function* () {})())]
    const open = []
    for (const value of values) {
      for (let on = Object.getPrototypeOf(value); on !== null; on = Object.getPrototypeOf(on)) {
        for (const target of [on, on.constructor].filter((each) => each !== undefined)) {
          for (const name of ['polluted', 'constructor', 'toString', 'keys', 'then', 'map', 'message', 'call']) {
            const before = target[name]
            try { target[name] = 'planted' } catch {}
            try { delete target[name] } catch {}
            try { Object.defineProperty(target, name, { value: 'planted' }) } catch {}
            if (target[name] !== before) open.push(typeof value + ' ' + Object.prototype.toString.call(target) + ' ' + name)
          }
        }
      }
    }
    console.log(JSON.stringify(open))`)
  expect(refusals).toEqual([])
})

it('instances still have names, messages and methods of their own', () => {
  const own = printedBy(`
    class Fault extends Error { name = 'Fault' }
    const error = new TypeError('before')
    error.name = 'Renamed'
    error.message = 'after'
    const record = {}
    record.constructor = 1
    record.toString = () => 'own'
    record.hasOwnProperty = 2
    const call = () => 1
    call.toString = () => 'call'
    call.bind = 3
    function Old() {}
    Old.prototype = Object.create(Error.prototype)
    Old.prototype.constructor = Old
    console.log(JSON.stringify([new Fault().name, String(error), Object.keys(record), String(record), String(call), call.bind, new Old().constructor === Old]))`)
  expect(own).toEqual([
    'Fault',
    'Renamed: after',
    ['constructor', 'toString', 'hasOwnProperty'],
    'own',
    'call',
    3,
    true,
  ])
})
