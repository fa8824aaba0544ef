import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { staticText } from './static-text.ts'

it('V5: the text is built at the first request and never again', async () => {
  let built = 0
  const text = () => {
    built += 1
    return 'a text'
  }
  const app = Fastify()
  app.get('/text', staticText('text/plain', text))
  await app.ready()
  expect(built).toBe(0)
  const read = (encoding: string) =>
    app.inject({ method: 'GET', url: '/text', headers: { 'accept-encoding': encoding } })
  const answers = await Promise.all(['br', 'gzip', 'identity', 'br'].map(read))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect([answers[0]?.rawPayload, built]).toEqual([answers[3]?.rawPayload, 1])
})
