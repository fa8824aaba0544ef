// Generates the registries of all features: lists of static imports for the compiler, Vite and Node, derived from features/list.ts and
// from the files of each feature's folder. git ignores them. tools/setup.js runs this before every npm command, and vitest.config.ts
// before the tests. It decides nothing: apps/server/features.ts, apps/web/features.ts and their neighbours use the registries.
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { languages } from '../catalogue/languages.ts'
import { features, firstPageFeatures, firstPagePhrases, readerFeatures } from '../features/list.ts'
import { pathToFileURL } from 'node:url'
import type { Manifest } from '#platform/contract/manifest.ts'
import { checkout } from '#platform/server/machine/checkout.ts'
import { StartFault } from '#platform/server/machine/start-fault.ts'

/** One feature: `people/groups` has its phrases at `people.groups` and the import name `peopleGroups`. */
type Feature = { folder: string; phrasePrefix: string; name: string; noun: string | null }

const all: readonly Feature[] = await Promise.all(
  features.map(async (folder) => ({
    folder,
    phrasePrefix: folder.replaceAll('/', '.'),
    name: camelCase(folder),
    noun: await nounOf(folder),
  })),
)

/** The noun of a feature's manifest.ts, which is pure data; null without one. */
async function nounOf(folder: string): Promise<string | null> {
  const file = join(checkout, 'features', folder, 'manifest.ts')
  if (!existsSync(file)) return null
  const manifest: unknown = await import(pathToFileURL(file).href)
  return (manifest as { default: Manifest }).default.noun
}

function camelCase(folder: string): string {
  return folder.replace(/[-/](\w)/g, (_, letter: string) => letter.toUpperCase())
}

const has = ({ folder }: Feature, file: string) => existsSync(join(checkout, 'features', folder, file))

const header = (text: string) =>
  `// Written by tools/generate-registries.ts: change features/list.ts instead. ${text}\n`

/** The files: path below apps/generated → text. */
function registries(): Record<string, string> {
  return {
    'server.ts': serverRegistry(),
    'web.ts': webRegistry(),
    'manifests.ts': manifestRegistry(),
    'testing/probes.ts': probeRegistry(),
    ...Object.fromEntries(languages.map((language) => [`phrases/${language}.ts`, phraseRegistry(language)])),
    ...Object.fromEntries(languages.map((language) => [`phrases/first/${language}.ts`, firstPhraseRegistry(language)])),
    ...Object.fromEntries(
      languages.map((language) => [`phrases/reader/${language}.ts`, readerPhraseRegistry(language)]),
    ),
    ...Object.fromEntries(languages.map((language) => [`phrases/rest/${language}.ts`, restPhraseRegistry(language)])),
  }
}

function serverRegistry(): string {
  const withRoutes = all.filter((feature) => has(feature, 'server/routes.ts'))
  const imports = withRoutes.flatMap((feature) => [
    `import { routes as ${feature.name} } from '#features/${feature.folder}/server/routes.ts'`,
    ...(hasConstraints(feature)
      ? [`import { constraints as ${feature.name}Constraints } from '#features/${feature.folder}/server/table.ts'`]
      : []),
  ])
  const rows = withRoutes.map((feature) => {
    const constraints = hasConstraints(feature) ? `${feature.name}Constraints` : '{}'
    return `  { feature: '${feature.phrasePrefix}', routes: ${feature.name}, constraints: ${constraints} },`
  })
  return `${header('Every feature of the server.')}import type { ServerFeature } from '../server/server-feature.ts'
${imports.join('\n')}

export const serverFeatures: readonly ServerFeature[] = [
${rows.join('\n')}
]
`
}

const hasConstraints = (feature: Feature) => has(feature, 'server/table.ts')

function webRegistry(): string {
  const withScreens = all.filter((feature) => has(feature, 'web/routes.ts'))
  const imports = withScreens.map(({ folder, name }) => `import * as ${name} from '#features/${folder}/web/routes.ts'`)
  return `${header('Every feature of the browser.')}import type { WebFeature } from '../web/web-feature.ts'
${imports.join('\n')}

export const webFeatures: readonly WebFeature[] = [
${withScreens.map(({ name }) => `  ${name},`).join('\n')}
]
`
}

/**
 * Every phrase of the portal in one language. The phrases of a sub-noun stand below those of its noun; `nouns` has the phrases of a
 * feature by the noun that stands in permissions, error codes and the audit trail.
 */
function phraseRegistry(language: string): string {
  const named = withPhrases(language)
  return frameRegistry('Every phrase in one language.', language, named, [`  nouns: ${nounRow(named)},`])
}

/**
 * The words of the first page: a browser loads them before it shows anything. Of the other features it has the labels in menu and search.
 * The build keeps only these (evaluatedWords in apps/web/vite.config.ts).
 */
function firstPhraseRegistry(language: string): string {
  const named = withPhrases(language).filter((feature) => isFirst(feature) || labelsOf(feature).length > 0)
  return frameRegistry('The words of the first page in one language.', language, named, [], (feature) =>
    isFirst(feature) ? feature.name : pickedWords(feature),
  )
}

/** The keys of a feature that the first page uses, below its words: the labels of its screens (`title`, `page.title`), and `firstPagePhrases`. */
function labelsOf({ folder }: Feature): string[] {
  const words = folder.split('/').map(camelCase).join('.')
  const files = globSync(`features/${folder}/web/{routes,*-place}.ts`, { cwd: checkout })
  const text = files.map((file) => readFileSync(join(checkout, file), 'utf8')).join('\n')
  const named = [...text.matchAll(/\b(?:label|place|tab): '([\w.]+)'/g)].map(([, key = '']) => key)
  const places = text.includes('recordScreens(') ? text.matchAll(/\bphrasePrefix: '([\w.]+)'/g) : []
  const records = [...places].flatMap(([, key = '']) => [`${key}.title`, `${key}.add`])
  const own = [...named, ...records].filter((key) => key.startsWith(`${words}.`))
  const others = Object.entries(firstPagePhrases).find(([name]) => name === folder)?.[1] ?? []
  return [...new Set([...own.map((key) => key.slice(words.length + 1)), ...others])]
}

/** `{ title: reportsUsage.title, page: { title: reportsUsage.page.title } }` */
function pickedWords(feature: Feature): string {
  const rows = (keys: readonly string[][], above: string): string =>
    [...Map.groupBy(keys, ([first = '']) => first)]
      .map(([first, same]) => {
        const deeper = same.map(([, ...rest]) => rest).filter((rest) => rest.length > 0)
        const path = `${above}.${first}`
        return `${first}: ${deeper.length > 0 ? `{ ${rows(deeper, path)} }` : path}`
      })
      .join(', ')
  return `{ ${rows(
    labelsOf(feature).map((key) => key.split('.')),
    feature.name,
  )} }`
}

/** The phrases of features, with those of the frame around every screen. */
function frameRegistry(
  about: string,
  language: string,
  named: readonly Feature[],
  more: readonly string[] = [],
  valueOf: (feature: Feature) => string = ({ name }) => name,
): string {
  return `${header(about)}import general from '#catalogue/phrases/general/${language}.ts'
${phraseImports(named, language)}
import frame from '#platform/web/phrases/${language}.ts'

export default {
${['  general,', '  frame,', phraseRows(named, valueOf), ...more].join('\n')}
}
`
}

/** The phrases of the screens of readers. The browser merges them into those of the first page. */
function readerPhraseRegistry(language: string): string {
  const named = withPhrases(language).filter(isReader)
  return `${header('The phrases of the screens of readers, in one language.')}${phraseImports(named, language)}

export default {
${phraseRows(named)}
}
`
}

/** All other phrases. The browser merges them into those of the first page and of the screens of readers. */
function restPhraseRegistry(language: string): string {
  const named = withPhrases(language)
  const isRest = (feature: Feature) => !isFirst(feature) && !isReader(feature)
  return `${header('The phrases that only other screens use, in one language.')}${phraseImports(
    named.filter((feature) => isRest(feature) || feature.noun !== null),
    language,
  )}

export default {
${phraseRows(named.filter(isRest))}
  nouns: ${nounRow(named)},
}
`
}

const withPhrases = (language: string) => all.filter((feature) => has(feature, `phrases/${language}.ts`))

const isFirst = ({ folder }: Feature) => (firstPageFeatures as readonly string[]).includes(folder)
const isReader = ({ folder }: Feature) => (readerFeatures as readonly string[]).includes(folder)

const phraseImports = (named: readonly Feature[], language: string) =>
  named.map(({ folder, name }) => `import ${name} from '#features/${folder}/phrases/${language}.ts'`).join('\n')

/** The words of each area, those of a noun below it. */
function phraseRows(named: readonly Feature[], valueOf: (feature: Feature) => string = ({ name }) => name): string {
  const rows = [...Map.groupBy(named, ({ folder }) => dirname(folder))].map(([area, nouns]) => {
    const words = nouns.map((feature) => `${camelCase(basename(feature.folder))}: ${valueOf(feature)}`)
    return `  ${camelCase(area)}: { ${words.join(', ')} },`
  })
  return rows.join('\n')
}

const nounRow = (named: readonly Feature[]) =>
  `{ ${named.flatMap(({ name, noun }) => (noun === null ? [] : [`${noun}: ${name}`])).join(', ')} }`

function manifestRegistry(): string {
  const withManifest = all.filter(({ noun }) => noun !== null)
  const imports = withManifest.map(({ folder, name }) => `import ${name} from '#features/${folder}/manifest.ts'`)
  return `${header('Every manifest.')}import type { AnyManifest } from '#platform/contract/manifest.ts'
${imports.join('\n')}

export const manifests: readonly AnyManifest[] = [
${withManifest.map(({ name }) => `  ${name},`).join('\n')}
]
`
}

function probeRegistry(): string {
  const withProbes = all.filter((feature) => has(feature, 'testing/probes.ts'))
  const imports = withProbes.map(
    ({ folder, name }) => `import { probes as ${name} } from '#features/${folder}/testing/probes.ts'`,
  )
  return `${header('Every probe of the call walk.')}import type { Probes } from '#testing/probe.ts'
${imports.join('\n')}

export const featureProbes: readonly Probes[] = [
${withProbes.map(({ name }) => `  ${name},`).join('\n')}
]
`
}

/** Fails for a folder that is missing in the list. Otherwise it would be left out silently. */
function mustListAll(): void {
  const files = globSync('features/*/*/**/*.{ts,tsx}', { cwd: checkout })
  const found = new Set(files.map((path) => path.split('/').slice(1, 3).join('/')))
  const listed = new Set<string>(features)
  const unlisted = [...found].filter((folder) => !listed.has(folder))
  if (unlisted.length > 0) throw new StartFault(`features/list.ts has no line for ${unlisted.join(', ')}.`)
  const removedFolders = [...listed].filter((folder) => !found.has(folder))
  if (removedFolders.length > 0)
    throw new StartFault(`features/list.ts names ${removedFolders.join(', ')}, which has no files.`)
}

/** Writes changed files only, and each one atomically, because another program may be reading it. */
export function generateRegistries(): void {
  mustListAll()
  for (const [path, text] of Object.entries(registries())) {
    const file = join(checkout, 'apps/generated', path)
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    mkdirSync(dirname(file), { recursive: true })
    const part = `${file}.${process.pid}`
    writeFileSync(part, text)
    renameSync(part, file)
  }
}

if (import.meta.main) {
  try {
    generateRegistries()
  } catch (error) {
    if (!(error instanceof StartFault)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
