// The scope of an answer: what decides the rows of a question apart from the question itself. Two requests with the same scope and the same
// question get the same bytes. A proxy in front of the service keeps answers by scope and question (apps/server/cached-answers.ts).
// Next: viewer-routes.ts (the caller).
import { createHash, randomUUID } from 'node:crypto'
import type { Engine } from '../dax/engine.ts'
import type { ReportDefinition } from '../report/definition.ts'
import type { EmbedGrant } from './embed-token.ts'

/** The header of an answer that names its scope. For proxies only: a proxy must not send it to a browser. */
export const SCOPE_HEADER = 'x-answer-scope'

type Reading = {
  /** The whole report in the language of the reader. Each version and each language is an object of its own. */
  whole: ReportDefinition
  /** Each version of a data set has an engine of its own. */
  engine: Engine
  grant: EmbedGrant
  /** The report as the token grants it, with the pages that the token opens. */
  granted: EmbedGrant['reports'][number]
  /** Milliseconds since 1970. Relative dates begin and end with a day in UTC. */
  now: number
}

const DAY_MS = 24 * 60 * 60_000

/** Makes the function that names scopes. The names of one process differ from those of every other process. */
export function createAnswerScopes(): (reading: Reading) => string {
  const ownName = randomUUID()
  const numbers = new WeakMap<object, number>()
  let latest = 0

  function numberOf(thing: object): number {
    const known = numbers.get(thing)
    if (known !== undefined) return known
    latest += 1
    numbers.set(thing, latest)
    return latest
  }

  return ({ whole, engine, grant: { principal, identities }, granted, now }) => {
    const parts = [ownName, numberOf(whole), numberOf(engine), principal, granted, identities, Math.floor(now / DAY_MS)]
    return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  }
}
