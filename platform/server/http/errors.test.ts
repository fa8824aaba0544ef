import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { sentenceOf } from '#apps/server/phrases.ts'
import { errorHandler } from './errors.ts'

/** The answer to an error of PostgreSQL or of the operating system, and the lines of the log. */
async function answerTo(code: string) {
  const lines: string[] = []
  const app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } } })
  app.setErrorHandler(errorHandler({}, { sentenceOf, labelOf: (field) => field }))
  app.get('/', () => {
    throw Object.assign(new Error('from below'), { code })
  })
  const answer = await app.inject({ method: 'GET', url: '/', headers: { lang: 'en-US' } })
  return {
    status: answer.statusCode,
    retryAfter: answer.headers['retry-after'],
    body: answer.json(),
    log: lines.join(),
  }
}

describe('J: a storage fault is an answer with a sentence, not a 500', () => {
  it.each(['53100', 'ENOSPC', 'EDQUOT'])('%s: the disk is full', async (code) => {
    const { status, retryAfter, body, log } = await answerTo(code)
    expect([status, retryAfter, body.key]).toEqual([503, '60', 'storage_full'])
    expect(body.message).toContain('disk of the server is full')
    expect(log).toContain('the disk is full')
  })

  it.each(['XX001', 'XX002', '58030', '58P01'])('%s: a file of the database is damaged', async (code) => {
    const { status, body, log } = await answerTo(code)
    expect([status, body.key]).toEqual([503, 'storage_damaged'])
    expect(log).toContain('Backup and restore')
  })

  it('an unknown error stays a 500 and is logged', async () => {
    const { status, log } = await answerTo('XX000')
    expect([status, log.includes('a call failed')]).toEqual([500, true])
  })
})
