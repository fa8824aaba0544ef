// Compiles queries in a worker thread: a query that takes seconds to compile does not block the event loop of the service.
// One thread serves all models. It compiles one query at a time, and is replaced when a query takes too long.
// Next: plan-thread.ts (the thread), engine.ts (the caller).
import { Worker } from 'node:worker_threads'
import type { SemanticModel } from '../model/model.ts'
import type { Statistics } from '../model/statistics.ts'
import { DaxError, type DaxErrorCode, type Position } from './errors.ts'
import type { Plan } from './query.ts'

export type PlannerMessage =
  | { kind: 'open'; schema: number; model: SemanticModel; statistics: Statistics }
  | { kind: 'close'; schema: number }
  | { kind: 'plan'; schema: number; dax: string; roles: string[] }

export type PlannerReply =
  | { plan: Plan }
  | { refusal: { code: DaxErrorCode; sentence: string; position: Position | null } }
  | { fault: Error }

export type Planner = {
  /**
   * Compiles a query for readers with these roles. Throws DaxError: `limit` when the query is aborted or takes more than 10 s to compile.
   */
  plan(dax: string, roles: string[], signal: AbortSignal | null): Promise<Plan>
  close(): void
}

const LONGEST_MS = 10_000

type Task = { message: PlannerMessage & { kind: 'plan' }; settle(reply: PlannerReply): void }

const schemas = new Map<number, { model: SemanticModel; statistics: Statistics }>()
const waiting: Task[] = []
let thread: Worker | null = null
let current: Task | null = null
let latestSchema = 0

/** Registers a model with the thread. `close` releases it. */
export function openPlanner(model: SemanticModel, statistics: Statistics): Planner {
  const schema = ++latestSchema
  schemas.set(schema, { model, statistics })
  thread?.postMessage({ kind: 'open', schema, model, statistics } satisfies PlannerMessage)
  return {
    plan: async (dax, roles, signal) => {
      const reply = await compiled({ kind: 'plan', schema, dax, roles }, signal)
      if ('plan' in reply) return reply.plan
      if ('fault' in reply) throw reply.fault
      throw new DaxError(reply.refusal.code, reply.refusal.sentence, reply.refusal.position)
    },
    close: () => {
      schemas.delete(schema)
      thread?.postMessage({ kind: 'close', schema } satisfies PlannerMessage)
    },
  }
}

function compiled(message: Task['message'], signal: AbortSignal | null): Promise<PlannerReply> {
  return new Promise((resolve) => {
    const task: Task = {
      message,
      settle: (reply) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        resolve(reply)
      },
    }
    const stop = (sentence: string) => cancel(task, { refusal: { code: 'limit', sentence, position: null } })
    const onAbort = () => stop('The question was stopped.')
    const timer = setTimeout(() => stop('The question took too long.'), LONGEST_MS)
    if (signal?.aborted) return onAbort()
    signal?.addEventListener('abort', onAbort, { once: true })
    waiting.push(task)
    startNext()
  })
}

function startNext(): void {
  if (current !== null) return
  current = waiting.shift() ?? null
  if (current === null) return
  thread ??= startThread()
  // A thread keeps the process alive only while it compiles.
  thread.ref()
  thread.postMessage(current.message)
}

function startThread(): Worker {
  const started = new Worker(new URL('./plan-thread.ts', import.meta.url))
  started.on('message', (reply: PlannerReply) => {
    // A thread that was stopped may have answered before. Its plan has the roles of another reader.
    if (thread === started) finish(reply)
  })
  started.on('error', (fault) => {
    // The thread has ended, for example without memory. The next query starts another one.
    if (thread !== started) return
    thread = null
    finish({ fault })
  })
  for (const [schema, content] of schemas)
    started.postMessage({ kind: 'open', schema, ...content } satisfies PlannerMessage)
  return started
}

function finish(reply: PlannerReply): void {
  const task = current
  current = null
  thread?.unref()
  task?.settle(reply)
  startNext()
}

/** Ends a waiting or running compilation. A running one can only be ended together with its thread. */
function cancel(task: Task, reply: PlannerReply): void {
  if (task === current) {
    const stopped = thread
    thread = null
    void stopped?.terminate()
    return finish(reply)
  }
  const place = waiting.indexOf(task)
  if (place >= 0) waiting.splice(place, 1)
  task.settle(reply)
}
