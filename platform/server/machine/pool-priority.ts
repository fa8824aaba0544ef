// The scheduling priority of the thread pool of Node (libuv), which calculates password hashes. On a machine of few cores, hashes in every
// thread of the pool would take the processor from the event loop and from PostgreSQL. It changes no other thread. Next: ../passwords.ts.
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** A `nice` value. Linux gives a thread of 10 a ninth of the time of a thread of 0, and all of it when nobody else wants it. */
export const poolPriority = 10

const tasks = '/proc/self/task'

/**
 * Lowers the priority of the threads of the pool, and answers how many it found. Linux has a priority for each thread, which any process may
 * lower. Elsewhere, or where `/proc` cannot be read, nothing changes. The pool must have started: libuv starts it with its first work.
 *
 * The pool also reads files and resolves names. These are short, and wait only while both cores are busy.
 */
export function lowerPoolPriority(): number {
  if (process.platform !== 'linux') return 0
  let lowered = 0
  for (const thread of poolThreads())
    try {
      if (getPriority(thread) < poolPriority) setPriority(thread, poolPriority)
      lowered += 1
    } catch {
      // Not permitted, or not supported by a sandbox: the thread keeps its priority.
    }
  return lowered
}

/** The ids of the threads of the pool, by the name that libuv gives them. */
export function poolThreads(): number[] {
  try {
    return readdirSync(tasks)
      .filter((thread) => readFileSync(`${tasks}/${thread}/comm`, 'utf8').trim() === 'libuv-worker')
      .map(Number)
  } catch {
    return []
  }
}
