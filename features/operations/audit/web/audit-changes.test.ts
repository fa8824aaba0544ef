import { expect, test } from 'vitest'
import fc from 'fast-check'
import { fieldByField, listParts, outlineByTitle, textParts } from './audit-changes.ts'

test('lists only the changed custom fields, each separately', () => {
  const before = { Crachá: 'X-1', Loja: 'Norte', Horas: 40 }
  const after = { Crachá: 'X-2', Loja: 'Norte', Cores: ['azul'] }
  expect(fieldByField({ field: 'custom', before, after })).toEqual([
    { field: 'custom', name: 'Crachá', before: 'X-1', after: 'X-2' },
    { field: 'custom', name: 'Horas', before: 40, after: undefined },
    { field: 'custom', name: 'Cores', before: undefined, after: ['azul'] },
  ])
})

test('lists all custom fields of a new person, and other fields unchanged', () => {
  expect(fieldByField({ field: 'custom', before: null, after: { Horas: 12.5 } })).toEqual([
    { field: 'custom', name: 'Horas', before: undefined, after: 12.5 },
  ])
  const change = { field: 'state', before: 'A', after: 'B' }
  expect(fieldByField(change)).toEqual([change])
})

test('opens a record into the fields that differ, and names those that contain them', () => {
  const before = { roles: ['Sul'], pages: null, place: { x: 1, y: 2 } }
  const after = { roles: ['Sul', 'Norte'], pages: null, place: { x: 1, y: 3 } }
  expect(fieldByField({ field: 'user 1', before, after })).toEqual([
    { field: 'roles', within: ['user 1'], before: ['Sul'], after: ['Sul', 'Norte'] },
    { field: 'y', within: ['user 1', 'place'], before: 2, after: 3 },
  ])
  expect(fieldByField({ field: 'shift', before: { id: 'a' }, after: null })).toEqual([
    { field: 'id', within: ['shift'], before: 'a', after: undefined },
  ])
})

test('ends at records inside of records inside of records', () => {
  const deep = (value: number) => ({ a: { b: { c: { d: value } } } })
  expect(fieldByField({ field: 'root', before: deep(1), after: deep(2) })).toEqual([
    { field: 'c', within: ['root', 'a', 'b'], before: { d: 1 }, after: { d: 2 } },
  ])
})

test('marks the words between the common beginning and the common end of two texts', () => {
  expect(textParts('Vendas do Norte 2026', 'Vendas do Sul 2026')).toEqual([
    [
      { text: 'Vendas do ', isChanged: false },
      { text: 'Norte ', isChanged: true },
      { text: '2026', isChanged: false },
    ],
    [
      { text: 'Vendas do ', isChanged: false },
      { text: 'Sul ', isChanged: true },
      { text: '2026', isChanged: false },
    ],
  ])
})

test('the parts of a text are the text, and equal texts have no marked part', () => {
  const text = fc.array(fc.constantFrom('a', 'b', ' ', '\n', 'é')).map((signs) => signs.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = textParts(before, after)
      expect(parts.map((each) => each.map((part) => part.text).join(''))).toEqual([before, after])
      const isMarked = parts.some((each) => each.some(({ isChanged }) => isChanged))
      expect(isMarked).toBe(before !== after)
    }),
  )
})

test('marks the items of a list that the other list does not have', () => {
  expect(listParts(['a', 'b'], ['b', 'c'])).toEqual([
    [
      { text: 'a', isChanged: true },
      { text: 'b', isChanged: false },
    ],
    [
      { text: 'b', isChanged: false },
      { text: 'c', isChanged: true },
    ],
  ])
})

test('shows the sections of an app by the titles of their items, and says which item has another content', () => {
  const page = (html: string) => ({ id: 'p', kind: 'html', title: 'Leia-me', html })
  const link = { id: 'l', kind: 'link', title: 'Site', address: 'https://example.com' }
  const section = (items: object[], title = 'Vendas') => ({ id: 's', title, items })
  const change = (before: unknown, after: unknown) => ({ field: 'sections', before, after })
  const shown = (before: unknown, after: unknown) =>
    outlineByTitle(change(before, after), (title) => `${title} (alterado)`)
  expect(shown([section([page('<p>1</p>')])], [section([page('<p>2</p>'), link]), section([], 'Vazia')])).toEqual(
    change(['Vendas › Leia-me'], ['Vendas › Leia-me (alterado)', 'Vendas › Site', 'Vazia']),
  )
  expect(shown([section([page('1'), link], '')], null)).toEqual(change(['Leia-me', 'Site'], []))
  const other = change(['a'], ['b'])
  expect(outlineByTitle(other, String)).toBe(other)
})

test('says so when another item takes the title of one before', () => {
  const item = (id: string, address: string) => ({ id, kind: 'embedded', title: 'Portal', address })
  const old = item('1', 'https://example.com')
  const shown = (...items: object[]) => {
    const change = {
      field: 'sections',
      before: [{ id: 's', title: '', items: [old] }],
      after: [{ id: 's', title: '', items }],
    }
    return outlineByTitle(change, (title) => `${title} (alterado)`).after
  }
  expect(shown(old)).toEqual(['Portal'])
  expect(shown(item('2', 'https://example.net'))).toEqual(['Portal (alterado)'])
  expect(shown(old, item('2', 'https://example.net'))).toEqual(['Portal', 'Portal (alterado)'])
})
