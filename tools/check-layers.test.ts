import { describe, expect, it } from 'vitest'
import { checkLayers } from './check-layers.ts'
import { writeTree } from '#testing/tree.ts'

/** A tree without faults: two complete features, and a file in every layer. */
const goodTree = {
  'catalogue/access.ts': `export const access = {}`,
  'catalogue/fields.ts': `import { z } from 'zod'\nexport const name = z.string()`,
  'catalogue/phrases/assembled.ts': `import enUS from '#features/reports/library/phrases/en-US.ts'\nexport const phrases = { enUS }`,
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
  'features/people/users/contract.ts': `import { call } from '#platform/contract/call.ts'\nimport { access } from '#catalogue/access.ts'\nexport const list = [call, access]`,
  'features/people/users/server/routes.ts': `import { findUsers } from './store.ts'\nexport const routes = [findUsers]`,
  'features/people/users/server/store.ts': `import type { Tables } from '#database/tables.ts'\nexport const findUsers = (db: Tables & { selectFrom: (t: string) => unknown }) => db.selectFrom('users')`,
  'features/people/users/server/queries.ts': `export const usersOf = () => {}`,
  'features/people/users/web/routes.ts': `export const routes = []`,
  'features/people/users/web/user-picker.tsx': `export const UserPicker = () => null`,
  'features/people/users/web/exports.tsx': `export { UserPicker } from './user-picker.tsx'\nexport * from './user-picker.tsx'`,
  'features/people/groups/contract.ts': `export const groups = {}`,
  'features/people/groups/server/routes.ts': `export const routes = []`,
  'features/reports/library/contract.ts': `import { list } from '#features/people/users/contract.ts'\nexport const reports = list`,
  'features/reports/library/server/routes.ts': `import { usersOf } from '#features/people/users/server/queries.ts'\nimport { client } from '#powerbi/server/power-bi.ts'\nexport const routes = [usersOf, client]`,
  'features/reports/library/server/routes.test.ts': `import { app } from '#apps/server/app.ts'\nconst at = new Date()\nexport const both = [app, at]`,
  'features/reports/library/web/routes.ts': `export const routes = []`,
  'features/reports/library/web/report-list.tsx': `import { UserPicker } from '#features/people/users/web/exports.tsx'\nimport { Button } from '@mantine/core'\nexport const parts = [UserPicker, Button]`,
  'features/reports/library/web/report-toolbar.tsx': `export const Toolbar = () => null`,
  'features/reports/library/phrases/en-US.ts': `export default {}`,
  'apps/server/app.ts': `import { routes } from '#features/reports/library/server/routes.ts'\nexport const app = routes`,
  'apps/web/vite.config.ts': `import { readFileSync } from 'node:fs'\nexport const icon = readFileSync`,
  'apps/report-service/main.ts': `import { type Answer } from '#report-service/dax/engine.ts'\nexport const start = (answer: Answer) => [answer, process.env]`,
}

/** The violations after these files were added to the good tree or replaced in it, as `path: message`. */
function complaints(files: Record<string, string>): string[] {
  return checkLayers(writeTree({ ...goodTree, ...files })).map(({ path, message }) => `${path}: ${message}`)
}

it('finds nothing in a tree without faults', () => {
  expect(complaints({})).toEqual([])
})

/** One broken rule each: a name, the path and text of the file that breaks it, and a part of the expected message. */
const broken: [rule: string, path: string, text: string, said: string][] = [
  [
    'platform importing a feature',
    'platform/server/jobs.ts',
    `import '#features/people/users/contract.ts'`,
    'platform must not import features',
  ],
  [
    'platform importing a type of a feature',
    'platform/server/jobs.ts',
    `import type { list } from '#features/people/users/contract.ts'`,
    'platform must not import features',
  ],
  [
    'catalogue importing platform',
    'catalogue/limits.ts',
    `import '#platform/contract/call.ts'`,
    'catalogue must not import platform',
  ],
  [
    'powerbi importing catalogue',
    'powerbi/server/calls.ts',
    `import '#catalogue/access.ts'`,
    'powerbi must not import catalogue',
  ],
  [
    'the report service importing platform',
    'report-service/rest/app.ts',
    `import '#platform/server/clock.ts'`,
    'report-service must not import platform',
  ],
  [
    'a feature importing the report service',
    'features/reports/library/server/service.ts',
    `import '#report-service/dax/engine.ts'`,
    'features must not import report-service',
  ],
  [
    'a feature importing apps',
    'features/people/users/server/rules.ts',
    `import '#apps/server/app.ts'`,
    'features must not import apps',
  ],
  [
    'a dynamic import of a forbidden layer',
    'features/people/users/server/rules.ts',
    `export const later = () => import('#apps/server/app.ts')`,
    'features must not import apps',
  ],
  [
    'a re-export of a forbidden layer',
    'features/people/users/server/rules.ts',
    `export { app } from '#apps/server/app.ts'`,
    'features must not import apps',
  ],
  ['the product importing tools', 'apps/server/main.ts', `import '../../tools/run.ts'`, 'apps must not import tools'],
  [
    'a feature importing code of database',
    'features/people/users/server/rules.ts',
    `import { migrate } from '#database/tables.ts'`,
    'features must not import database',
  ],
  [
    'product code importing test code',
    'features/people/users/server/rules.ts',
    `import '#testing/app.ts'`,
    'must not import test code',
  ],
  [
    'a contract importing server code',
    'features/people/users/contract.ts',
    `import './server/queries.ts'`,
    'a contract imports only catalogue',
  ],
  [
    'a contract importing a package other than zod',
    'features/people/users/contract.ts',
    `import { readFile } from 'node:fs/promises'`,
    'node:fs/promises must not be imported here',
  ],
  [
    'web code importing server code',
    'features/people/users/web/user-form.tsx',
    `import '../server/rules.ts'`,
    'web code must not import server code',
  ],
  [
    'web code importing a type of the server',
    'features/people/users/web/user-form.tsx',
    `import type { R } from '../server/rules.ts'`,
    'web code must not import server code',
  ],
  [
    'server code importing web code',
    'features/people/users/server/jobs.ts',
    `import '../web/exports.tsx'`,
    'server code must not import web code',
  ],
  [
    'web code of platform importing server code of platform',
    'platform/web/session.ts',
    `import '#platform/server/clock.ts'`,
    'web code must not import server code',
  ],
  [
    'platform/contract importing server code',
    'platform/contract/list.ts',
    `import '#platform/server/clock.ts'`,
    'shared code must not import server code',
  ],
  [
    'the viewer importing code of the report service',
    'report-service/viewer/page.ts',
    `import { Answer } from '../dax/engine.ts'`,
    'web code must not import server code',
  ],
  [
    'Node modules in web code',
    'platform/web/files.ts',
    `import { readFile } from 'node:fs'`,
    'node:fs does not run in a browser',
  ],
  ['React in server code', 'platform/server/mail.ts', `import { h } from 'react'`, 'react is for screens'],
  [
    'an import past the doors of a noun',
    'features/reports/library/server/service.ts',
    `import '#features/people/users/server/store.ts'`,
    'people/users may be imported only by its doors',
  ],
  [
    'an import past the doors inside an area',
    'features/people/users/server/commands.ts',
    `import '#features/people/groups/server/routes.ts'`,
    'people/groups may be imported only by its doors',
  ],
  [
    'a test that imports past the doors',
    'features/reports/library/server/rules.test.ts',
    `import '#features/people/users/server/store.ts'`,
    'people/users may be imported only by its doors',
  ],
  [
    'a web import past the doors',
    'features/reports/library/web/report-form.tsx',
    `import '#features/people/users/web/routes.ts'`,
    'people/users may be imported only by its doors',
  ],
  [
    'an import of a later area',
    'features/people/groups/server/service.ts',
    `import '#features/reports/library/contract.ts'`,
    'people must not import reports, which is a later area',
  ],
  [
    'a third feature importing powerbi',
    'features/people/users/server/service.ts',
    `import '#powerbi/server/power-bi.ts'`,
    'only the areas sources and reports',
  ],
  [
    'process.env outside of the configuration',
    'platform/server/mail.ts',
    `export const host = process.env['SMTP']`,
    'only platform/server/config.ts reads the environment',
  ],
  [
    'process.env in another spelling',
    'platform/server/mail.ts',
    `const { env } = process\nexport const host = env`,
    'only platform/server/config.ts reads the environment',
  ],
  [
    'a database connection outside of platform/server/database',
    'features/people/users/server/store.ts',
    `import pg from 'pg'\nexport const pool = new pg.Pool()`,
    'only platform/server/database opens connections',
  ],
  [
    'fetch outside of the client',
    'features/people/users/web/user-form.tsx',
    `export const load = () => fetch('/x')`,
    'only platform/web/client talks to the network',
  ],
  [
    'fetch in another spelling',
    'features/people/users/web/user-form.tsx',
    `export const load = () => globalThis.fetch('/x')`,
    'only platform/web/client talks to the network',
  ],
  [
    'an EventSource outside of the client',
    'platform/web/live.ts',
    `export const live = new EventSource('/x')`,
    'only platform/web/client talks to the network',
  ],
  [
    'the time outside of the clock',
    'features/people/users/server/rules.ts',
    `export const now = () => Date.now()`,
    'only the clock',
  ],
  [
    'the time in another spelling',
    'features/people/users/server/rules.ts',
    `export const now = () => new Date()`,
    'only the clock',
  ],
  [
    'the time of Luxon',
    'features/people/users/server/rules.ts',
    `export const now = () => DateTime.utc()`,
    'only the clock',
  ],
  [
    'a query outside of store.ts',
    'features/people/users/server/routes.ts',
    `export const routes = [(db) => db.selectFrom('users')]`,
    'SQL belongs to store.ts',
  ],
  [
    'an sql template outside of store.ts',
    'features/people/users/server/service.ts',
    'export const q = sql`select 1`',
    'SQL belongs to store.ts',
  ],
  [
    'a typed sql template outside of store.ts',
    'features/people/users/server/service.ts',
    'export const q = sql<number>`select 1`',
    'SQL belongs to store.ts',
  ],
  [
    'DuckDB outside of the report service',
    'platform/server/rows.ts',
    `import { DuckDBInstance } from '@duckdb/node-api'`,
    'DuckDB belongs to the report service',
  ],
  ['an unknown place in a noun', 'features/people/users/mailer.ts', ``, 'not in the vocabulary of a noun'],
  ['an unknown place of a test', 'features/people/users/mailer.test.ts', ``, 'not in the vocabulary of a noun'],
  ['a folder inside of a part', 'features/people/groups/web/parts/members.tsx', ``, 'not in the vocabulary of a noun'],
  ['a file of an area', 'features/people/members.ts', ``, 'inside the folder of its noun'],
  ['an area without calls', 'features/organisation/themes/web/theme-page.tsx', ``, 'is no area'],
  ['an index file', 'platform/web/index.ts', ``, 'no index barrels'],
  ['a utils folder', 'platform/server/utils/dates.ts', ``, '"utils" says nothing'],
  ['a helper file', 'platform/server/mail-helper.ts', ``, '"mail-helper" says nothing'],
  ['a types.ts', 'platform/server/types.ts', ``, 'types.ts collects unrelated types'],
  ['a name that is not kebab-case', 'platform/web/UserMenu.tsx', ``, 'names are kebab-case'],
  ['an import of a missing file', 'platform/web/page.ts', `import './gone.ts'`, './gone.ts leads nowhere'],
  [
    'a mock of our own module',
    'platform/server/clock.test.ts',
    `vi.mock('./clock.ts')`,
    'our own modules are not mocked',
  ],
  [
    'a door of screens that declares something',
    'features/people/users/web/exports.tsx',
    `export const UserPicker = () => null`,
    'web/exports.tsx only exports what other files declare',
  ],
  [
    'a door of screens that imports something',
    'features/people/users/web/exports.tsx',
    `import './user-picker.tsx'`,
    'web/exports.tsx only exports what other files declare',
  ],
  [
    'a suppression without a reason',
    'platform/server/mail.ts',
    `// oxlint-disable-next-line no-console\nconsole.log(1)`,
    'a suppression gives its reason',
  ],
]

describe('reports with a reason', () => {
  it.each(broken)('%s (%s)', (_, path, text, said) => {
    const found = complaints({
      'testing/app.ts': `export const app = 1`,
      'tools/run.ts': `export const run = 1`,
      'features/people/users/server/rules.ts': `export type R = 1`,
      [path]: text,
    })
    expect(found.filter((line) => line.includes(said))).not.toEqual([])
    expect(found.filter((line) => !line.includes(said))).toEqual([])
  })
})

it('requires a contract for routes and routes for a contract', () => {
  expect(complaints({ 'features/organisation/themes/server/routes.ts': '' })).toEqual([
    expect.stringContaining('features/organisation/themes/contract.ts'),
  ])
  expect(complaints({ 'features/organisation/themes/contract.ts': '' })).toEqual([
    expect.stringContaining('features/organisation/themes/server/routes.ts'),
  ])
})

it('accepts a noun without calls in an area with calls, and parts with free names', () => {
  expect(
    complaints({
      'features/reports/access/server/rules.ts': '',
      'features/reports/access/server/grants-that-end.ts': '',
      'features/reports/access/web/explanation.tsx': '',
    }),
  ).toEqual([])
})

it('finds a dependency cycle of nouns, contracts apart, and names each step', () => {
  const found = complaints({
    'features/people/users/server/routes.ts': `import '#features/people/groups/server/queries.ts'`,
    'features/people/groups/server/queries.ts': `import '#features/people/users/contract.ts'`,
    'features/people/groups/server/commands.ts': `import '#features/people/users/server/queries.ts'`,
  })
  expect(found).toEqual([
    expect.stringContaining(
      'people/groups → people/users (features/people/groups/server/commands.ts:1) → people/groups (features/people/users/server/routes.ts:1)',
    ),
  ])
})

it.each([
  ['a type', `import type { Drawer } from './report-drawer.tsx'`],
  ['a dynamic import', `export const later = () => import('./report-drawer.tsx')`],
  ['a re-export', `export { Drawer } from './report-drawer.tsx'`],
])('finds a cycle of files that %s closes, and names each step', (_, text) => {
  const found = complaints({
    'features/reports/library/web/report-drawer.tsx': `import './report-rows.ts'`,
    'features/reports/library/web/report-rows.ts': `import '../contract.ts'\n${text}`,
  })
  expect(found).toEqual([
    expect.stringContaining(
      'imports form a dependency cycle: features/reports/library/web/report-drawer.tsx → features/reports/library/web/report-rows.ts (features/reports/library/web/report-drawer.tsx:1) → features/reports/library/web/report-drawer.tsx (features/reports/library/web/report-rows.ts:2)',
    ),
  ])
})

it('accepts a suppression with a reason and a mock of a package', () => {
  expect(
    complaints({
      'platform/server/mail.ts': `// oxlint-disable-next-line no-console -- the log is not open yet\nconsole.log(1)`,
      'platform/server/mail.test.ts': `vi.mock('nodemailer')`,
    }),
  ).toEqual([])
})
