// What the files of database/functions may contain: statements that create or replace a function, say what it is for, and give it its rights.
import { expect, it } from 'vitest'
import { readSqlFiles } from '#platform/server/database/sql-files.ts'

/** Comments, quoted texts and names, bodies between `$$`, words, single characters. */
const token = /--[^\n]*|\/\*.*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$.*?\$\1\$|[\w$]+|./gs

/** The statements of a file without comments. A body of `begin atomic` belongs to its statement. */
function statementsOf(sql: string): string[] {
  const statements = ['']
  let depth = 0
  for (const [piece] of sql.matchAll(token)) {
    if (piece.startsWith('--') || piece.startsWith('/*')) continue
    const lower = piece.toLowerCase()
    if (lower === 'atomic' || (depth > 0 && lower === 'case')) depth++
    if (depth > 0 && lower === 'end') depth--
    if (piece === ';' && depth === 0) statements.push('')
    else statements[statements.length - 1] += piece
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '')
}

const created = /^create or replace (?:function|procedure) (app\.\w+)\s*\(/
const allowed = [
  created,
  /^comment on (?:function|procedure) app\.\w+ is\b/,
  /^call app\.(?:callable_)?platform_function\('app\.\w+'\)$/,
  /^(?:grant|revoke) (?:all|execute) on function app\.\w+(?:\([^)]*\))? (?:to|from) \w+$/,
  // A function with another text on a newer PostgreSQL: app.uuidv7().
  /^do \$\$\s+begin\s+if current_setting\('server_version_num'\)::integer >= \d+ then\s+create or replace function app\.\w+\([^;]*;\s+end if;\s+end\s+\$\$$/,
]
const isAllowed = (statement: string) => allowed.some((pattern) => pattern.test(statement))

it('each file only creates or replaces functions, comments on them and sets their rights', async () => {
  const files = await readSqlFiles('functions')
  expect(files.length).toBeGreaterThan(20)
  const others = files.flatMap(({ name, sql }) =>
    statementsOf(sql)
      .filter((statement) => !isAllowed(statement))
      .map((statement) => `database/functions/${name}.sql: ${statement.slice(0, 80)}`),
  )
  expect(others).toEqual([])
})

it.each([
  'drop function app.today()',
  'create function app.today() returns date language sql return current_date',
  'alter function app.today() owner to vitrine_app',
  'create or replace view app.people as select 1',
  'create or replace function public.today() returns date language sql return current_date',
  'grant select on users to vitrine_app',
  'do $$ begin drop function app.today(); end $$',
  'commit',
])('refuses %s', (statement) => {
  expect(isAllowed(statement)).toBe(false)
})

it('finds a statement behind a body of SQL', () => {
  const body = `create or replace function app.x() returns text language sql
    begin atomic select case when true then 'a;b' end; end; -- then; this
    drop table users; comment on function app.x is 'It''s; x';`
  expect(statementsOf(body).filter((statement) => !isAllowed(statement))).toEqual(['drop table users'])
})

it('no function has two definitions or two files', async () => {
  const names = (await readSqlFiles('functions')).flatMap(({ sql }) =>
    statementsOf(sql).flatMap((statement) => created.exec(statement)?.[1] ?? []),
  )
  expect(names.length).toBeGreaterThan(150)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
