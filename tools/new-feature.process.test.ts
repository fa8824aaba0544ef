import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkout } from '#platform/server/machine/checkout.ts'
import { languages } from '../catalogue/languages.ts'
import { checks, environment } from './checks.ts'

const copy = mkdtempSync(join(tmpdir(), 'vitrine-feature-'))
const left = new Set(['node_modules', '.git', 'dist', 'data', 'test-results'])

/** Runs the program and answers its output; throws when it fails. */
function run([program, ...args]: readonly [string, ...string[]]): string {
  try {
    return execFileSync(program, args, { cwd: copy, env: environment, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`, { cause: error })
  }
}

const nouns = {
  'pt-BR': 'meta de venda|metas de venda|f',
  'en-US': 'sales goal|sales goals',
  es: 'meta de venta|metas de venta|f',
  'pt-PT': 'objetivo de venda|objetivos de venda|m',
}
const words = Object.entries(nouns).flatMap(([language, noun]) => [`--${language}`, noun])
const phrases = languages.map((language) => join(copy, `features/business/sales-goals/phrases/${language}.ts`))

beforeAll(() => {
  cpSync(checkout, copy, { recursive: true, filter: (path) => !left.has(relative(checkout, path)) })
  symlinkSync(join(checkout, 'node_modules'), join(copy, 'node_modules'))
  run(['node', 'tools/new-feature.ts', 'business/sales-goal', ...words])
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

it('fails until a person has replaced the sentences of the template', () => {
  const faults = languages.map(
    (language) =>
      `features/business/sales-goals/phrases/${language}.ts: business.salesGoals.purpose is still the template's sentence`,
  )
  expect(() => run(['node', 'tools/check-phrases.ts'])).toThrow(new RegExp(faults.join('[^]*')))
  for (const file of phrases) {
    const own = readFileSync(file, 'utf8').replace(
      /(purpose|whatText): '[^']*'/g,
      (_, key: string) => `${key}: '${key} ${file.slice(-8)}'`,
    )
    writeFileSync(file, own)
  }
})

// Lint takes half a minute for a thousand files. The template has copies in features/, which lint checks already.
it.each(checks.filter(({ name }) => name !== 'lint'))(
  'a new feature with sentences of its own passes the check: $name',
  ({ command }) => {
    // Without the cache of incremental compilation, which the copy shares with the checkout by its link to node_modules.
    const [program, ...args] = command
    expect(run(program === 'tsc' ? ['tsc', ...args, '--incremental', 'false'] : command)).toBeDefined()
  },
)

it.each([
  ['a language is missing', ['reports/visit', ...words.slice(0, 6)], '--pt-PT needs one and many'],
  [
    'the gender is missing',
    ['reports/visit', '--pt-BR', 'visita|visitas', ...words.slice(2)],
    '--pt-BR needs the gender, m or f',
  ],
  ['the noun exists', ['reports/tag', ...words], 'tag exists already'],
  ['the noun is no name', ['reports/Sales Goal', ...words], 'Name the area and one record in English'],
  ['the area does not exist', ['sales/visit', ...words], 'There is no area sales. The areas are organisation, '],
])('explains itself when %s', (_, args, sentence) => {
  expect(() => run(['node', 'tools/new-feature.ts', ...args])).toThrow(sentence)
})
