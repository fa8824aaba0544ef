import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isPublicSuffix, lookAlikeOf, mixesScripts, skeletonOf } from './look-alikes.ts'

it.each([
  ['аpple.example', 'apple.example'],
  ['bancо.com.br', 'banco.com.br'],
  ['banc0.com.br', 'banco.com.br'],
  ['rnercado.com.br', 'mercado.com.br'],
  ['paypa1.example', 'paypal.example'],
  ['login.bancо.com.br', 'banco.com.br'],
])('T6: %s looks like %s', (typed, other) => {
  expect(lookAlikeOf(domainToASCII(typed), ['x.example', other])).toBe(other)
})

it.each([
  ['acai.com.br', 'açaí.com.br'],
  ['banco.com', 'banco.com.br'],
  ['bi.banco.com.br', 'banco.com.br'],
  ['banco.com.br', 'banco.com.br'],
])('%s does not look like %s', (typed, other) => {
  expect(lookAlikeOf(domainToASCII(typed), [domainToASCII(other)])).toBeNull()
})

it('T6: a label of two alphabets is found, and names of one are not', () => {
  expect(
    ['аpple.example', 'пример.рф', 'açaí.com.br', '日本a.example'].map((typed) => mixesScripts(domainToASCII(typed))),
  ).toEqual([true, false, false, false])
})

it('T6: public suffixes are found', () => {
  expect(['com.br', 'co.uk', 'github.io', 'banco.com.br', 'a.github.io'].map(isPublicSuffix)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

it('plain names without look-alike letters differ when they differ', () => {
  const label = fc.stringMatching(/^[abefghijknopqstuxyz]{1,20}$/)
  fc.assert(
    fc.property(label, label, (one, other) => {
      expect(skeletonOf(`${one}.example`) === skeletonOf(`${other}.example`)).toBe(one === other)
    }),
  )
})
