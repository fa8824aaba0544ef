// A pool of worker threads for work that would block the event loop. A task that takes too long ends with its thread, and another thread
// replaces it. A thread starts with its first task. Next: thread-reply.ts (the other side), bounded-queue.ts.
import { Worker } from 'node:worker_threads'
import { createBoundedQueue } from './bounded-queue.ts'

/** A task took longer than its time limit. */
export class TaskTimeout extends Error {}

export type ThreadPool<Task, Reply> = {
  /**
   * Runs a task in a thread when one is free; callers take turns. Throws `TaskTimeout` after the time limit, `Failure` `call.unavailable` when
   * too many tasks wait, and what the thread threw.
   */
  run(task: Task, caller: string): Promise<Reply>
}

export type ThreadPoolOptions = {
  /** The module of the threads. It calls `replyWith`. */
  file: URL
  threads: number
  maxWaiting: number
  /** Time limit of one task. */
  limitMs: number
  /** Memory of one thread, for its objects. A thread that needs more ends, and its task fails. */
  megabytes: number
}

/** What a thread sends: that it is ready, then an answer to each task. */
export type ThreadMessage<Reply> = 'ready' | { reply: Reply } | { fault: unknown }

type Thread<Task, Reply> = { run(task: Task): Promise<Reply>; hasEnded(): boolean }

export function createThreadPool<Task, Reply>(options: ThreadPoolOptions): ThreadPool<Task, Reply> {
  const { threads, maxWaiting } = options
  const queue = createBoundedQueue({ atOnce: threads, maxWaiting, retryAfter: 2 })
  const idle: Thread<Task, Reply>[] = []
  return {
    run: (task, caller) =>
      queue.run(async () => {
        let thread = idle.pop()
        // A thread over its time limit has ended, and one without memory.
        while (thread?.hasEnded()) thread = idle.pop()
        thread ??= await startThread<Task, Reply>(options)
        try {
          return await thread.run(task)
        } finally {
          idle.push(thread)
        }
      }, caller),
  }
}

async function startThread<Task, Reply>({ file, limitMs, megabytes }: ThreadPoolOptions): Promise<Thread<Task, Reply>> {
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: megabytes } })
  let hasEnded = false
  let current = Promise.withResolvers<unknown>()
  /** The thread keeps the process alive only while it works. */
  const settle = (message: ThreadMessage<Reply>) => {
    worker.unref()
    if (message === 'ready') current.resolve(undefined)
    else if ('reply' in message) current.resolve(message.reply)
    else current.reject(message.fault)
  }
  const end = (fault: unknown) => {
    hasEnded = true
    current.reject(fault)
  }
  worker.on('message', (message: ThreadMessage<Reply>) => {
    if (!hasEnded) settle(message)
  })
  // A thread without memory, or whose module does not load.
  worker.on('error', end)
  worker.on('exit', () => end(new Error(`A thread of ${file.href} ended.`)))
  await current.promise
  return {
    hasEnded: () => hasEnded,
    run: async (task) => {
      current = Promise.withResolvers()
      const timer = setTimeout(() => {
        end(new TaskTimeout())
        void worker.terminate()
      }, limitMs)
      worker.ref()
      worker.postMessage(task)
      try {
        return (await current.promise) as Reply
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
