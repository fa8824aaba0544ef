// Holds the newest state of each report that the server has not stored yet, and sends it. It belongs to the browser tab, not to a screen: a
// reader who leaves a report and returns finds it unchanged. Next: report-memory.ts, which fills it.
import type { SentOf } from '#platform/contract/call.ts'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import type { saveFilters } from '#features/reports/view/contract.ts'

export type ReportState = SentOf<typeof saveFilters>

/** Milliseconds before a state is sent, because a reader changes filters several times in a row. */
export const pauseMs = 1_300
/** Maximum milliseconds to wait for a request, so that one without an answer does not block the opening of a report. */
export const patienceMs = 5_000

type OutboxGround = {
  send: (state: ReportState) => Promise<unknown>
  /** Returns the token of the session. A state is sent only in the session in which it was put. */
  session: () => string | null
}

type Waiting = { state: ReportState; session: string | null; timer?: ReturnType<typeof setTimeout> }

export type StateOutbox = ReturnType<typeof makeStateOutbox>

export function makeStateOutbox({ send, session }: OutboxGround) {
  const waiting = new Map<string, Waiting>()
  /** The running `sendWaiting` of each report. */
  const sending = new Map<string, Promise<void>>()

  function take(reportId: string): Waiting | undefined {
    const taken = waiting.get(reportId)
    clearTimeout(taken?.timer)
    waiting.delete(reportId)
    return taken?.session === session() ? taken : undefined
  }

  /** Sends one state at a time, because an older state must not arrive after a newer one. */
  async function sendWaiting(reportId: string): Promise<void> {
    for (let nextSend = take(reportId); nextSend; nextSend = take(reportId)) {
      try {
        await send(nextSend.state)
      } catch (error) {
        const isPassing = error instanceof CallFailure && error.passing
        if (!isPassing || waiting.has(reportId)) continue
        // After an outage the state waits for the next change or the next opening: a timer would repeat the request without an end.
        waiting.set(reportId, { state: nextSend.state, session: nextSend.session })
        break
      }
    }
    sending.delete(reportId)
  }

  function flush(reportId: string): Promise<void> {
    // Starts in a later microtask, after `sending` has the entry that it deletes at its end.
    const running = sending.get(reportId) ?? Promise.resolve(reportId).then(sendWaiting)
    sending.set(reportId, running)
    return running
  }

  function put(state: ReportState, pause: number): void {
    take(state.reportId)
    const timer = setTimeout(() => void flush(state.reportId), pause)
    waiting.set(state.reportId, { state, session: session(), timer })
  }

  const stored = (reportId: string) => within(patienceMs, flush(reportId))

  return {
    /** Replaces the waiting state, and sends this one after a pause. */
    put: (state: ReportState): void => put(state, pauseMs),

    /** Replaces the waiting state, and sends this one as soon as no request is running. */
    putNow: (state: ReportState): void => {
      put(state, pauseMs)
      void flush(state.reportId)
    },

    /** Sends the waiting state. Resolves when it is stored, when the request failed, or after `patienceMs`. */
    stored,

    /** Sends the waiting states of all reports. Resolves like `stored`. */
    storedAll: async (): Promise<void> => {
      await Promise.all([...new Set([...waiting.keys(), ...sending.keys()])].map(stored))
    },

    /** Deletes the waiting state. Resolves when no request is running, or after `patienceMs`. */
    drop: async (reportId: string): Promise<void> => {
      take(reportId)
      await within(patienceMs, sending.get(reportId))
      // After an outage, a state whose request failed waits again, and is deleted too.
      take(reportId)
    },

    /** Sends everything that waits when the page closes, without waiting for earlier requests. */
    sendAll: (): void => {
      for (const reportId of waiting.keys()) {
        const last = take(reportId)
        if (last) send(last.state).catch(() => undefined)
      }
    },
  }
}

/** Resolves when the work ends, and at the latest after `milliseconds`. */
export async function within(milliseconds: number, work: Promise<void> | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)))
  await Promise.race([work, limit])
  clearTimeout(timer)
}
