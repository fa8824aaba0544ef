// The thread from a click to a statement: an id made by the browser for each call (W3C Trace Context), or here when there is none. It
// stands in every log line written on the call's behalf and in its answer; jobs carry it on. It says nothing of who asked.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

const traces = new AsyncLocalStorage<string>()

/** Version 00 of `traceparent`: version, trace id, parent id, flags. All zeros is no id. */
const form = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** The trace id of a `traceparent` header: 32 hexadecimal digits. What is not well formed is replaced, never passed on. */
export function traceFrom(traceparent: unknown): string {
  return (typeof traceparent === 'string' && form.exec(traceparent)?.[1]) || randomBytes(16).toString('hex')
}

/** The id of what is being done at this point of the program; undefined outside of any call. */
export const presentTrace = (): string | undefined => traces.getStore()

export function underTrace<T>(trace: string, work: () => T): T {
  return traces.run(trace, work)
}
