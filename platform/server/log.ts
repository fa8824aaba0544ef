// Structured logs, one JSON object per line. Secrets are removed before a line is written.
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from './config.ts'
import { presentTrace } from './trace.ts'

/** Redacted at any place: in a header, in a logged body, in the details of an error. */
const secretPaths = ['authorization', 'password', 'secret', 'token', 'cookie', 'client_secret']

/** `destination`: standard output if it is absent. */
export function loggerFor(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level: config.logLevel,
    // The logger of a request has its trace already. Every other line takes the trace of the current context.
    mixin: (_, __, writer) => (writer === logger ? { trace: presentTrace() } : {}),
    redact: {
      paths: secretPaths.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `req.headers.${name}`]),
      censor: '•',
    },
    serializers: {
      // Method, path without the query (some queries have tokens), host and peer: enough to find a request, and no secret.
      req: (request: { method: string; url: string; hostname?: string; ip?: string }) => ({
        method: request.method,
        path: request.url.split('?')[0]?.replace(/[A-Za-z0-9_-]{24,}/g, '•'),
        host: request.hostname,
        address: request.ip,
      }),
    },
  }
  const logger: Logger = destination ? pino(options, destination) : pino(options)
  return logger
}
