// `npm run tables`: writes what is generated from the schema: database/tables.ts (types) and database/schema.sql (the schema as a
// whole), from a temporary database with all migrations and functions. With `--check` it writes nothing and compares. Next: schema-text.ts.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { migrate } from '#platform/server/database/migrate.ts'
import { readSqlFiles } from '#platform/server/database/sql-files.ts'
import { checkout } from '#platform/server/machine/checkout.ts'
import { startPostgres } from '#platform/server/machine/embedded-postgres.ts'
import { environment } from './checks.ts'
import { describeSchema } from './schema-text.ts'

const run = (program: string, args: string[], input = '') =>
  execFileSync(program, args, { cwd: checkout, env: environment, input, encoding: 'utf8' })

function tableTypes(url: string): string {
  // platform/server/database/pool.ts parses numbers and dates like this. The migration runner has two tables of its own, and those of the queue
  // belong to pg-boss.
  const types = [
    '--numeric-parser',
    'number',
    '--date-parser',
    'string',
    '--exclude-pattern',
    '{public.migrations,public.applied_functions,pgboss.*}',
  ]
  const source = run('kysely-codegen', [
    '--dialect',
    'postgres',
    '--url',
    url,
    '--log-level',
    'error',
    '--print',
    ...types,
  ])
  return run('oxfmt', ['--stdin-filepath', 'database/tables.ts'], source)
}

async function schemaText(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await describeSchema(client)
  } finally {
    await client.end()
  }
}

/** Path below the checkout → text. */
async function generate(): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-tables-'))
  const server = await startPostgres({ dataDir: folder, log: () => undefined, durability: 'test' })
  try {
    await migrate(server.ownerUrl)
    return {
      'database/schema.sql': await schemaText(server.ownerUrl),
      'database/tables.ts': tableTypes(server.ownerUrl),
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const generated = ['database/schema.sql', 'database/tables.ts']
const sources = ['tools/generate-tables.ts', 'tools/schema-text.ts', 'package-lock.json']

/** Hash of the migrations and functions, of the files that are generated from them, and of what generates them. */
async function stateOfFiles(): Promise<string> {
  const hash = createHash('sha256')
  const sql = [...(await readSqlFiles('migrations')), ...(await readSqlFiles('functions'))]
  for (const file of sql) hash.update(`${file.name} ${file.hash}\n`)
  for (const path of [...generated, ...sources]) hash.update(readFileSync(join(checkout, path)))
  return hash.digest('hex')
}

/** The state of the files at the last comparison that found no difference. The same state needs no second comparison. */
const stateFile = join(checkout, 'node_modules', '.cache', 'vitrine-schema')

async function compare(): Promise<void> {
  const state = await stateOfFiles()
  if (existsSync(stateFile) && readFileSync(stateFile, 'utf8') === state) return
  const expected = await generate()
  const different = generated.filter((path) => readFileSync(join(checkout, path), 'utf8') !== expected[path])
  for (const path of different) console.error(`${path} differs from a database with all migrations and functions.`)
  if (different.length > 0) process.exitCode = 1
  else {
    mkdirSync(dirname(stateFile), { recursive: true })
    writeFileSync(stateFile, state)
  }
}

async function write(): Promise<void> {
  for (const [path, text] of Object.entries(await generate())) writeFileSync(join(checkout, path), text)
}

await (process.argv.includes('--check') ? compare() : write())
