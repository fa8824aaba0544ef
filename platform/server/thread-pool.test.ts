import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import type { SampleTask } from './testing/sample-thread.ts'
import { createThreadPool, TaskTimeout } from './thread-pool.ts'

const file = new URL('./testing/sample-thread.ts', import.meta.url)
const pool = (part: { threads?: number; maxWaiting?: number; limitMs?: number } = {}) =>
  createThreadPool<SampleTask, number>({ file, threads: 1, maxWaiting: 10, limitMs: 20_000, megabytes: 32, ...part })

it('runs tasks one after the other in the same thread', async () => {
  const { run } = pool()
  expect(await Promise.all([run('count', 'a'), run('count', 'b'), run('count', 'a')])).toEqual([1, 2, 3])
})

it('uses a second thread only when the first is busy', async () => {
  const { run } = pool({ threads: 2 })
  expect(await Promise.all([run('count', 'a'), run('count', 'b')])).toEqual([1, 1])
})

it('U6: ends a thread whose task takes too long, and replaces it', async () => {
  const { run } = pool({ limitMs: 300 })
  expect(await run('count', 'a')).toBe(1)
  const counted = new SharedArrayBuffer(4)
  const late = run(counted, 'a')
  const next = run('count', 'b')
  await expect(late).rejects.toBeInstanceOf(TaskTimeout)
  // A new thread counts from the start.
  expect(await next).toBe(1)
  const countNow = () => Atomics.load(new Int32Array(counted), 0)
  await vi.waitFor(async () => {
    const before = countNow()
    await sleep(20)
    expect(countNow()).toBe(before)
  })
  expect(countNow()).not.toBe(0)
})

it('U6: replaces a thread that ended or needs too much memory', async () => {
  const { run } = pool()
  await expect(run('exit', 'a')).rejects.toThrow(/ended/)
  expect(await run('count', 'a')).toBe(1)
  await expect(run('fill', 'a')).rejects.toThrow(/memory/)
  expect(await run('count', 'a')).toBe(1)
})

it('answers what the task threw, and keeps the thread', async () => {
  const { run } = pool()
  expect(await run('count', 'a')).toBe(1)
  await expect(run('throw', 'a')).rejects.toThrow('the task failed')
  expect(await run('count', 'a')).toBe(2)
})

it('U6: refuses tasks when too many wait', async () => {
  const { run } = pool({ maxWaiting: 1 })
  const accepted = [run('count', 'a'), run('count', 'a')]
  await expect(run('count', 'a')).rejects.toMatchObject({ code: 'call.unavailable' })
  expect(await Promise.all(accepted)).toEqual([1, 2])
})

it('fails when the module of the thread does not load', async () => {
  const missing = createThreadPool<SampleTask, number>({
    file: new URL('./testing/no-such-thread.ts', import.meta.url),
    threads: 1,
    maxWaiting: 1,
    limitMs: 1_000,
    megabytes: 32,
  })
  await expect(missing.run('count', 'a')).rejects.toThrow(/no-such-thread/)
})
