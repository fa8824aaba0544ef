// `npm run new-feature -- sales-goals sales-goal "Metas de venda|Sales goals|Metas de venta|Metas de vendas"` writes an empty feature:
// one table, its calls, its screens in four languages, and its lines in the registries. All checks pass at once.
// Next: feature-files.ts (the files), docs/add-a-feature.md (the next steps).
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkout } from '#platform/server/machine/checkout.ts'
import { environment } from './checks.ts'
import { type FeatureNames, featureFiles, featureNames } from './feature-files.ts'

const languages = ['pt-BR', 'en-US', 'es', 'pt-PT']

/** A line to add to a file that several features share: `add` goes before the first line that contains `before`. */
type Edit = { file: string; before: string; add: string }

const taken: Record<string, string> = {
  'pt-BR': 'Já existe um registro com este nome',
  'en-US': 'A record with this name already exists',
  es: 'Ya existe un registro con este nombre',
  'pt-PT': 'Já existe um registo com este nome',
}

/** Audit sentences by language: added, updated, removed. */
const happened: Record<string, (title: string) => [string, string, string]> = {
  'pt-BR': (title) => [
    `adicionou {{target}} em ${title}`,
    `alterou {{target}} em ${title}`,
    `excluiu {{target}} de ${title}`,
  ],
  'en-US': (title) => [
    `added {{target}} to ${title}`,
    `changed {{target}} in ${title}`,
    `removed {{target}} from ${title}`,
  ],
  es: (title) => [`agregó {{target}} en ${title}`, `modificó {{target}} en ${title}`, `eliminó {{target}} de ${title}`],
  'pt-PT': (title) => [
    `adicionou {{target}} em ${title}`,
    `alterou {{target}} em ${title}`,
    `eliminou {{target}} de ${title}`,
  ],
}

function edits(names: FeatureNames): Edit[] {
  const { folder, table, noun, phrases, titles } = names
  const permission = (verb: string) => `  '${noun}.${verb}': { profiles: managers, scopes: inTenant },\n`
  const inLanguage = languages.flatMap((language): Edit[] => {
    const title = titles[language] ?? table
    const [added, updated, removed] = happened[language]?.(title) ?? ['', '', '']
    const event = (name: string, words: string) => `${name}: ${JSON.stringify(`{{actor}} ${words}`)}`
    return [
      { file: `catalogue/phrases/errors/${language}.ts`, before: "'user_group.name_taken'", add: `  '${noun}.name_taken': ${JSON.stringify(taken[language])},\n` },
      { file: `features/audit/phrases/${language}.ts`, before: '    user_group: {', add: `    ${noun}: { ${event('added', added)}, ${event('updated', updated)}, ${event('removed', removed)} },\n` },
      { file: `features/audit/phrases/${language}.ts`, before: '    user_group: ', add: `    ${noun}: ${JSON.stringify(title)},\n` },
    ]
  })
  return [
    { file: 'features/list.ts', before: "  'partners',", add: `  '${folder}',\n` },
    { file: 'catalogue/access.ts', before: "'audit.read'", add: ['read', 'add', 'update', 'remove'].map(permission).join('') },
    { file: 'catalogue/screens.ts', before: "  custom_field: ['custom_fields'],", add: `  ${noun}: ['${table}'],\n` },
    { file: 'catalogue/errors.ts', before: "'user_group.name_taken'", add: `  '${noun}.name_taken': row(409, 'exists', '${noun}_already_exists'),\n` },
    { file: 'apps/server/testing/probes.ts', before: "{ path: 'auth/tags',", add: `  { path: 'auth/${table}', table: '${table}', kept: {}, sent: { description: null } },
` },
    { file: 'features/audit/web/audit-words.ts', before: '} satisfies Record<Noun', add: `  ${noun}: '${phrases}',\n` },
    ...inLanguage,
  ]
} // prettier-ignore

function apply({ file, before, add }: Edit): void {
  const path = join(checkout, file)
  const lines = readFileSync(path, 'utf8').split('\n')
  const at = lines.findIndex((line) => line.includes(before))
  if (at < 0) throw new Error(`${file} has no line with ${before}: has it moved?`)
  lines.splice(at, 0, add.replace(/\n$/, ''))
  writeFileSync(path, lines.join('\n'))
}

/** Adds the screen's route name to the list of all screens and to those of administrators and partners. */
function nameScreen({ table }: FeatureNames): void {
  const path = join(checkout, 'catalogue/screens.ts')
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll("'custom_fields',", `'custom_fields', '${table}',`))
}

function nextMigration(table: string): string {
  const today = new Date().toISOString().slice(0, 10)
  const numbers = readdirSync(join(checkout, 'database/migrations')).map((file) =>
    /^(\d{4}-\d\d-\d\d)-(\d+)-/.exec(file),
  )
  const last = Math.max(0, ...numbers.filter((found) => found?.[1] === today).map((found) => Number(found?.[2])))
  return `${today}-${String(last + 1).padStart(2, '0')}-${table.replaceAll('_', '-')}`
}

function main([folder = '', file = '', given = '']: string[]): void {
  const titles = given.split('|').map((title) => title.trim())
  const isName = (name: string) => /^[a-z]+(-[a-z]+)*$/.test(name)
  if (!isName(folder) || !isName(file) || titles.length !== languages.length || titles.includes('')) {
    console.error('Usage: npm run new-feature -- sales-goals sales-goal "pt-BR title|en-US title|es title|pt-PT title"')
    process.exitCode = 2
    return
  }
  if (existsSync(join(checkout, 'features', folder))) throw new Error(`features/${folder} is there already`)
  const names = featureNames(
    folder,
    file,
    Object.fromEntries(languages.map((language, at) => [language, titles[at] ?? ''])),
  )
  const files = featureFiles(names, nextMigration(names.table))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true })
    writeFileSync(join(checkout, path), text)
  }
  edits(names).forEach(apply)
  nameScreen(names)
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, { cwd: checkout, env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
  run('oxfmt', ['features', 'apps', 'catalogue'])
  run('node', ['tools/generate-registries.ts'])
  run('node', ['tools/generate-tables.ts'])
  console.log(`${Object.keys(files).join('\n')}\nGo on with docs/add-a-feature.md; \`npm run check\` passes now.`)
}

main(process.argv.slice(2))
