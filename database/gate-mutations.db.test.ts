// Mutation tests of the session gate: each reason to refuse is made true, then its function is removed, and the same session gets in.
// So each function is needed, and nothing else hides that one is missing.
import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { requestRemoteAccess, setRemoteConsent } from '#features/identity/remote-access/contract.ts'
import { readSettings, updateSettings } from '#features/organisation/settings/contract.ts'
import { hashToken } from '#platform/server/session/token.ts'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, partners, people, tenants } from '#testing/world.ts'

const portal = testPortal()
const norte = tenants.norte.id
const ugo = people.userOfNorte.id

type Session = 'reader' | 'master' | 'remote'
const sessions = {} as Record<Session, Buffer>

beforeAll(async () => {
  sessions.reader = hashToken(await portal.tokenOf(people.userOfNorte))
  sessions.master = hashToken(await portal.tokenOf(masterInNorte))
  await portal.platform((db) =>
    db
      .updateTable('memberships')
      .set({ toggles: ['remote_access'] })
      .where('user_id', '=', people.adminOfNorte.id)
      .execute(),
  )
  const staff = portal.as(masterInNorte)
  const { version } = (await staff.ask(readSettings, {})).body
  await staff.ask(updateSettings, { version, allow_access_remote: 'S' })
  await portal.as('otherUserOfNorte').ask(setRemoteConsent, { allow: 'S' })
  const input = { user_id: people.otherUserOfNorte.id, reason: 'O filtro não abre' }
  const { body } = await portal.as('adminOfNorte').ask(requestRemoteAccess, input)
  sessions.remote = hashToken((body as { token: string }).token)
})

type Scenario = {
  session?: Session
  /** SQL that makes the reason true. */
  change: string
  refusal: string
  /** SQL that asks for the refusal in place of the gate. */
  judge?: string
  /** The refusal that remains without the function. Absent: none. */
  left?: string
}

const ofUgo = (set: string) => `update memberships set ${set} where user_id = '${ugo}'`
const own = `(select session_id from session_tokens where token_hash = $1)`

const scenarios: Record<string, Scenario> = {
  refuse_ended: {
    change: `update sessions set ended_at = now(), ended_by = 'logout' where id = ${own}`,
    refusal: 'session.unauthorized',
    // An ended session counts as expired as well.
    left: 'session.expired',
  },
  refuse_expired: {
    change: `update sessions set expires_at = now() - interval '1 minute' where id = ${own}`,
    refusal: 'session.expired',
  },
  refuse_standing: { change: ofUgo(`state = 'B'`), refusal: 'sign_in.user_blocked' },
  refuse_blocked: { change: ofUgo(`block_on = current_date - 2`), refusal: 'sign_in.user_blocked' },
  refuse_inactive: { change: ofUgo(`state = 'I'`), refusal: 'sign_in.user_inactive' },
  refuse_deactivated: { change: ofUgo(`delete_on = current_date - 2`), refusal: 'sign_in.user_deactivated' },
  refuse_trial_ended: {
    change: `${ofUgo(`state = 'T'`)}; update tenants set trial_ends = current_date - 3 where id = '${norte}'`,
    refusal: 'sign_in.trial_ended',
  },
  refuse_maintenance: {
    change: `update tenants set maintenance = true where id = '${norte}'`,
    refusal: 'sign_in.maintenance',
  },
  refuse_platform_maintenance: { change: 'update platform set maintenance = true', refusal: 'sign_in.maintenance' },
  // A session ends with its membership, so only a new sign-in meets this reason.
  refuse_without_tenant: {
    change: `select from tenants`,
    judge: `select app.standing_refusal('{}', null, null, null, null, current_date) as refusal where $1::bytea is not null and $2::text <> ''`,
    refusal: 'sign_in.without_tenant',
  },
  refuse_other_partner: {
    session: 'master',
    change: `update users set partner_id = '${partners.beta.id}' where id = '${people.masterOfAlfa.id}'`,
    refusal: 'session.unauthorized',
  },
  refuse_address: {
    change: `update settings set allowed_addresses = '{10.0.0.0/8}' where tenant_id = '${norte}'`,
    refusal: 'sign_in.address_refused',
  },
  refuse_hour: {
    change: `with s as (
        insert into shifts (tenant_id, name, hours) select '${norte}', 'Nunca', jsonb_build_array(jsonb_build_object(
          'day', 1 + (extract(isodow from now())::int + 2) % 7, 'from', '00:00', 'to', '24:00')) returning id)
      update memberships set shift_id = (select id from s) where user_id = '${ugo}'`,
    refusal: 'sign_in.hour_refused',
  },
  refuse_real_person: {
    session: 'remote',
    change: `${ofUgo(`profile = 'admin'`)}; update memberships set block_on = current_date - 2 where user_id = '${people.adminOfNorte.id}'`,
    refusal: 'sign_in.user_blocked',
  },
  refuse_terms: {
    change: `insert into user_terms (tenant_id, title, body, condition, place) values ('${norte}', '{"pt-BR": "Termo"}', '{}', 'mandatory', 'after_login'); update user_terms set edition = 1`,
    refusal: 'session.terms_due',
  },
}

const refusalOf = async (owner: pg.Client, { session = 'reader', judge }: Scenario) => {
  const statement = judge ?? 'select refusal from app.open_session($1, $2)'
  const { rows } = await owner.query<{ refusal: string | null }>(statement, [sessions[session], '127.0.0.1'])
  return rows.map(({ refusal }) => refusal)
}

/** Makes the function refuse nobody. Sessions store its earlier result, so it is computed again. */
async function remove(owner: pg.Client, name: string): Promise<void> {
  const { rows } = await owner.query<{ definition: string }>(
    `select pg_get_functiondef(oid) as definition from pg_proc where proname = $1 and pronamespace = 'app'::regnamespace`,
    [name],
  )
  const head = rows[0]?.definition.split(/^RETURN /m)[0] ?? ''
  await owner.query(`${head}RETURN null::text`)
  await owner.query('update sessions set host = host where ended_at is null')
}

describe('A6: the session gate', () => {
  it('has a scenario for each of its functions', async () => {
    await onOwner(portal.ownerUrl, async (owner) => {
      const { rows } = await owner.query<{ name: string }>(
        `select proname as name from pg_proc where proname like 'refuse\\_%' and pronamespace = 'app'::regnamespace`,
      )
      expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(scenarios).toSorted())
    })
  })

  it.each(Object.entries(scenarios))('refuses by %s, and by nothing else', async (name, scenario) => {
    const { session = 'reader', judge, change, refusal, left = null } = scenario
    await onOwner(portal.ownerUrl, async (owner) => {
      await owner.query('begin')
      expect(await refusalOf(owner, scenario)).toEqual([judge ? refusal : null])
      for (const statement of change.split('; ')) {
        await owner.query('set local role vitrine_platform')
        await owner.query(statement, statement.includes('$1') ? [sessions[session]] : [])
        await owner.query('reset role')
      }
      expect(await refusalOf(owner, scenario)).toEqual([refusal])
      await remove(owner, name)
      expect(await refusalOf(owner, scenario)).toEqual([left])
      await owner.query('rollback')
    })
  })
})
