// The side of a thread: answers each task of thread-pool.ts.
import { parentPort } from 'node:worker_threads'
import { freezeBuiltIns } from './machine/freeze-built-ins.ts'
import type { ThreadMessage } from './thread-pool.ts'

/** Called once by the module of a thread, when its libraries are loaded. */
export function replyWith<Reply>(work: (task: never) => Reply | Promise<Reply>): void {
  freezeBuiltIns()
  const send = (message: ThreadMessage<Reply>) => parentPort?.postMessage(message)
  const answer = async (task: never) => {
    try {
      send({ reply: await work(task) })
    } catch (fault) {
      send({ fault })
    }
  }
  parentPort?.on('message', (task: unknown) => void answer(task as never))
  send('ready')
}
