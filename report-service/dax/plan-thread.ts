// The worker thread that compiles queries: one for all models of the process. It is started by planner.ts, which also defines the messages.
import { parentPort } from 'node:worker_threads'
import { DaxError } from './errors.ts'
import { parseQuery } from './parser.ts'
import type { PlannerMessage, PlannerReply } from './planner.ts'
import { planQuery } from './query.ts'
import { Schema } from './schema.ts'
import { securityOf } from './security.ts'

const schemas = new Map<number, Schema>()

parentPort?.on('message', (message: PlannerMessage) => {
  if (message.kind === 'open') schemas.set(message.schema, new Schema(message.model, message.statistics))
  else if (message.kind === 'close') schemas.delete(message.schema)
  else parentPort?.postMessage(compile(message))
})

function compile({ schema: id, dax, roles }: PlannerMessage & { kind: 'plan' }): PlannerReply {
  try {
    const schema = schemas.get(id)
    if (!schema) throw new Error(`The schema ${id} is not open.`)
    return { plan: planQuery(schema, parseQuery(dax), securityOf(schema, roles)) }
  } catch (error) {
    if (error instanceof DaxError)
      return { refusal: { code: error.code, sentence: error.sentence, position: error.position } }
    // A stack overflow or a bug of the compiler. Only this query fails.
    return { fault: error instanceof Error ? error : new Error(String(error)) }
  }
}
