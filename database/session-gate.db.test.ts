import { expect, it } from 'vitest'
import { hashToken } from '#platform/server/session/token.ts'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { people } from '#testing/world.ts'

const portal = testPortal()

it('A6: a new reason to refuse is one function and one line in the list', async () => {
  const hash = hashToken(await portal.tokenOf(people.userOfNorte))
  await onOwner(portal.ownerUrl, async (owner) => {
    const refusals = async () =>
      (
        await owner.query<{ refusal: string | null }>('select refusal from app.open_session($1, $2)', [
          hash,
          '127.0.0.1',
        ])
      ).rows
    await owner.query('begin')
    expect(await refusals()).toEqual([{ refusal: null }])
    await owner.query(`create function app.refuse_test(x sessions) returns text immutable language sql
      return case when x.host <> '' then 'session.test' end`)
    const { rows } = await owner.query<{ list: string }>(
      `select pg_get_functiondef('app.session_refusal(sessions, inet)'::regprocedure) as list`,
    )
    await owner.query(rows[0]?.list.replace('app.refuse_hour(x)', 'app.refuse_hour(x), app.refuse_test(x)') ?? '')
    expect(await refusals()).toEqual([{ refusal: 'session.test' }])
    await owner.query('rollback')
  })
})

it('A6: an earlier reason in the list wins over a later one', async () => {
  const hash = hashToken(await portal.tokenOf(people.userOfNorte))
  await onOwner(portal.ownerUrl, async (owner) => {
    await owner.query('begin; set local role vitrine_platform')
    await owner.query(`update settings set allowed_addresses = '{10.0.0.0/8}'; update tenants set maintenance = true`)
    const refusal = async () =>
      (await owner.query<{ refusal: string }>('select refusal from app.open_session($1, $2)', [hash, '127.0.0.1']))
        .rows[0]?.refusal
    expect(await refusal()).toBe('sign_in.maintenance')
    await owner.query('update tenants set maintenance = false')
    expect(await refusal()).toBe('sign_in.address_refused')
    await owner.query('rollback')
  })
})
