// Time-outs of the HTTP server. `createServer` takes them: Fastify ignores its own settings when a `serverFactory` makes the server.
import type { ServerOptions } from 'node:http'

export type HttpTimeouts = Required<
  Pick<ServerOptions, 'requestTimeout' | 'headersTimeout' | 'keepAliveTimeout' | 'connectionsCheckingInterval'>
>

/**
 * In milliseconds. The headers of a request must arrive within 20 s and its body within 60 s, checked every 5 s. An idle connection stays
 * open longer than the 60 or 75 s after which common proxies close theirs: otherwise a proxy sends a request into a closing connection.
 */
export const httpTimeouts: HttpTimeouts = {
  requestTimeout: 60_000,
  headersTimeout: 20_000,
  keepAliveTimeout: 90_000,
  connectionsCheckingInterval: 5_000,
}
