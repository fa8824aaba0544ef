// What a log line carries: one trace id, and no secret.
import Fastify, { LogController } from 'fastify'
import { describe, expect, it } from 'vitest'
import { loggerFor } from './log.ts'
import { underTrace } from './trace.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'

function recorded() {
  const lines: string[] = []
  const logger = loggerFor({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  return { logger, lines }
}

/** A second field of one name would be lost by JSON.parse. */
const tracesIn = (line: string | undefined) => line?.match(/"trace":"[^"]*"/g)

describe('a log line', () => {
  it('has the trace of its context, and none outside of a call', () => {
    const { logger, lines } = recorded()
    underTrace(trace, () => logger.error({ err: new Error('no answer') }, 'a job failed'))
    logger.info('started')
    expect(lines.map(tracesIn)).toEqual([[`"trace":"${trace}"`], null])
  })

  it('of a failed request has the trace of the request, once', async () => {
    const { logger, lines } = recorded()
    const app = Fastify({
      loggerInstance: logger,
      genReqId: () => trace,
      logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'trace' }),
    })
    app.get('/', (request) => {
      underTrace(request.id, () => request.log.error({ err: new Error('no answer') }, 'a call failed'))
      return {}
    })
    await app.inject('/')
    await app.close()
    expect(lines.filter((line) => line.includes('a call failed')).map(tracesIn)).toEqual([[`"trace":"${trace}"`]])
  })

  it('Z3: has no secret, in a header, in a body or in the details of an error', () => {
    const { logger, lines } = recorded()
    const secret = 'd3f-secret-value'
    logger.info({ password: secret, body: { token: secret }, err: { details: { client_secret: secret } } }, 'tried')
    logger.info({ req: { method: 'GET', url: `/tv/${secret.repeat(3)}?token=${secret}`, headers: {} } }, 'asked')
    expect(lines).toHaveLength(2)
    expect(lines.join('')).not.toContain(secret)
  })
})
