// Trace ids (W3C Trace Context): the browser makes one for each call; the server makes one when it is missing. Every log line of the
// call, its answer and its jobs carry the id. It does not identify the caller.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

const traces = new AsyncLocalStorage<string>()

/** Version 00 of `traceparent`: version, trace id, parent id, flags. An id of zeros is invalid. */
const form = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** The trace id of a `traceparent` header: 32 hexadecimal digits. An invalid header is replaced by a new id. */
export function traceFrom(traceparent: unknown): string {
  return (typeof traceparent === 'string' && form.exec(traceparent)?.[1]) || newTrace()
}

/** Node takes the random bits of UUIDs from the system in batches; `randomBytes` costs a system call for each request. */
const newTrace = () => randomUUID().replaceAll('-', '')

/** The trace id of the current asynchronous context; undefined outside of a call. */
export const presentTrace = (): string | undefined => traces.getStore()

export function underTrace<T>(trace: string, work: () => T): T {
  return traces.run(trace, work)
}
