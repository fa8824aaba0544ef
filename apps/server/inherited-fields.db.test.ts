// U6: no call reads an inherited field in place of one that its request does not have. Each field that a permitted request leaves out is planted on Object.prototype
// while the call runs; nothing of it may be stored. The entry points freeze the prototypes (protect-process.ts); this portal does not, so
// that the first defence is seen alone.
import { randomBytes } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type Call, pathOfCall } from '#platform/contract/call.ts'
import { startAzureDouble } from '#powerbi/testing/azure-double.ts'
import { startPowerBiDouble } from '#powerbi/testing/power-bi-double.ts'
import { onOwner } from '#testing/global-setup.ts'
import { whilePlanted } from '#testing/planted.ts'
import { testPortal } from '#testing/portal.ts'
import { probes, routes } from './testing/probes.ts'

const azure = await startAzureDouble()
azure.operationSteps = 0
const microsoft = await startPowerBiDouble()
afterAll(() => Promise.all([azure.close(), microsoft.close()]))
const portal = testPortal({
  config: { powerBi: { authority: azure.address, api: microsoft.address }, azureManagement: azure.address },
  reports: true,
})

/** Calls with a body that change something. A read stores nothing. */
const calls = routes
  .filter(({ form }) => form !== 'upload')
  .map(({ call }): Call => call)
  .filter(({ access, method }) => access !== 'anyone' && (method === 'POST' || method === 'PUT'))

/** Names that libraries read from objects of their own: the driver of PostgreSQL, property descriptors, durations of luxon. */
const readByLibraries = ['name', 'value', 'hours']

const unique = () => randomBytes(4).toString('hex')
const marker = `planted${unique()}`

/** The fields of the input, at its first level. */
const fieldsOf = ({ input }: Call): string[] => (input instanceof z.ZodObject ? Object.keys(input.shape) : [])

/** Sends a permitted request once for each field that it leaves out, while the field is planted. Answers the status of each. */
async function statusesOf(call: Call): Promise<{ field: string; status: number }[]> {
  const probe = probes[call.path]
  if (!probe) throw new Error(`no probe for ${call.path}`)
  const input = () => portal.platform(async (db) => (probe.control ?? probe.input)({ db, unique: unique() }))
  const first = await input()
  // A session of its own: some calls end the others of their person, some count a wrong password or add a second factor.
  await portal.platform(async (db) => {
    await db.deleteFrom('sign_in_attempts').execute()
    await db.deleteFrom('two_factors').execute()
  })
  const asked = portal.as({ token: await portal.tokenOf(probe.who), host: probe.who.host })
  const statuses: { field: string; status: number }[] = []
  for (const field of fieldsOf(call).filter((name) => !(name in first))) {
    const body = await input()
    const send = () => asked.send({ method: call.method, url: pathOfCall(call), body })
    const { status } = await whilePlanted(field, `${marker} ${call.path}`, send).catch(() => ({ status: 0 }))
    statuses.push({ field, status })
  }
  return statuses
}

/** Returns all rows of all tables that contain the text. */
function rowsWith(text: string): Promise<string[]> {
  return onOwner(portal.ownerUrl, async (owner) => {
    await owner.query('set role vitrine_platform')
    const { rows: tables } = await owner.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await owner.query<{ row: string }>(
        `select t::text as row from ${name} t where t::text like $1`,
        [`%${text}%`],
      )
      found.push(...rows.map(({ row }) => `${name}: ${row}`))
    }
    return found
  })
}

it('U6: a planted field changes no answer of a permitted request, and nothing of it is stored', async () => {
  // Many probes add a person.
  await portal.platform((db) => db.updateTable('tenants').set({ user_limit: 1_000 }).execute())
  const all: { path: string; field: string; status: number }[] = []
  for (const call of calls) all.push(...(await statusesOf(call)).map((one) => ({ path: call.path, ...one })))
  const refused = all.filter(({ status, field }) => status !== 200 && !readByLibraries.includes(field))
  process.stdout.write(`planted fields: ${all.length} of ${calls.length} calls, ${refused.length} changed an answer\n`)
  expect(refused).toEqual([])
  expect(await rowsWith(marker)).toEqual([])
  // The search finds a row that contains the text.
  const named = all.length > 200 ? await rowsWith('alice.norte@example.com') : []
  expect(named.length).toBeGreaterThan(0)
}, 300_000)
