import { type Client, calls } from './calls.ts'
import { type CallKind, type Connection, type Method, send } from './send.ts'
import type { CallOptions } from './result.ts'

export type ClientOptions = {
  /** The address of the business unit, such as `https://unit.example.com`. `http` is allowed for this machine only. */
  url: string
  /** The API key, `vit_…`. Keep it outside of the program's source. */
  key: string
  /** The language of messages. Default: English. */
  language?: 'pt-BR' | 'en-US' | 'es' | 'pt-PT'
  /** Repeats of one call after 429, 503 or a fault of the network, at most 10. Default: 3. */
  retries?: number
  /** The longest pause before a repeat. A longer `Retry-After` is answered as an error at once. Default: 60. */
  maxWaitSeconds?: number
  /** The time for one attempt. Default: 100. */
  timeoutSeconds?: number
  /** In place of the global `fetch`, for example with a proxy. */
  fetch?: typeof fetch
}

/**
 * One method for each call that is open to API keys, by noun: `vitrine.users.add(…)`.
 * @throws TypeError for an address or a key that can never work.
 */
export function createClient(options: ClientOptions): Client {
  const connection: Connection = {
    origin: originOf(options.url),
    key: checkedKey(options.key),
    language: options.language ?? 'en-US',
    retries: between(options.retries ?? 3, 0, 10),
    maxWaitMs: between(options.maxWaitSeconds ?? 60, 0, 3_600) * 1_000,
    timeoutMs: between(options.timeoutSeconds ?? 100, 1, 3_600) * 1_000,
    // Without the arrow the browser refuses a `fetch` that is called as a method.
    fetch: options.fetch ?? ((address, init) => fetch(address, init)),
  }
  const nouns = Object.entries(calls as Record<string, Record<string, readonly [Method, string, CallKind]>>)
  const client = nouns.map(([noun, named]) => [
    noun,
    Object.fromEntries(Object.entries(named).map(([name, call]) => [name, methodOf(connection, call)])),
  ])
  return Object.fromEntries(client) as Client
}

function methodOf(connection: Connection, [method, path, kind]: readonly [Method, string, CallKind]) {
  const call = { method, path, kind }
  if (kind === 'upload')
    return (input: object, file: Blob, options?: CallOptions) => send(connection, call, input, options, file)
  return (input: object = {}, options?: CallOptions) => send(connection, call, input, options)
}

/** The key is sent with each request: over plain `http` a network could read it. */
function originOf(url: string): string {
  const { protocol, hostname, origin } = new URL(url)
  // A URL writes an IPv4 address as four numbers: `127.example` is a name like any other.
  const isHere =
    hostname === 'localhost' || hostname.endsWith('.localhost') || /^(?:127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere))
    throw new TypeError('The address must begin with https.')
  return origin
}

function checkedKey(key: string): string {
  if (!/^vit_[0-9a-f]{8}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/.test(key))
    throw new TypeError('This is not an API key of Vitrine.')
  return key
}

const between = (value: number, least: number, most: number): number =>
  Number.isFinite(value) ? Math.min(Math.max(value, least), most) : most
