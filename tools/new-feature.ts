// `npm run new-feature -- reports/sales-goal --pt-BR "meta de venda|metas de venda|f" …` writes an empty feature: one table, its calls, its screens
// in four languages, a line in features/list.ts and a line in catalogue/access.ts.
// Next: feature-files.ts (the files), docs/add-a-feature.md (the next steps).
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkout } from '#platform/server/machine/checkout.ts'
import { nouns } from '../catalogue/access.ts'
import { type Language, languages } from '../catalogue/languages.ts'
import { areas } from '../features/list.ts'
import { environment } from './checks.ts'
import { type FeatureNames, featureFiles, featureNames, type NounWords } from './feature-files.ts'

const usage = `Usage: npm run new-feature -- AREA/NOUN --LANGUAGE "ONE|MANY|GENDER" … (all four languages; English has no gender). Example:
npm run new-feature -- reports/sales-goal \\
  --pt-BR "meta de venda|metas de venda|f" --en-US "sales goal|sales goals" \\
  --es "meta de venta|metas de venta|f" --pt-PT "objetivo de venda|objetivos de venda|m"`

class UsageFault extends Error {}

function namesFrom(args: string[]): FeatureNames {
  const options = Object.fromEntries(languages.map((language) => [language, { type: 'string' }] as const))
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [folder = '', ...others] = positionals
  const [, area = '', noun = ''] = /^([a-z-]+)\/([a-z]+(?:-[a-z]+)*)$/.exec(folder) ?? []
  if (noun === '' || others.length > 0) {
    throw new UsageFault('Name the area and one record in English, in lower case, with hyphens: reports/sales-goal.')
  }
  if (!Object.hasOwn(areas, area))
    throw new UsageFault(`There is no area ${area}. The areas are ${Object.keys(areas).join(', ')}.`)
  if ((nouns as readonly string[]).includes(noun.replaceAll('-', '_'))) throw new UsageFault(`${noun} exists already.`)
  const names = values as Partial<Record<Language, string>>
  return featureNames(area, noun, {
    'pt-BR': wordsOf('pt-BR', names['pt-BR']),
    'en-US': wordsOf('en-US', names['en-US']),
    es: wordsOf('es', names.es),
    'pt-PT': wordsOf('pt-PT', names['pt-PT']),
  })
}

function wordsOf(language: Language, text = ''): NounWords {
  const [singular = '', plural = '', gender = '', ...others] = text.split('|').map((word) => word.trim())
  const hasGender = language !== 'en-US'
  const example = hasGender ? '"aviso|avisos|m"' : '"announcement|announcements"'
  if (singular === '' || plural === '' || others.length > 0)
    throw new UsageFault(`--${language} needs one and many: ${example}.`)
  if (!hasGender && gender === '') return { one: singular, many: plural, gender: null }
  if (hasGender && (gender === 'm' || gender === 'f')) return { one: singular, many: plural, gender }
  throw new UsageFault(
    hasGender ? `--${language} needs the gender, m or f: ${example}.` : `--${language} has no gender: ${example}.`,
  )
}

/** `add` goes in front of the first match of `before`. */
type Edit = { file: string; before: RegExp; add: string }

const edits = ({ area, folder, noun }: FeatureNames): Edit[] => [
  { file: 'features/list.ts', before: new RegExp(`(?<=^  '?${area}'?: \\[)`, 'm'), add: `'${basename(folder)}', ` },
  { file: 'catalogue/access.ts', before: /^.*'audit\.read'/m, add: `  ...record('${noun}', managers, inTenant),\n` },
]

function apply({ file, before, add }: Edit): void {
  const path = join(checkout, file)
  const text = readFileSync(path, 'utf8')
  if (!before.test(text)) throw new Error(`${file} has no ${before.source}: has it moved?`)
  writeFileSync(
    path,
    text.replace(before, (match) => add + match),
  )
}

function nextMigration(table: string): string {
  const today = new Date().toISOString().slice(0, 10)
  const numbers = readdirSync(join(checkout, 'database/migrations')).map((file) =>
    /^(\d{4}-\d\d-\d\d)-(\d+)-/.exec(file),
  )
  const last = Math.max(0, ...numbers.filter((found) => found?.[1] === today).map((found) => Number(found?.[2])))
  return `${today}-${String(last + 1).padStart(2, '0')}-${table.replaceAll('_', '-')}`
}

function writeFeature(names: FeatureNames): void {
  if (existsSync(join(checkout, 'features', names.folder)))
    throw new UsageFault(`features/${names.folder} exists already.`)
  const files = featureFiles(names, nextMigration(names.table))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true })
    writeFileSync(join(checkout, path), text)
  }
  edits(names).forEach(apply)
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, { cwd: checkout, env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
  run('oxfmt', ['features', 'catalogue'])
  run('node', ['tools/generate-registries.ts'])
  run('node', ['tools/generate-tables.ts'])
  const changed = edits(names).map(({ file }) => `${file} (one line)`)
  console.log([...Object.keys(files), ...changed].join('\n'))
  console.log('Go on with docs/add-a-feature.md. `npm run check` names the sentences that are still the template’s.')
}

try {
  writeFeature(namesFrom(process.argv.slice(2)))
} catch (error) {
  const isUsage = error instanceof UsageFault || (error instanceof TypeError && 'code' in error)
  if (!isUsage) throw error
  console.error(`${error.message}\n${usage}`)
  process.exitCode = 2
}
