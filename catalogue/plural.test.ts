import { expect, expectTypeOf, it } from 'vitest'
import { type Plural, plural } from './plural.ts'

it('makes the regular English plural, and the type says the same', () => {
  const nouns = ['tag', 'custom_field', 'category', 'key', 'access', 'box', 'branch'] as const
  expect(nouns.map((noun) => plural(noun))).toEqual([
    'tags',
    'custom_fields',
    'categories',
    'keys',
    'accesses',
    'boxes',
    'branches',
  ])
  expectTypeOf<Plural<(typeof nouns)[number]>>().toEqualTypeOf<
    'tags' | 'custom_fields' | 'categories' | 'keys' | 'accesses' | 'boxes' | 'branches'
  >()
})
