// A thread for the tests of thread-pool.ts.
import { replyWith } from '../thread-reply.ts'

/** A shared buffer: the thread counts in it and never ends. */
export type SampleTask = 'count' | 'throw' | 'fill' | 'exit' | SharedArrayBuffer

let count = 0

replyWith((task: SampleTask): number => {
  if (task === 'throw') throw new Error('the task failed')
  if (task === 'exit') process.exit(3)
  if (task === 'fill') {
    const kept: number[][] = []
    for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => index))
  }
  if (task instanceof SharedArrayBuffer) {
    const shared = new Int32Array(task)
    for (;;) Atomics.add(shared, 0, 1)
  }
  count += 1
  return count
})
