// `npm run tables`: generates database/tables.ts, the types of all tables, from a temporary database with all migrations.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#platform/server/database/migrate.ts'
import { checkout } from '#platform/server/machine/checkout.ts'
import { environment } from './checks.ts'
import { startPostgres } from '#platform/server/machine/embedded-postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-tables-'))
const server = await startPostgres({ dataDir: folder, log: () => undefined, durability: 'test' })
const run = (program: string, args: string[]) =>
  execFileSync(program, args, { cwd: checkout, env: environment, stdio: ['ignore', 'inherit', 'inherit'] })
try {
  await migrate(server.ownerUrl)
  const target = ['--dialect', 'postgres', '--url', server.ownerUrl, '--out-file', 'database/tables.ts']
  // platform/server/database/pool.ts parses numbers and dates like this. The tables of the queue belong to pg-boss.
  const types = ['--numeric-parser', 'number', '--date-parser', 'string', '--exclude-pattern', '{migrations,pgboss.*}']
  run('kysely-codegen', [...target, ...types])
  run('oxfmt', ['database/tables.ts'])
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
