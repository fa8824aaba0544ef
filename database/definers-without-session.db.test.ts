// The functions that bypass row-level security, called by the login of the application without a session. They take tenant and person
// from the session, so without one they answer nothing and write nothing, whatever ids they are given.
import pg from 'pg'
import { expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { partners, people, tenants } from '#testing/world.ts'
import { definerFunctions } from './rls-policies.ts'

const portal = testPortal()

/** These answer without a session, and why they may. */
const answering: Record<string, string> = {
  find_subdomain: 'finds the tenant of a host before anybody has signed in',
  password_rules_of: 'tells the rules for the link of a new password; for an unknown person those of everybody',
  platform_emails: 'an audit trail hides these addresses, whoever reads it',
  platform_people: 'the same by ids',
  use_sender_budget: 'counts by address across tenants, also for mails that nobody of a tenant asked for',
}

/** Arguments by type. Each id is tried in each place. */
const ids = [tenants.norte.id, people.userOfNorte.id, people.masterOfAlfa.id, people.platform.id, partners.alfa.id]
const argument = (type: string, id: string): string =>
  ({
    uuid: `'${id}'::uuid`,
    'uuid[]': `array['${id}']::uuid[]`,
    text: `'norte'`,
    'text[]': `'{%}'::text[]`,
    integer: '5',
    boolean: 'true',
    bytea: `'\\x00'::bytea`,
    jsonb: `'{}'::jsonb`,
    date: 'current_date',
    inet: `'127.0.0.1'::inet`,
    'timestamp with time zone': 'now()',
  })[type] ?? `null::${type}`

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === false ||
  value === '' ||
  value === 0 ||
  (Array.isArray(value) ? value.every(isNothing) : typeof value === 'object' && Object.values(value).every(isNothing))

it('T3, T4: answer nothing and write nothing without a session', async () => {
  const client = new pg.Client({ connectionString: portal.databaseUrl })
  await client.connect()
  const { rows: functions } = await client.query<{ name: string; types: string[] }>(
    `select proname as name, array(select format_type(t, null) from unnest(proargtypes) with ordinality x(t, at) order by at) as types
       from pg_proc
      where prosecdef and pronamespace = 'app'::regnamespace and prorettype <> 'trigger'::regtype
        and has_function_privilege(oid, 'execute') order by 1`,
  )
  expect(functions.length).toBeGreaterThan(30)
  const answered: string[] = []
  for (const { name, types } of functions) {
    expect(Object.keys(definerFunctions)).toContain(name)
    for (const id of ids) {
      await client.query('begin')
      try {
        const { rows } = await client.query<Record<string, unknown>>(
          `select * from app.${name}(${types.map((type) => argument(type, id)).join(', ')})`,
        )
        const { rows: writes } = await client.query<{ wrote: boolean }>(
          'select pg_current_xact_id_if_assigned() is not null as wrote',
        )
        const hasAnswer = rows.some((row) => Object.values(row).some((value) => !isNothing(value)))
        if (hasAnswer) answered.push(`${name} answers ${JSON.stringify(rows).slice(0, 120)}`)
        if (writes[0]?.wrote) answered.push(`${name} writes`)
      } catch {
        // Refused by the function itself.
      }
      await client.query('rollback')
    }
  }
  await client.end()
  const unexpected = [...new Set(answered)].filter((line) => !((line.split(' ')[0] ?? '') in answering))
  expect(unexpected).toEqual([])
  const named = new Set(answered.map((line) => line.split(' ')[0] ?? ''))
  expect([...named].toSorted()).toEqual(Object.keys(answering).toSorted())
})
