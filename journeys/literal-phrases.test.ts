// A journey names phrases by their keys (phrase.ts). This test refuses a copy of a phrase, because a changed wording would break it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, it } from 'vitest'
import { checkout } from '#platform/server/machine/checkout.ts'
import { loadPhraseSets } from '../tools/phrases/phrase-sets.ts'

/** Shorter phrases are ordinary words, which are also names and values of the demo world. */
const fromWords = 3
const wordsIn = (text: string) => text.match(/\p{L}{2,}/gu)?.length ?? 0

const placeholder = /\{\{.*?\}\}/g
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const phrases = (await loadPhraseSets(checkout))
  .flatMap(({ sentences }) => Object.values(sentences).flatMap((all) => [...all]))
  .filter(([, phrase]) => wordsIn(phrase.replace(placeholder, ' ')) >= fromWords)

const whole = new Map(phrases.map(([key, phrase]) => [phrase, key]))
const filled = phrases
  .filter(([, phrase]) => phrase.includes('{{'))
  .map(([key, phrase]) => ({ key, parts: phrase.split(placeholder) }))

/** The key of the phrase that a text copies, or undefined. The parts are compared first: few texts need the slow pattern. */
const copiedBy = (text: string): string | undefined =>
  whole.get(text) ??
  filled.find(
    ({ parts }) =>
      parts.every((part) => text.includes(part)) && new RegExp(`^${parts.map(escaped).join('(.+)')}$`).test(text),
  )?.key

/** The texts of a source, with `…` for what a template string computes. */
function textsIn(file: string, source: string): string[] {
  const texts: string[] = []
  new Visitor({
    Literal: ({ value }) => void (typeof value === 'string' && texts.push(value)),
    TemplateLiteral: ({ quasis }) => void texts.push(quasis.map(({ value }) => value.cooked ?? '').join('…')),
  }).visit(parseSync(file, source).program)
  return texts.filter((text) => wordsIn(text) >= fromWords)
}

function copiesIn(file: string, source: string): string[] {
  return textsIn(file, source).flatMap((text) => {
    const key = copiedBy(text)
    return key === undefined ? [] : [`${file}: “${text}” is the phrase ${key}: name its key (phrase.ts)`]
  })
}

it('no journey copies a phrase of the product', () => {
  const folder = join(checkout, 'journeys')
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  expect(files.flatMap((file) => copiesIn(file, readFileSync(join(folder, file), 'utf8')))).toEqual([])
})

it('a copy is found in any language, with its values filled in', () => {
  const source = [
    `page.getByText('O arquivo está vazio.')`,
    'page.getByText(`${name} is under maintenance`)',
    `page.getByRole('button', { name: 'Salvar' })`,
    `page.getByText(say('people.imports.upload.empty'))`,
  ].join('\n')
  expect(copiesIn('a.journey.ts', source)).toEqual([
    expect.stringContaining('people.imports.upload.empty'),
    expect.stringContaining('reports.maintenance.notice.title'),
  ])
})
