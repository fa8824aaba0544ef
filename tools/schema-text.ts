// The text of database/schema.sql: tables, then functions, as the system catalogs of a migrated database describe them. The embedded
// PostgreSQL brings no pg_dump. Tables and functions appear in the order in which the migrations create them.
// The tables of pg-boss are left out: they belong to the library. So are the functions of extensions.
import type pg from 'pg'

const head = `-- The schema as a whole. \`npm run tables\` writes this file from the catalogs of a database with all migrations and functions;
-- \`npm run check\` compares it. It is for reading: change tables with a new file in database/migrations, and functions in
-- database/functions, where they stand with their comments.
--
-- Row-level security is enabled and forced on every table, unless the table says otherwise. The owner has all rights.
-- Policies named \`application\` and \`platform\` come from app.row_policy() and app.platform_policy(), below.
`

/** @param client of the owner of a migrated database; its search path changes. */
export async function describeSchema(client: pg.Client): Promise<string> {
  await client.query('set search_path = public')
  const tables = await client.query<Table>(tablesQuery)
  const functions = await client.query<SqlFunction>(functionsQuery)
  const extensions = await client.query<{ extname: string }>(
    `select extname from pg_extension where extname <> 'plpgsql' order by 1`,
  )
  const extensionLines = extensions.rows.map(({ extname }) => `CREATE EXTENSION ${extname};\n`)
  return [head, ...extensionLines, ...tables.rows.map(tableText), ...functions.rows.map(functionText)].join('\n')
}

type Column = { definition: string; comment: string | null }

type Table = {
  name: string
  comment: string | null
  secured: boolean
  columns: Column[]
  constraints: string[]
  /** Indexes, policies, triggers and grants, each a whole statement without its semicolon. */
  statements: string[]
}

/** Constraints of the kind `n` (not null) are left out: PostgreSQL 18 lists them, and the column shows them. */
const tablesQuery = `
  select c.relname as name, obj_description(c.oid, 'pg_class') as comment, c.relrowsecurity and c.relforcerowsecurity as secured,
    (select json_agg(json_build_object('comment', col_description(c.oid, a.attnum), 'definition', concat(
        quote_ident(a.attname), ' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' NOT NULL' end,
        case when a.attgenerated = 's' then ' GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, c.oid, true) || ') STORED'
             when d.adbin is not null then ' DEFAULT ' || pg_get_expr(d.adbin, c.oid, true) end)) order by a.attnum)
       from pg_attribute a left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(json_agg('CONSTRAINT ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid, true)
              order by position(k.contype::text in 'pufcx'), k.conname), '[]')
       from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c', 'x')) as constraints,
    (select coalesce(json_agg(s.statement order by s.kind, s.name), '[]') from (
       select 1 as kind, i.relname as name, pg_get_indexdef(i.oid, 0, true) as statement
         from pg_index x join pg_class i on i.oid = x.indexrelid
        where x.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.oid)
       union all
       select 2, p.polname, concat(
           'CREATE POLICY ', quote_ident(p.polname), ' ON ', c.oid::regclass, case when not p.polpermissive then ' AS RESTRICTIVE' end,
           case p.polcmd when 'r' then ' FOR SELECT' when 'a' then ' FOR INSERT' when 'w' then ' FOR UPDATE' when 'd' then ' FOR DELETE' end,
           ' TO ', (select string_agg(role::regrole::text, ', ' order by role::regrole::text) from unnest(p.polroles) role),
           ' USING (' || u.using || ')',
           case when u.using is distinct from u.check then ' WITH CHECK (' || u.check || ')' end)
         from pg_policy p
        cross join lateral (select pg_get_expr(p.polqual, c.oid, true) as using, pg_get_expr(p.polwithcheck, c.oid, true) as check) u
        where p.polrelid = c.oid
       union all
       select 3, t.tgname, pg_get_triggerdef(t.oid, true) from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal
       union all
       select 4, g.rights, format('GRANT %s ON %s TO %s', g.rights, c.oid::regclass, string_agg(g.role, ', ' order by g.role))
         from (select grantee::regrole::text as role, string_agg(privilege_type, ', ' order by position(privilege_type in 'SELECT INSERT UPDATE DELETE')) as rights
                 from aclexplode(c.relacl) where grantee <> c.relowner group by 1) g
        group by g.rights
       union all
       select 5, g.role, format('GRANT %s (%s) ON %s TO %s', g.kind, g.columns, c.oid::regclass, g.role)
         from (select e.grantee::regrole::text as role, e.privilege_type as kind, string_agg(a.attname, ', ' order by a.attnum) as columns
                 from pg_attribute a cross join lateral aclexplode(a.attacl) e where a.attrelid = c.oid group by 1, 2) g) s) as statements
    from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
   order by c.oid`

function tableText({ name, comment, secured, columns, constraints, statements }: Table): string {
  const lines = [
    ...columns.map(({ definition, comment: note }) => [...commentLines(note, '  '), `  ${definition}`].join('\n')),
    ...constraints.map((constraint) => `  ${constraint}`),
  ]
  return [
    ...commentLines(comment),
    ...(secured ? [] : ['-- Without row-level security.']),
    `CREATE TABLE ${name} (`,
    lines.join(',\n'),
    ');',
    ...statements.map((statement) => `${wrapped(plainCalls(statement))};`),
    '',
  ].join('\n')
}

type SqlFunction = {
  definition: string
  comment: string | null
  owner: string
  definer: boolean
  /** The roles that may call it; null: everybody. */
  callers: string | null
}

const functionsQuery = `
  select pg_get_functiondef(p.oid) as definition, obj_description(p.oid, 'pg_proc') as comment, p.prosecdef as definer,
         p.proowner::regrole::text as owner,
         case when p.proacl is not null then coalesce(
           (select string_agg(case grantee when 0 then 'everybody' else grantee::regrole::text end, ', ' order by grantee::regrole::text)
              from aclexplode(p.proacl) where grantee <> p.proowner), 'nobody else') end as callers
    from pg_proc p
   where p.pronamespace in ('app'::regnamespace, 'public'::regnamespace)
     and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
   order by p.oid`

function functionText({ definition, comment, owner, definer, callers }: SqlFunction): string {
  const rights = definer ? [`-- Runs as ${owner}. May be called by ${callers ?? 'everybody'}.`] : []
  return [
    ...commentLines(comment),
    ...rights,
    `${plainCalls(definition.trim().replace('CREATE OR REPLACE', 'CREATE'))};`,
    '',
  ].join('\n')
}

/** PostgreSQL prints `(select app.tenant_id())` as `( SELECT app.tenant_id() AS tenant_id)`, often in two pairs of parentheses. */
const plainCalls = (sql: string) =>
  sql.replace(/\( SELECT (app\.(\w+)\(\)) AS \2\)/g, '(SELECT $1)').replace(/\((\(SELECT app\.\w+\(\)\))\)/g, '$1')

const lineWidth = 128

/** A long statement with each of its clauses on a line. */
const wrapped = (statement: string) =>
  statement.length < lineWidth
    ? statement
    : statement.replace(/ (?=USING \(|WITH CHECK \(|FOR EACH ROW|EXECUTE FUNCTION)/g, '\n  ')

function commentLines(comment: string | null, indent = ''): string[] {
  const lines: string[] = []
  for (const word of comment?.split(/\s+/) ?? []) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + word.length < lineWidth) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(`${indent}-- ${word}`)
  }
  return lines
}
