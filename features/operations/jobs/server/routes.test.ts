import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { people, tenants } from '#testing/world.ts'
import { discardJob, listDeadJobs, retryJob } from '../contract.ts'

const portal = testPortal()
const a2m = () => portal.as('platform')

const deadLetter = (slot: string) =>
  portal.platform(async (db) => {
    const data = JSON.stringify({ tenant_id: tenants.norte.id, slot, input: { id: tenants.norte.id } })
    const { rows } = await sql<{ id: string }>`
      insert into pgboss.job (name, data, source_name, source_output, source_retry_count)
      values ('dead_letters', ${data}::jsonb, 'mail.send', '{"message": "connect: unreachable"}', 3) returning id`.execute(
      db,
    )
    return rows[0]?.id ?? ''
  })
const putIn = () =>
  portal.platform(async (db) => {
    const { rows } = await sql<{
      slot: string
    }>`select data ->> 'slot' as slot from pgboss.job where name = 'mail.send'`.execute(db)
    return rows.map(({ slot }) => slot)
  })
const trail = (event: string) =>
  portal.platform((db) =>
    db
      .selectFrom('audit_entries')
      .select(['actor_id', 'target_id', 'target_name'])
      .where('event', '=', event)
      .execute(),
  )

describe('jobs that failed permanently', () => {
  it('J3: are listed with their error for staff of the platform only', async () => {
    const id = await deadLetter('shown')
    const { body } = await a2m().ask(listDeadJobs, { search: 'mail' })
    expect(body.data).toMatchObject([
      {
        id,
        name: 'mail.send',
        tenant_name: 'Norte',
        error: 'connect: unreachable',
        attempts: 4,
        can: ['retry', 'discard'],
      },
    ])
    const behind = await a2m().ask(listDeadJobs, { search: 'mail', page: 9 })
    expect([behind.body.data, behind.body.total]).toEqual([[], body.total])
    expect((await a2m().ask(listDeadJobs, { search: 'nothing of it' })).body.total).toBe(0)
    for (const caller of ['adminOfNorte', 'masterOfAlfa', 'userOfNorte'] as const) {
      expect((await portal.as(caller).ask(listDeadJobs, {})).status).toBe(403)
      expect((await portal.as(caller).ask(retryJob, { id })).status).toBe(403)
      expect((await portal.as(caller).ask(discardJob, { id })).status).toBe(403)
    }
  })

  it('J3: can be exported by staff of the platform, with an audit entry', async () => {
    await deadLetter('filed')
    const downloadAs = async (caller: 'platform' | 'masterOfAlfa', query: string) => {
      const { host } = people[caller]
      const headers = { host, authorization: `Bearer ${await portal.tokenOf(people[caller])}`, lang: 'pt-BR' }
      return portal.portal.app.inject({ url: `/api/auth/jobs/export?${query}`, headers })
    }
    const { statusCode, body } = await downloadAs('platform', 'format=csv&columns=name,tenant,error,attempts')
    expect(statusCode).toBe(200)
    expect(body).toContain('\uFEFFTarefa;Unidade de negócio;O que deu errado;Tentativas\r\n')
    expect(body).toContain('\r\nmail.send;Norte;connect: unreachable;4\r\n')
    expect(
      (await downloadAs('platform', 'format=csv&search=nothing%20of%20it')).body.trimEnd().split('\r\n'),
    ).toHaveLength(1)
    expect((await downloadAs('masterOfAlfa', 'format=csv')).statusCode).toBe(403)
    const entry = { actor_id: people.platform.id, target_id: null, target_name: 'Tarefas paradas' }
    expect(await trail('list.exported')).toEqual([entry, entry])
  })

  it('are enqueued again once under concurrent retries, with an audit entry', async () => {
    const id = await deadLetter('again')
    const answers = await Promise.all(Array.from({ length: 5 }, () => a2m().ask(retryJob, { id })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404, 404])
    expect((await putIn()).filter((slot) => slot === 'again')).toHaveLength(1)
    expect(await trail('job.retried')).toEqual([
      { actor_id: people.platform.id, target_id: id, target_name: 'mail.send' },
    ])
  })

  it('can be discarded, with an audit entry', async () => {
    const id = await deadLetter('gone')
    expect((await a2m().ask(discardJob, { id })).status).toBe(200)
    expect((await a2m().ask(retryJob, { id })).status).toBe(404)
    expect((await putIn()).filter((slot) => slot === 'gone')).toEqual([])
    expect(await trail('job.discarded')).toEqual([
      { actor_id: people.platform.id, target_id: id, target_name: 'mail.send' },
    ])
  })
})
