// Production starts without accounts. A one-time link in a file that only its owner can read creates the first account.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#platform/server/config.ts'
import { connectAtStartMs, openPool } from '#platform/server/database/pool.ts'
import { loggerFor } from '#platform/server/log.ts'
import { createGate } from '#platform/server/session/gate.ts'
import { makeToken } from '#platform/server/session/token.ts'
import { offerFirstAccount } from '#features/identity/sign-in/server/service.ts'

/** Writes the link and answers the path of the file; null when the platform has an account. An earlier link becomes invalid. */
export async function writeFirstLink({
  config,
  databaseUrl,
  dataDir,
}: {
  config: Config
  databaseUrl: string
  dataDir: string
}): Promise<string | null> {
  const pool = openPool({ url: databaseUrl, max: 2, onError: () => undefined, connectMs: connectAtStartMs })
  const { token, hash } = makeToken()
  try {
    const gate = createGate(pool, loggerFor({ logLevel: 'silent' }))
    const needed = await gate.acrossTenants('first link', (db) => offerFirstAccount(db, hash))
    if (!needed) return null
  } finally {
    await pool.end()
  }
  const file = join(dataDir, 'first-account.link')
  writeFileSync(file, `${new URL(`/first-account/${token}`, config.publicUrl).toString()}\n`, { mode: 0o600 })
  return file
}
