// `npm run verify-audit`: verifies the hash chains of the audit trail, also those of a restored copy, and changes nothing.
// `npm run verify-audit -- --database postgresql://… --heads FILE` verifies another database. With `--heads` it also compares each chain with
// its last hash in FILE and then, without a break, writes the present ones there. Next: platform/server/audit-chain.ts.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { type AuditBreak, verifyAudit } from '#platform/server/audit-chain.ts'
import { readConfig } from '#platform/server/config.ts'
import { locateDataFolder } from '#platform/server/machine/data-folder.ts'
import { ownerUrlIn } from '#platform/server/machine/embedded-postgres.ts'

const headsFile = z.record(z.string(), z.object({ position: z.number(), hash: z.string() }))

/** The database of the variables, or the embedded one of the data folder, which must be running. */
function configuredUrl(): string {
  const { databaseOwnerUrl, databaseUrl, dataDir } = readConfig()
  return databaseOwnerUrl ?? databaseUrl ?? ownerUrlIn(locateDataFolder(dataDir ?? undefined))
}

const sentence = ({ chain, position, entryId, what }: AuditBreak): string =>
  [
    `Chain ${chain}`,
    position === null ? '' : `, position ${position}`,
    entryId === null ? '' : `, entry ${entryId}`,
    `: ${what}.`,
  ].join('')

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { database: { type: 'string' }, heads: { type: 'string' } } })
  const known = values.heads && existsSync(values.heads) ? readFileSync(values.heads, 'utf8') : '{}'
  const client = new pg.Client({ connectionString: values.database ?? configuredUrl() })
  await client.connect()
  try {
    const found = await verifyAudit(client, headsFile.parse(JSON.parse(known)))
    console.log(
      `${found.entries} entries in ${found.chains} chains verified. Business units: ${found.erased} erased, ${found.beingErased} being erased.`,
    )
    for (const each of found.breaks) console.log(sentence(each))
    if (found.breaks.length > 0) process.exitCode = 1
    else if (values.heads) writeFileSync(values.heads, `${JSON.stringify(found.heads, null, 2)}\n`)
    console.log(found.breaks.length > 0 ? `${found.breaks.length} chains are broken.` : 'No chain is broken.')
  } finally {
    await client.end()
  }
}

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
