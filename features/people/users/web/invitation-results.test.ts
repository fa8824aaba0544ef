import { expect, test } from 'vitest'
import { hasUncopied, type Invitation, joinRounds } from './invitation-results.ts'

const result = (email: string, part: Partial<Invitation> = {}): Invitation => ({
  email,
  name: email,
  link: `https://unit.example/${email}`,
  refusal: null,
  isPlanned: false,
  ...part,
})
const refused = (email: string) => result(email, { link: null, refusal: 'This is no e-mail address.' })

test('after wrong addresses were corrected, the links of the first round are still in the list', () => {
  const first = [result('ana@a.example'), refused('bia@@a.example')]
  const second = [result('bia@a.example')]
  expect(joinRounds(first, second).map(({ email, link }) => [email, link !== null])).toEqual([
    ['ana@a.example', true],
    ['bia@a.example', true],
  ])
})

test('several rounds keep every link, and only the refusals of the latest round', () => {
  const rounds = [
    [result('ana@a.example'), refused('bia@@a.example'), refused('caio@@a.example')],
    [result('bia@a.example'), refused('caio@a')],
    [result('caio@a.example')],
  ]
  const joined = rounds.reduce<Invitation[]>((earlier, latest) => joinRounds(earlier, latest), [])
  expect(joined).toEqual([result('ana@a.example'), result('bia@a.example'), result('caio@a.example')])
})

test('who is invited again in the second round, and refused there, keeps the link of the first', () => {
  expect(joinRounds([result('ana@a.example')], [refused('ana@a.example')])).toEqual([result('ana@a.example')])
})

test('a link counts as lost until it is copied; people who got a mail have none', () => {
  const results = [result('ana@a.example'), result('bia@a.example', { link: null })]
  expect(hasUncopied(results, new Set())).toBe(true)
  expect(hasUncopied(results, new Set(['ana@a.example']))).toBe(false)
  expect(hasUncopied([refused('caio@@a.example')], new Set())).toBe(false)
})
