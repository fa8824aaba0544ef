// Structured logs, one JSON object a line. What could hold a secret is taken out before it is written.
import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import { presentTrace } from './trace.ts'

/** Wherever they stand: a header, a body that somebody logged, an error's details. */
const secretPaths = ['authorization', 'password', 'secret', 'token', 'cookie', 'client_secret']

export function loggerFor(config: Pick<Config, 'logLevel'>): Logger {
  const logger: Logger = pino({
    level: config.logLevel,
    // A request's own logger has its trace already; every other line takes it from where it is written.
    mixin: (_, __, writer) => (writer === logger ? { trace: presentTrace() } : {}),
    redact: {
      paths: secretPaths.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `req.headers.${name}`]),
      censor: '•',
    },
    serializers: {
      // Method, path without its query (tokens stand in some), host and peer: enough to find a request, nothing to steal.
      req: (request: { method: string; url: string; hostname?: string; ip?: string }) => ({
        method: request.method,
        path: request.url.split('?')[0]?.replace(/[A-Za-z0-9_-]{24,}/g, '•'),
        host: request.hostname,
        address: request.ip,
      }),
    },
  })
  return logger
}
