// The last day of a trial, by unit, client, state of the person and time zone, against a small model.
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { dayIn } from '#platform/contract/local-time.ts'
import { testPortal } from '#testing/portal.ts'

const portal = testPortal()

/** Instants around the end of a day in these zones, two of them in a night in which clocks change. */
const zones = ['America/Sao_Paulo', 'Asia/Tokyo', 'America/New_York', 'America/Havana', 'Pacific/Auckland'] as const
const instants = fc.integer({ min: Date.parse('2026-10-30T00:00:00Z'), max: Date.parse('2026-11-03T00:00:00Z') })
const day = fc.option(fc.constantFrom('2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02'))
const cases = fc.array(
  fc.record({
    at: instants,
    zone: fc.constantFrom(...zones),
    state: fc.constantFrom('A', 'T', 'B', 'I'),
    unit: day,
    client: day,
    isMember: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
)
type Case = typeof cases extends fc.Arbitrary<(infer One)[]> ? One : never

/** A trial covers its last day. Only test users have the trial of the unit, and only members that of the client. */
function expected({ at, zone, state, unit, client, isMember }: Case): boolean {
  const today = dayIn(zone, new Date(at))
  if (!isMember) return false
  return [state === 'T' ? unit : null, client].some((last) => last !== null && last < today)
}

it('a trial ends after its last day in the time zone of the unit, for whom it concerns', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (given) => {
      const sent = JSON.stringify(given.map((each, number) => ({ ...each, at: new Date(each.at), number })))
      const { rows } = await portal.platform((db) =>
        sql<{ ended: boolean }>`
          select app.refuse_trial_ended(
                   case when r."isMember" then jsonb_build_object('state', r.state) end,
                   jsonb_build_object('trial_ends', r.unit, 'client_trial_ends', r.client), (r.at at time zone r.zone)::date) is not null as ended
            from jsonb_to_recordset(${sent}::jsonb)
                 as r (number integer, at timestamptz, zone text, state text, unit date, client date, "isMember" boolean)
           order by r.number`.execute(db),
      )
      expect(rows.map(({ ended }) => ended)).toEqual(given.map(expected))
    }),
    { numRuns: 60 },
  )
})
