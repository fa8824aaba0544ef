// `npm run migrate`: migrates the database of DATABASE_OWNER_URL, functions included, and starts nothing. For upgrades in which another tool starts the
// processes. Next: platform/server/database/migrate.ts.
import { readConfig } from '#platform/server/config.ts'
import { migrate } from '#platform/server/database/migrate.ts'

try {
  const { databaseOwnerUrl } = readConfig()
  if (databaseOwnerUrl === null) throw new Error('DATABASE_OWNER_URL names the database to bring up to date: set it.')
  const ran = await migrate(databaseOwnerUrl)
  console.log(ran.length === 0 ? 'The database is up to date.' : `Ran: ${ran.join(', ')}.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
