import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { type PersonalTable, personalTables, withoutPersonalData } from '#catalogue/personal-data.ts'
import { personalDataText } from '../tools/personal-data-text.ts'

const portal = testPortal()

type Column = {
  table: string
  column: string
  type: string
  is_generated: boolean
  /** The tables to which foreign keys of the column lead, with what the deletion of their row does. */
  keys: { to: string; action: 'c' | 'n' | 'a' | 'r' }[]
}

const columnsOfSchema = () =>
  onOwner(
    portal.ownerUrl,
    async (owner) =>
      (
        await owner.query<Column>(`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type, a.attgenerated <> '' as is_generated,
           coalesce((select jsonb_agg(jsonb_build_object('to', k.confrelid::regclass::text, 'action', k.confdeltype))
                       from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid and a.attnum = any(k.conkey)), '[]') as keys
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1, a.attnum`)
      ).rows,
  )

const people = ['users', 'memberships', 'two_factors']
const plain = /^(boolean|smallint|integer|bigint|numeric|double precision|timestamp with time zone)(\[\])?$/

/** Whether somebody must decide about the column. */
function needsDecision({ column, type, is_generated, keys }: Column): boolean {
  if (is_generated || plain.test(type)) return false
  if (type !== 'uuid') return true
  if (['id', 'tenant_id', 'partner_id'].includes(column)) return false
  return keys.length === 0 || keys.some(({ to }) => people.includes(to))
}

const words = (text = '') => text.split(' ').filter(Boolean)
const idsIn = ({ person, others = [] }: PersonalTable) => [...(person ? [person] : []), ...others]
const columnsIn = (entry: PersonalTable) => [...idsIn(entry), ...Object.values(entry.columns).flatMap(words)]

const decided = [
  ...Object.entries(personalTables).flatMap(([table, entry]) => columnsIn(entry).map((column) => `${table}.${column}`)),
  ...Object.entries(withoutPersonalData).flatMap(([table, text]) => words(text).map((column) => `${table}.${column}`)),
]

it('P2: the register decides about each column of each table once', async () => {
  const schema = await columnsOfSchema()
  expect(schema.length).toBeGreaterThan(1_000)
  const nameOf = ({ table, column }: Column) => `${table}.${column}`
  const undecided = schema.filter((column) => needsDecision(column) && !decided.includes(nameOf(column)))
  expect(undecided.map(nameOf)).toEqual([])
  const names = new Set(schema.map(nameOf))
  expect(decided.filter((name) => !names.has(name))).toEqual([])
  expect(decided.filter((name, index) => decided.indexOf(name) !== index)).toEqual([])
})

it('P2: what the register says about the erasure of a person is what the foreign keys do', async () => {
  const schema = await columnsOfSchema()
  const wrong = Object.entries(personalTables).flatMap(([table, entry]) => {
    const actions = idsIn(entry).map((column) => {
      const found = schema.find((one) => one.table === table && one.column === column)
      return found?.keys.filter(({ to }) => people.includes(to)).map(({ action }) => action) ?? []
    })
    const [first = []] = actions
    const isAsSaid: Record<PersonalTable['erasure'], boolean> = {
      deleted: table === 'users' || first.includes('c'),
      unlinked: actions.length > 0 && actions.every((found) => found.length > 0 && found.every((one) => one === 'n')),
      replaced: !first.includes('c'),
      removed: !first.includes('c'),
      kept: !first.includes('c'),
    }
    return isAsSaid[entry.erasure] ? [] : [`${table}: ${entry.erasure}`]
  })
  expect(wrong).toEqual([])
})

it('docs/personal-data.md is the text of the register', async () => {
  expect(await readFile(new URL('../docs/personal-data.md', import.meta.url), 'utf8')).toBe(personalDataText())
})
