// Each case runs in a process of its own, because it throws an error that no code handles.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const surviving = fileURLToPath(new URL('survive-faults.ts', import.meta.url))

const faults: [name: string, work: string][] = [
  ['a timer', `setTimeout(() => { throw new Error('broken') }, 1)`],
  ['a promise that nobody awaits', `void Promise.reject(new Error('broken'))`],
  ['a thrown text', `setTimeout(() => { throw 'broken' }, 1)`],
  [
    'an observer of performance entries',
    `new PerformanceObserver(() => { throw new Error('broken') }).observe({ entryTypes: ['mark'] }); performance.mark('a')`,
  ],
  [
    'an event without a listener for errors',
    `setTimeout(() => new EventEmitter().emit('error', new Error('broken')), 1)`,
  ],
]

/** Runs the work, and prints how many faults were counted and logged, 200 ms later. */
function outcomeOf(
  work: string,
  watched = `{ log: { error: () => (logged += 1) }, countFailure: () => (counted += 1) }`,
) {
  const code = `
    import { EventEmitter } from 'node:events'
    import { surviveFaults } from ${JSON.stringify(surviving)}
    let logged = 0, counted = 0
    ${watched === '' ? '' : `surviveFaults(${watched})`}
    ${work}
    setTimeout(() => console.log(JSON.stringify({ logged, counted })), 200)`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
  return { status, stdout: stdout.trim() }
}

it.each(faults)('U6: %s that throws is logged and counted, and the process goes on', (_, work) => {
  expect(outcomeOf(work)).toEqual({ status: 0, stdout: '{"logged":1,"counted":1}' })
  expect(outcomeOf(work, '').status).not.toBe(0)
})

it('U6: a log and a counter that throw end no process', () => {
  const broken = `{ log: { error: () => { throw new Error('no disk') } }, countFailure: () => { throw new Error('no label') } }`
  expect(outcomeOf(faults[0]?.[1] ?? '', broken).status).toBe(0)
})
