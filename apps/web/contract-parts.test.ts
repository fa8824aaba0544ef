import { expect, test } from 'vitest'
import { splitModule } from './contract-parts.ts'

const split = (code: string) => splitModule(code, (part) => `./c.ts?part=${part}`)

const contract = `
import { z } from 'zod'
import { call, done } from '#platform/contract/call.ts'
const row = { id: z.string(), name: z.string() }
export const listThings = call({ path: 'things', answers: z.object(row) })
export const removeThing = call({ path: 'remove', answers: done })
export function pathOf(row) { return row.path }
export const { first, second: { other } } = names
const names = { first: 1, second: { other: 2 } }
`

test('each declaration is a part with the imports and the other parts that it uses, and no further ones', () => {
  const parts = split(contract)?.parts
  expect([...(parts?.keys() ?? [])]).toEqual(['row', 'listThings', 'removeThing', 'pathOf', 'first', 'names'])
  expect(parts?.get('listThings')?.split('\n')).toEqual([
    `import { z } from 'zod'`,
    `import { call, done } from '#platform/contract/call.ts'`,
    `import { row } from "./c.ts?part=row"`,
    `const listThings = call({ path: 'things', answers: z.object(row) })`,
    'export { listThings }',
  ])
  expect(parts?.get('removeThing')).not.toContain('zod')
})

test('a member or a key with the name of a declaration is no use of it', () => {
  const parts = split('const path = 1\nexport const a = { path: b.path }\nexport const c = { path }')?.parts
  expect(parts?.get('a')).not.toContain('import')
  expect(parts?.get('c')).toContain('import { path }')
})

test('a pattern declares all its names, which the door exports; what the module kept to itself stays there', () => {
  const door = split(contract)?.door.split('\n')
  expect(door).toContain('export { first, other } from "./c.ts?part=first"')
  expect(door).toContain('export { pathOf } from "./c.ts?part=pathOf"')
  expect(door?.join()).not.toContain('row')
})

test('a module with a statement that declares nothing stays whole, because its order counts', () => {
  expect(split('export const a = 1\nregister(a)')).toBeNull()
  expect(split(`export * from './other.ts'`)).toBeNull()
})
