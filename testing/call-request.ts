// What a call of a contract sends over HTTP, for tests that make calls without the product's browser client.
import { type Call, pathOfCall, type SentOf } from '#platform/contract/call.ts'

export type CallRequest = { method: Call['method']; path: string; body?: unknown }

/** `input` in wire format: the query of a GET or DELETE, without null and undefined, and the body of any other method. */
export function requestOf<C extends Call>(call: C, input: SentOf<C>): CallRequest {
  const { method } = call
  if (method !== 'GET' && method !== 'DELETE') return { method, path: pathOfCall(call), body: input }
  const query = new URLSearchParams(queryOf(input as object)).toString()
  return { method, path: `${pathOfCall(call)}?${query}` }
}

const queryOf = (input: object) =>
  Object.entries(input).flatMap(([key, value]) => (value === null || value === undefined ? [] : [[key, String(value)]]))
