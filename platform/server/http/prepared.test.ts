import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import type { Actor } from '../session/actor.ts'
import { bind, type Binding } from './bind.ts'
import { handlePrepared } from './route.ts'

const change = call({
  method: 'POST',
  path: 'auth/things/add',
  summary: 'A change with work before its transaction.',
  access: 'broadcast.add',
  does: 'write',
  audit: null,
  input: z.object({ html: z.string() }),
  answers: z.object({ html: z.string() }),
})

/** The steps of one call, by a person with this profile. */
async function stepsOf(profile: string) {
  const steps: string[] = []
  const actor = { profile, scope: 'platform', staff: profile, toggles: [], hiddenMenu: [], seenSecondsAgo: 0 }
  const gate = {
    open: async () => (steps.push('session'), actor as unknown as Actor),
    write: async (_: unknown, work: (db: unknown, actor: unknown) => Promise<unknown>) => {
      steps.push('transaction')
      return work({}, actor)
    },
  }
  const prepare = async (_: unknown, { html }: { html: string }) => {
    steps.push('prepare')
    return { clean: html.trim() }
  }
  const app = Fastify()
  await app.register(cookie)
  const route = handlePrepared(change, prepare, async (_, { clean }) => (steps.push('handler'), { html: clean }))
  bind(app, route, { gate, clock: { now: () => new Date() } } as unknown as Binding)
  const answer = await app.inject({ method: 'POST', url: '/api/auth/things/add', payload: { html: ' a ' } })
  return { steps, status: answer.statusCode, body: answer.json<unknown>() }
}

it('U6: work before a change holds no connection; the handler gets its answer', async () => {
  expect(await stepsOf('a2m')).toEqual({
    steps: ['session', 'prepare', 'transaction', 'handler'],
    status: 200,
    body: { html: 'a' },
  })
})

it('U6: does nothing for a person without the permission', async () => {
  expect((await stepsOf('user')).steps).toEqual(['session'])
})
