// Where a request comes from, as far as it can be trusted.
import type { FastifyRequest } from 'fastify'
import { type Language, languageOf } from '#catalogue/languages.ts'

export type Caller = {
  /** The address of the peer, or the nearest one that a trusted proxy vouches for. */
  address: string
  /** Host name without port, lower case, without a trailing dot. */
  host: string
  language: Language
  userAgent: string | null
}

export function callerOf(request: FastifyRequest): Caller {
  const { lang } = request.headers
  return {
    // Of a peer that has left already there is none, whatever the type says; this one is in no list of allowed ones.
    address: plainAddress(request.ip ?? '0.0.0.0'),
    // As the browser sent it. A proxy passes it on unchanged; what else claims to be a host is the caller's word (T6).
    host: hostNameOf(request.headers.host ?? ''),
    language: languageOf(lang),
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
  }
}

/** An IPv4 address that came over IPv6 is the IPv4 address: one allow-list entry must fit both forms (A8). */
export function plainAddress(address: string): string {
  return address.toLowerCase().startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}

/** `AW-Brasil.Localhost.:8000` and `aw-brasil.localhost` are one host (T6). */
export function hostNameOf(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
}
