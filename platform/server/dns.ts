// Looks up TXT records, which prove that a host name is somebody's. It asks DNS servers only: nothing connects to the host itself.
import { CANCELLED, NODATA, NOTFOUND, Resolver } from 'node:dns/promises'

/** The reason why a TXT record was not read. `alias`: the name leads to another name, whose owner may be another organisation. */
export type DnsFault = 'not_found' | 'alias' | 'flood' | 'unreachable' | 'no_resolver'
export type TextsFound = { texts: string[] } | { fault: DnsFault }
export type Dns = { textsOf(name: string): Promise<TextsFound> }

type Options = {
  /** Addresses with ports; empty: those of the machine; null: none. */
  servers: readonly string[] | null
  /** Answers beyond this number are refused unread. */
  answers: number
  timeLimitMs: number
}

export function createDns({ servers, answers, timeLimitMs }: Options): Dns {
  async function lookUp(name: string): Promise<TextsFound> {
    const resolver = new Resolver({ timeout: Math.ceil(timeLimitMs / 3), tries: 2 })
    if (servers && servers.length > 0) resolver.setServers(servers)
    const limit = setTimeout(() => resolver.cancel(), timeLimitMs)
    try {
      const [aliases, records] = await Promise.all([
        found(resolver.resolveCname(name)),
        found(resolver.resolveTxt(name)),
      ])
      if (aliases.length > 0) return { fault: 'alias' }
      if (records.length > answers) return { fault: 'flood' }
      // A long text comes in several strings of at most 255 bytes.
      return records.length === 0 ? { fault: 'not_found' } : { texts: records.map((strings) => strings.join('')) }
    } catch {
      return { fault: 'unreachable' }
    } finally {
      clearTimeout(limit)
    }
  }
  return { textsOf: async (name) => (servers === null ? { fault: 'no_resolver' } : lookUp(name)) }
}

/** Returns an empty list when the name has no record. Throws when no server answers. */
async function found<T>(question: Promise<T[]>): Promise<T[]> {
  try {
    return await question
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : CANCELLED
    if (code === NODATA || code === NOTFOUND) return []
    throw error
  }
}
