import { describe, expect, it } from 'vitest'
import { checkLayers } from './check-layers.ts'
import { writeTree } from '#testing/tree.ts'

/** Two whole slices and something in every layer, all as it should be. */
const goodTree = {
  'catalogue/access.ts': `export const access = {}`,
  'catalogue/fields.ts': `import { z } from 'zod'\nexport const name = z.string()`,
  'catalogue/phrases/assembled.ts': `import enUS from '#features/reports/phrases/en-US.ts'\nexport const phrases = { enUS }`,
  'platform/contract/call.ts': `export const call = () => {}`,
  'platform/server/config.ts': `export const port = process.env['PORT']`,
  'platform/server/clock.ts': `export const now = () => new Date()`,
  'platform/server/database/pool.ts': `import pg from 'pg'\nexport const pool = new pg.Pool()`,
  'platform/web/client.ts': `export const ask = () => fetch('/api')`,
  'platform/web/clock.ts': `export const now = () => Date.now()`,
  'powerbi/server/power-bi.ts': `import type { Fetch } from './fetch-shape.ts'\nexport const client = (fetch: Fetch) => fetch`,
  'powerbi/server/fetch-shape.ts': `export type Fetch = () => void`,
  'report-service/dax/engine.ts': `export type Answer = { rows: number }`,
  'report-service/viewer/main.ts': `import type { Answer } from '../dax/engine.ts'\nexport const draw = (answer: Answer) => answer`,
  'database/tables.ts': `export type Tables = {}`,
  'features/users/contract.ts': `import { call } from '#platform/contract/call.ts'\nimport { access } from '#catalogue/access.ts'\nexport const list = [call, access]`,
  'features/users/server/routes.ts': `import { findUsers } from './store.ts'\nexport const routes = [findUsers]`,
  'features/users/server/store.ts': `import type { Tables } from '#database/tables.ts'\nexport const findUsers = (db: Tables & { selectFrom: (t: string) => unknown }) => db.selectFrom('users')`,
  'features/users/server/reads.ts': `export const usersOf = () => {}`,
  'features/users/web/routes.ts': `export const routes = []`,
  'features/users/web/picker.tsx': `export const UserPicker = () => null`,
  'features/users/groups/contract.ts': `export const groups = {}`,
  'features/users/groups/server/routes.ts': `export const routes = []`,
  'features/reports/contract.ts': `import { list } from '../users/contract.ts'\nexport const reports = list`,
  'features/reports/server/routes.ts': `import { usersOf } from '#features/users/server/reads.ts'\nimport { client } from '#powerbi/server/power-bi.ts'\nexport const routes = [usersOf, client]`,
  'features/reports/server/routes.test.ts': `import { app } from '#apps/server/app.ts'\nconst at = new Date()\nexport const both = [app, at]`,
  'features/reports/web/routes.ts': `export const routes = []`,
  'features/reports/web/report-list.tsx': `import { UserPicker } from '#features/users/web/picker.tsx'\nimport { Button } from '@mantine/core'\nexport const parts = [UserPicker, Button]`,
  'features/reports/web/report-toolbar.tsx': `export const Toolbar = () => null`,
  'features/reports/phrases/en-US.ts': `export default {}`,
  'apps/server/app.ts': `import { routes } from '#features/reports/server/routes.ts'\nexport const app = routes`,
  'apps/web/vite.config.ts': `import { readFileSync } from 'node:fs'\nexport const icon = readFileSync`,
  'apps/report-service/main.ts': `import { type Answer } from '#report-service/dax/engine.ts'\nexport const start = (answer: Answer) => [answer, process.env]`,
}

/** What is said about the good tree after these files were added or replaced, as `path: message`. */
function complaints(files: Record<string, string>): string[] {
  return checkLayers(writeTree({ ...goodTree, ...files })).map(({ path, message }) => `${path}: ${message}`)
}

it('finds nothing in a tree that keeps the rules', () => {
  expect(complaints({})).toEqual([])
})

/** One broken rule each: the file that breaks it, its text, and what must be said. */
const broken: [rule: string, path: string, text: string, said: string][] = [
  [
    'platform knows no feature',
    'platform/server/jobs.ts',
    `import '#features/users/contract.ts'`,
    'platform must not import features',
  ],
  [
    'nor by a type',
    'platform/server/jobs.ts',
    `import type { list } from '#features/users/contract.ts'`,
    'platform must not import features',
  ],
  [
    'catalogue knows nobody',
    'catalogue/limits.ts',
    `import '#platform/contract/call.ts'`,
    'catalogue must not import platform',
  ],
  [
    'powerbi knows nobody',
    'powerbi/server/calls.ts',
    `import '#catalogue/access.ts'`,
    'powerbi must not import catalogue',
  ],
  [
    'the report service knows nobody',
    'report-service/rest/app.ts',
    `import '#platform/server/clock.ts'`,
    'report-service must not import platform',
  ],
  [
    'nobody but apps imports the report service',
    'features/reports/server/service.ts',
    `import '#report-service/dax/engine.ts'`,
    'features must not import report-service',
  ],
  [
    'features do not know apps',
    'features/users/server/rules.ts',
    `import '#apps/server/app.ts'`,
    'features must not import apps',
  ],
  [
    'a dynamic import counts',
    'features/users/server/rules.ts',
    `export const later = () => import('#apps/server/app.ts')`,
    'features must not import apps',
  ],
  [
    'a re-export counts',
    'features/users/server/rules.ts',
    `export { app } from '#apps/server/app.ts'`,
    'features must not import apps',
  ],
  ['the product runs no tools', 'apps/server/main.ts', `import '../../tools/run.ts'`, 'apps must not import tools'],
  [
    'tables are types to a feature',
    'features/users/server/rules.ts',
    `import { migrate } from '#database/tables.ts'`,
    'features must not import database',
  ],
  [
    'products do not use test code',
    'features/users/server/rules.ts',
    `import '#testing/app.ts'`,
    'must not import test code',
  ],
  [
    'a contract runs anywhere',
    'features/users/contract.ts',
    `import './server/reads.ts'`,
    'a contract imports only catalogue',
  ],
  [
    'a contract needs zod at most',
    'features/users/contract.ts',
    `import { readFile } from 'node:fs/promises'`,
    'node:fs/promises must not be imported here',
  ],
  [
    'the web does not meet the server',
    'features/users/web/user-form.tsx',
    `import '../server/rules.ts'`,
    'web code must not import server code',
  ],
  [
    'not even for a type',
    'features/users/web/user-form.tsx',
    `import type { R } from '../server/rules.ts'`,
    'web code must not import server code',
  ],
  [
    'the server does not meet the web',
    'features/users/server/jobs.ts',
    `import '../web/picker.tsx'`,
    'server code must not import web code',
  ],
  [
    'the platform keeps its sides apart, too',
    'platform/web/session.ts',
    `import '#platform/server/clock.ts'`,
    'web code must not import server code',
  ],
  [
    'the platform contract runs anywhere',
    'platform/contract/list.ts',
    `import '#platform/server/clock.ts'`,
    'what both sides read must not import server code',
  ],
  [
    'the viewer takes types of the service, no more',
    'report-service/viewer/page.ts',
    `import { Answer } from '../dax/engine.ts'`,
    'web code must not import server code',
  ],
  [
    'Node stays out of the browser',
    'platform/web/files.ts',
    `import { readFile } from 'node:fs'`,
    'node:fs does not run in a browser',
  ],
  ['React stays out of the server', 'platform/server/mail.ts', `import { h } from 'react'`, 'react is for screens'],
  [
    'a feature has four entry points',
    'features/reports/server/service.ts',
    `import '#features/users/server/store.ts'`,
    'users may be imported only by its entry points',
  ],
  [
    'also for tests',
    'features/reports/server/rules.test.ts',
    `import '#features/users/server/store.ts'`,
    'users may be imported only by its entry points',
  ],
  [
    'also on the web',
    'features/reports/web/report-form.tsx',
    `import '#features/users/web/routes.ts'`,
    'users may be imported only by its entry points',
  ],
  [
    'two features talk to the embedding service',
    'features/users/server/service.ts',
    `import '#powerbi/server/power-bi.ts'`,
    'only features/embedding and features/reports',
  ],
  [
    'the environment is read in one file',
    'platform/server/mail.ts',
    `export const host = process.env['SMTP']`,
    'only platform/server/config.ts reads the environment',
  ],
  [
    'however it is spelled',
    'platform/server/mail.ts',
    `const { env } = process\nexport const host = env`,
    'only platform/server/config.ts reads the environment',
  ],
  [
    'connections are opened in one folder',
    'features/users/server/store.ts',
    `import pg from 'pg'\nexport const pool = new pg.Pool()`,
    'only platform/server/database opens connections',
  ],
  [
    'the network is reached in one file',
    'features/users/web/user-form.tsx',
    `export const load = () => fetch('/x')`,
    'only platform/web/client talks to the network',
  ],
  [
    'however it is spelled',
    'features/users/web/user-form.tsx',
    `export const load = () => globalThis.fetch('/x')`,
    'only platform/web/client talks to the network',
  ],
  [
    'events, too',
    'platform/web/live.ts',
    `export const live = new EventSource('/x')`,
    'only platform/web/client talks to the network',
  ],
  [
    'the time is asked in one place',
    'features/users/server/rules.ts',
    `export const now = () => Date.now()`,
    'only the clock',
  ],
  ['however it is spelled', 'features/users/server/rules.ts', `export const now = () => new Date()`, 'only the clock'],
  ['by Luxon, too', 'features/users/server/rules.ts', `export const now = () => DateTime.utc()`, 'only the clock'],
  [
    'SQL lies in stores',
    'features/users/server/routes.ts',
    `export const routes = [(db) => db.selectFrom('users')]`,
    'SQL belongs to store.ts',
  ],
  [
    'however it is spelled',
    'features/users/server/service.ts',
    'export const q = sql`select 1`',
    'SQL belongs to store.ts',
  ],
  [
    'with a type, too',
    'features/users/server/service.ts',
    'export const q = sql<number>`select 1`',
    'SQL belongs to store.ts',
  ],
  [
    'DuckDB lies in the report service',
    'platform/server/rows.ts',
    `import { DuckDBInstance } from '@duckdb/node-api'`,
    'DuckDB belongs to the report service',
  ],
  ['a slice has a closed vocabulary', 'features/users/server/mailer.ts', ``, 'not in the vocabulary of a slice'],
  ['also its tests', 'features/users/server/mailer.test.ts', ``, 'not in the vocabulary of a slice'],
  ['also a sub-noun', 'features/users/groups/web/members.tsx', ``, 'not in the vocabulary of a slice'],
  ['a slice has calls', 'features/themes/web/theme-page.tsx', ``, 'is no slice'],
  ['no barrels', 'platform/web/index.ts', ``, 'no index barrels'],
  ['no bags', 'platform/server/utils/dates.ts', ``, '"utils" says nothing'],
  ['no helpers', 'platform/server/mail-helper.ts', ``, '"mail-helper" says nothing'],
  ['no types.ts', 'platform/server/types.ts', ``, 'types.ts gathers strangers'],
  ['names are kebab-case', 'platform/web/UserMenu.tsx', ``, 'names are kebab-case'],
  ['imports lead somewhere', 'platform/web/page.ts', `import './gone.ts'`, './gone.ts leads nowhere'],
  [
    'our own modules are not mocked',
    'platform/server/clock.test.ts',
    `vi.mock('./clock.ts')`,
    'our own modules are not mocked',
  ],
  [
    'a suppression has a reason',
    'platform/server/mail.ts',
    `// oxlint-disable-next-line no-console\nconsole.log(1)`,
    'a suppression says why',
  ],
]

describe('says the reason when it is broken that', () => {
  it.each(broken)('%s (%s)', (_, path, text, said) => {
    const found = complaints({
      'testing/app.ts': `export const app = 1`,
      'tools/run.ts': `export const run = 1`,
      'features/users/server/rules.ts': `export type R = 1`,
      [path]: text,
    })
    expect(found.filter((line) => line.includes(said))).not.toEqual([])
    expect(found.filter((line) => !line.includes(said))).toEqual([])
  })
})

it('wants a contract for routes and routes for a contract', () => {
  expect(complaints({ 'features/themes/server/routes.ts': '' })).toEqual([
    expect.stringContaining('features/themes/contract.ts'),
  ])
  expect(complaints({ 'features/themes/contract.ts': '' })).toEqual([
    expect.stringContaining('features/themes/server/routes.ts'),
  ])
})

it('accepts a noun whose calls are those of its sub-nouns, and a sub-noun of rules alone', () => {
  expect(
    complaints({
      'features/embedding/server/service.ts': '',
      'features/embedding/accounts/contract.ts': '',
      'features/embedding/accounts/server/routes.ts': '',
      'features/reports/access/server/rules.ts': '',
    }),
  ).toEqual([])
})

it('finds a circle of features and names each step', () => {
  const found = complaints({
    'features/users/server/service.ts': `import '#features/reports/contract.ts'`,
  })
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(
    'reports → users (features/reports/contract.ts:1) → reports (features/users/server/service.ts:1)',
  )
})

it('accepts a suppression with a reason and a mock of somebody else', () => {
  expect(
    complaints({
      'platform/server/mail.ts': `// oxlint-disable-next-line no-console -- the log is not open yet\nconsole.log(1)`,
      'platform/server/mail.test.ts': `vi.mock('nodemailer')`,
    }),
  ).toEqual([])
})
