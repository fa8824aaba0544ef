import { expect, it } from 'vitest'
import { webFeatures } from '../generated/web.ts'
// The keys of the phrases, for the compiler.
import './phrases.ts'

it('of the nouns that share a path, one has the screen and the others say that theirs is the fallback', () => {
  const holders = new Map<string, boolean[]>()
  for (const { screens = [] } of webFeatures) {
    const own = new Map(screens.map(({ path, fallback }) => [path, fallback ?? false]))
    for (const [path, isFallback] of own) holders.set(path, [...(holders.get(path) ?? []), isFallback])
  }
  const shared = [...holders].filter(([, all]) => all.length > 1)
  expect(shared.map(([path]) => path).toSorted()).toEqual([
    '/',
    '/help_desk',
    '/help_desk/$id',
    '/powerbi',
    '/powerbi/workspace',
    '/reports',
    '/setting',
  ])
  expect(shared.filter(([, all]) => all.filter((isFallback) => !isFallback).length !== 1)).toEqual([])
})
