// One trace id from the header of a call to its slow statement, and back in its answer.
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { type SlowStatement, slowStatements } from './database/pool.ts'

const portal = testPortal()
const id = '4bf92f3577b34da6a3ce929d0e0e4736'
const headers = { traceparent: `00-${id}-00f067aa0ba902b7-00` }

describe('a trace', () => {
  it('is in the answer, also of a refused call, and is generated when the header is missing', async () => {
    const asked = { method: 'GET', url: '/api/auth/group_users/all' }
    const answer = await portal.as('adminOfNorte').send({ ...asked, headers })
    const refusal = await portal.as({ token: 'nobody', host: 'norte.localhost' }).send({ ...asked, headers })
    const without = await portal.as('adminOfNorte').send(asked)
    expect([answer.headers['trace-id'], refusal.headers['trace-id'], refusal.status]).toEqual([id, id, 401])
    expect(without.headers['trace-id']).toMatch(/^[0-9a-f]{32}$/)
    expect(without.headers['trace-id']).not.toBe(id)
  })

  it('is logged with a slow statement of the call, without values', async () => {
    const slow: SlowStatement[] = []
    const listener = (published: unknown) => slow.push(published as SlowStatement)
    slowStatements.subscribe(listener)
    const name = 'a name that nobody logs'
    const adding = await onOwner(portal.ownerUrl, async (owner) => {
      await owner.query('begin; lock table user_groups in share mode')
      const body = { name, description: '', member_ids: [] }
      const asked = portal.as('adminOfNorte').send({ method: 'POST', url: '/api/auth/group_users/add', body, headers })
      await sleep(1_500)
      await owner.query('commit')
      return asked
    })
    slowStatements.unsubscribe(listener)
    expect(adding.status).toBe(200)
    const waited = slow.filter(({ text }) => text.includes('insert into "user_groups"'))
    expect(waited.map(({ trace }) => trace)).toEqual([id])
    expect(JSON.stringify(slow)).not.toContain(name)
  })
})
