// The probes of all calls: those of the features, and those of plain nouns, derived from the samples of their manifests.
// A call without a probe fails calls.db.test.ts, so that no new call is left untested.
import { z } from 'zod'
import type { DB } from '#database/tables.ts'
import type { Noun } from '#catalogue/access.ts'
import { plural } from '#catalogue/plural.ts'
import type { Call } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { addRecord, type Probes, recordProbes, type RecordProbes } from '#testing/probe.ts'
import { manifests } from '../../generated/manifests.ts'
import { featureProbes } from '../../generated/testing/probes.ts'
import { featureRoutes } from '../features.ts'

/** Calls are plain values, so listing them needs no services. */
export const routes = featureRoutes({ hosts: {}, embedding: {}, tokens: {} } as never).flatMap(
  (feature) => feature.routes,
)

const plainNouns = manifests.flatMap(({ noun, sample }) => (sample ? [plainNoun(noun as Noun, sample)] : []))

function plainNoun(noun: Noun, sample: object): RecordProbes {
  const add = routes.map(({ call }): Call => call).find(({ audit }) => audit === `${noun}.added`)
  if (!add) throw new Error(`The manifest of ${noun} has a sample, and no call adds a ${noun}.`)
  const { name: _, ...sent } = z.encode(add.input, { name: 'Sample', ...sample }) as { name: string }
  const stored = Object.entries(sample).map(([field, value]) => [field, isJson(value) ? JSON.stringify(value) : value])
  return {
    path: add.path.replace(/\/add$/, ''),
    table: plural(noun) as keyof DB,
    stored: Object.fromEntries(stored),
    sent,
  }
}

/** Objects and lists of objects are stored as JSON, as platform/server/resource.ts does. A list of texts is a PostgreSQL array. */
function isJson(value: unknown): boolean {
  return Array.isArray(value) ? typeof value[0] === 'object' : typeof value === 'object' && value !== null
}

export const probes: Probes = Object.assign({}, ...featureProbes, ...plainNouns.map(recordProbes))

/** A record of every plain noun in a business unit: their ids, by table. */
export async function addPlainRecords(db: Database, tenant: string): Promise<Map<keyof DB, string>> {
  const added = new Map<keyof DB, string>()
  for (const { table, stored } of plainNouns) {
    added.set(table, await addRecord(db, table, { tenant_id: tenant, name: 'Um', ...stored }))
  }
  return added
}
