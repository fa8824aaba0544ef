// The origin of a request, as far as it can be trusted.
import type { FastifyRequest } from 'fastify'
import { type Language, languageOf } from '#catalogue/languages.ts'

export type Caller = {
  /** The IP address of the peer, or the nearest one that a trusted proxy vouches for. */
  address: string
  /** Host name without port, lower case, without a trailing dot. */
  host: string
  language: Language
  userAgent: string | null
}

export function callerOf(request: FastifyRequest): Caller {
  const { lang } = request.headers
  return {
    // A peer that has disconnected has no address, whatever the type says. 0.0.0.0 is in no allow-list.
    address: plainAddress(request.ip ?? '0.0.0.0'),
    // The Host header as the browser sent it; proxies must pass it on unchanged. Other host headers are not trusted (T6).
    host: hostNameOf(request.headers.host ?? ''),
    language: languageOf(lang),
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
  }
}

/** Converts an IPv4-mapped IPv6 address to IPv4, so that one entry of an allow-list matches both forms (A8). */
export function plainAddress(address: string): string {
  return address.toLowerCase().startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}

/** Normalises a host: `AW-Brasil.Localhost.:8000` and `aw-brasil.localhost` are the same host (T6). */
export function hostNameOf(host: string): string {
  const lower = host.toLowerCase()
  const colon = lower.lastIndexOf(':')
  const name = colon !== -1 && /^\d+$/.test(lower.slice(colon + 1)) ? lower.slice(0, colon) : lower
  return name.endsWith('.') ? name.slice(0, -1) : name
}
