// Sends the calls of a page at the same time as the first script is loaded, so that they do not wait for it (apps/web/early-calls.ts). client.ts
// takes each answer once. The calls are those of the last time when this browser loaded the page. A separate script contains this file, so it imports no
// contract.
import { readPlain, removePlain, writePlain } from '../session/plain-storage.ts'
import { newTraceparent } from './traceparent.ts'

const ofFrame = ['auth/group_reports/get/config/menu/reports', 'auth/config/remote_config']

/** For each page, its reads and those of the frame around it. Paths of contracts: early-answers.test.ts compares them. */
export const earlyPaths: Readonly<Record<string, readonly string[]>> = {
  '/': ['auth/home/shelves', 'auth/home/welcome', 'auth/pins/all', 'auth/external/all', ...ofFrame],
  '/analyze': ['auth/analyze/summary', 'auth/analyze/units/all', ...ofFrame],
  // The list waits for the stored order and filters of the person.
  '/analyze/reports': ['auth/list_choices/all', 'auth/analyze/reports/all', ...ofFrame],
}

const storageKey = 'early-calls'
const globalName = 'earlyAnswers'
/** An answer that is taken later could be older than a change of the person. */
const freshForMs = 10_000

/** `token`, `language`: those that the calls carried. An answer counts only for the same ones. */
type Early = { token: string; language: string; begunAt: number; answers: Map<string, Promise<Response>> }

/** A page asks at most six paths, some with other options on a phone. */
const most = { calls: 10, characters: 200 }

/** The filters of a URL belong to one visit. */
const isEarly = (path: string) =>
  location.search === '' &&
  path.length <= most.characters &&
  earlyPaths[location.pathname]?.includes(path.split('?')[0] ?? '') === true

/** Sends the calls. Does nothing when this browser loads the page for the first time. */
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
  const stored = storedPages()[location.pathname]
  if (!Array.isArray(stored)) return []
  return stored.filter((path) => typeof path === 'string' && isEarly(path)).slice(0, most.calls)
}

function storedPages(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(readPlain(storageKey) ?? '{}')
    return typeof stored === 'object' && stored !== null ? { ...stored } : {}
  } catch {
    return {}
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

/** By page, of this document. */
const requested = new Map<string, Set<string>>()

/** Stores the calls of the page that is loading, for the next time. */
export function noteEarlyCall(path: string): void {
  if (performance.now() > freshForMs || !isEarly(path)) return
  const page = location.pathname
  const calls = requested.get(page) ?? new Set<string>()
  if (calls.has(path)) return
  requested.set(page, calls.add(path))
  writePlain(storageKey, JSON.stringify({ ...storedPages(), [page]: [...calls] }))
}

/** At the end of a session: the list says which parts of a page the person uses, and an answer is theirs. */
export function forgetEarlyCalls(): void {
  dropEarly()
  requested.clear()
  removePlain(storageKey)
  removePlain('home-calls') // the key of earlier versions
}
