// Sends calls of the home page at the same time as the first script is loaded, so that they do not wait for it (apps/web/early-calls.ts). client.ts
// takes each answer once. The calls are those of the last home page of this browser. A separate script contains this file, so it imports no
// contract.
import { readPlain, removePlain, writePlain } from '../session/plain-storage.ts'
import { newTraceparent } from './traceparent.ts'

/** Reads of the home page and of the frame around it. Paths of contracts: early-answers.test.ts compares them. */
export const earlyPaths: readonly string[] = [
  'auth/home/shelves',
  'auth/home/welcome',
  'auth/pins/all',
  'auth/external/all',
  'auth/group_reports/get/config/menu/reports',
  'auth/config/remote_config',
]

const storageKey = 'home-calls'
const globalName = 'earlyAnswers'
/** An answer that is taken later could be older than a change of the person. */
const freshForMs = 10_000

/** `token`, `language`: those that the calls carried. An answer counts only for the same ones. */
type Early = { token: string; language: string; begunAt: number; answers: Map<string, Promise<Response>> }

/** The home page asks six paths, some with other options on a phone. */
const most = { calls: 10, characters: 200 }

const isEarly = (path: string) => path.length <= most.characters && earlyPaths.includes(path.split('?')[0] ?? '')

/** Sends the calls. Does nothing before the first home page of this browser. */
export function sendEarly(token: string, language: string): void {
  const send = (path: string): [string, Promise<Response>] => {
    const headers = { authorization: `Bearer ${token}`, lang: language, traceparent: newTraceparent() }
    const answer = fetch(`/api/${path}`, { credentials: 'omit', cache: 'no-store', headers })
    // A call that nobody takes must not report its failure.
    answer.catch(() => undefined)
    return [path, answer]
  }
  const early: Early = { token, language, begunAt: performance.now(), answers: new Map(storedPaths().map(send)) }
  Reflect.set(globalThis, globalName, early)
}

function storedPaths(): string[] {
  try {
    const stored: unknown = JSON.parse(readPlain(storageKey) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.filter((path) => typeof path === 'string' && isEarly(path)).slice(0, most.calls)
  } catch {
    return []
  }
}

/** The answer of a call that was sent early with the same headers; null when there is none. Each is taken once. */
export function takeEarly(path: string, headers: Headers): Promise<Response> | null {
  const early = Reflect.get(globalThis, globalName) as Partial<Early> | undefined
  if (!(early?.answers instanceof Map) || early.begunAt === undefined || performance.now() - early.begunAt > freshForMs)
    return null
  const isSame = headers.get('authorization') === `Bearer ${early.token}` && headers.get('lang') === early.language
  const answer = isSame ? early.answers.get(path) : undefined
  early.answers.delete(path)
  return answer ?? null
}

/** Before a change: an answer from before it must not be taken after it. */
export const dropEarly = (): boolean => Reflect.deleteProperty(globalThis, globalName)

const requested = new Set<string>()

/** Stores the calls of the home page that is loading, for the next time. */
export function noteHomeCall(path: string): void {
  if (location.pathname !== '/' || performance.now() > freshForMs || !isEarly(path) || requested.has(path)) return
  requested.add(path)
  writePlain(storageKey, JSON.stringify([...requested]))
}

/** At the end of a session: the list says which parts of the home page the person uses, and an answer is theirs. */
export function forgetHomeCalls(): void {
  dropEarly()
  requested.clear()
  removePlain(storageKey)
}
