// Client of the report service's three requests: at most six concurrent requests, a cache for answers to equal questions, and
// waiting for a new token instead of failing when the token has expired.
// It knows no report and draws nothing. Next: ../../report/viewer-calls.ts.
import type { EditOperation } from '../../report/edit-operations.ts'
import type {
  DraftAnswer,
  DraftQuestion,
  ReportAnswer,
  SaveAnswer,
  SaveQuestion,
  UndoSaveQuestion,
  ValuesAnswer,
  ValuesQuestion,
  ViewerError,
  VisualAnswer,
  VisualQuestion,
} from '../../report/viewer-calls.ts'
import { isRecord } from '../protocol/envelope.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'

const IN_FLIGHT = 6
const KEPT_ANSWERS = 300

/** An error of the service, with the service's code. `status` 0: the service did not answer. */
export class ServiceError extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export type Service = {
  report: (signal: AbortSignal) => Promise<ReportAnswer>
  visual: (question: VisualQuestion, signal: AbortSignal) => Promise<VisualAnswer>
  values: (question: ValuesQuestion, signal: AbortSignal) => Promise<ValuesAnswer>
  /** The report with changes that are not saved. */
  draft: (question: DraftQuestion, signal: AbortSignal) => Promise<DraftAnswer>
  save: (question: SaveQuestion, signal: AbortSignal) => Promise<SaveAnswer>
  undoSave: (question: UndoSaveQuestion, signal: AbortSignal) => Promise<SaveAnswer>
  /** From now on the rows of visuals are those of the report with these changes; null: those of the published report. */
  setDraft: (operations: readonly EditOperation[] | null) => void
  /** Replaces the token. Requests that wait for a token continue. */
  setToken: (token: string) => void
  /** Clears the cache. */
  forget: () => void
}

type ServiceOptions = {
  reportId: string
  token: string
  /** The reader's language: the service translates the report if it can. */
  language: string
  fetch: typeof fetch
  /** Called once for each expired token. */
  onExpired: () => void
}

export function createService(options: ServiceOptions): Service {
  const limit = createConcurrencyLimit(IN_FLIGHT)
  const cachedAnswers = new Map<string, unknown>()
  let token = options.token
  let renewed = Promise.withResolvers<void>()
  let isExpired = false
  let draft: readonly EditOperation[] | null = null

  function expire(): void {
    if (isExpired) return
    isExpired = true
    options.onExpired()
  }

  async function call(path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    const used = token
    const answer = await limit.run(signal, () => request(path, body, used, signal))
    if (!(answer instanceof ServiceError)) return answer
    if (answer.code !== 'TokenExpired') throw answer
    if (used === token) {
      expire()
      await abortable(renewed.promise, signal)
    }
    return call(path, body, signal)
  }

  async function request(path: string, body: unknown, used: string, signal: AbortSignal): Promise<unknown> {
    const headers = {
      authorization: `Bearer ${used}`,
      'x-report-id': options.reportId,
      'accept-language': options.language,
    }
    const init =
      body === null
        ? { headers, signal }
        : {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(body),
            signal,
          }
    const response = await options.fetch(path, init).catch((error: unknown) => {
      if (signal.aborted) throw error
      return null
    })
    if (response === null) return new ServiceError(0, 'Unreachable', 'The report service did not answer.')
    return response.ok ? response.json() : readError(response)
  }

  async function remembered<Answer>(path: string, question: unknown, signal: AbortSignal): Promise<Answer> {
    const key = `${path} ${JSON.stringify(question)}`
    if (cachedAnswers.has(key)) return cachedAnswers.get(key) as Answer
    const answer = (await call(path, question, signal)) as Answer
    cachedAnswers.set(key, answer)
    const [oldest] = cachedAnswers.keys()
    if (cachedAnswers.size > KEPT_ANSWERS && oldest !== undefined) cachedAnswers.delete(oldest)
    return answer
  }

  return {
    // Both sides share the types of viewer-calls.ts, so the answers are not validated again.
    report: async (signal) => (await call('/viewer/report', null, signal)) as ReportAnswer,
    visual: (question, signal) => remembered<VisualAnswer>('/viewer/visual', drafted(question, draft), signal),
    values: (question, signal) => remembered<ValuesAnswer>('/viewer/values', question, signal),
    draft: async (question, signal) => (await call('/viewer/draft', question, signal)) as DraftAnswer,
    save: async (question, signal) => (await call('/viewer/save', question, signal)) as SaveAnswer,
    undoSave: async (question, signal) => (await call('/viewer/undoSave', question, signal)) as SaveAnswer,
    setDraft: (operations) => {
      draft = operations
    },
    setToken: (next) => {
      token = next
      isExpired = false
      // A new token may belong to another person, so the cache must be cleared.
      cachedAnswers.clear()
      renewed.resolve()
      renewed = Promise.withResolvers<void>()
    },
    forget: () => cachedAnswers.clear(),
  }
}

/** The question with the changes that decide about its rows. The others leave it equal, so its answer stays in the cache. */
function drafted(question: VisualQuestion, draft: readonly EditOperation[] | null): VisualQuestion {
  if (draft === null) return question
  const own = draft.filter((operation) => {
    if (operation.page !== question.page) return false
    if (operation.kind === 'addPage') return true
    const isOfRows = operation.kind === 'addVisual' || operation.kind === 'type' || operation.kind === 'fields'
    return isOfRows && operation.visual === question.visual
  })
  return { ...question, draft: own }
}

async function readError(response: Response): Promise<ServiceError> {
  const body: unknown = await response.json().catch(() => null)
  const error: Partial<ViewerError['error']> = isRecord(body) && isRecord(body['error']) ? body['error'] : {}
  const code = error.code ?? (response.status === 404 ? 'PowerBIEntityNotFound' : `Http${response.status}`)
  return new ServiceError(response.status, code, error.message ?? response.statusText)
}

/** Waits for a promise, or rejects when the signal aborts. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject)
  })
}
