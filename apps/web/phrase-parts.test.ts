import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { addedBulk, screens } from './features.ts'
import first from '../generated/phrases/first/pt-BR.ts'
import all from '../generated/phrases/pt-BR.ts'
import { firstPagePhrases } from '#features/list.ts'
import reader from '../generated/phrases/reader/pt-BR.ts'
import rest from '../generated/phrases/rest/pt-BR.ts'

const root = join(import.meta.dirname, '../..')

/** `names`: what is imported; null for the whole file. */
type Import = { path: string; names: string[] | null }
type File = { imports: Import[]; keys: string[]; patterns: RegExp[] }

/** Of a door a browser loads only the files of the names that are imported (`moduleSideEffects` in vite.config.ts). */
const door = /\/web\/exports\.tsx$/

/** Functions that load a file and more phrases together. */
const allLoaders = ['lazyScreen', 'withAllPhrases']
const readerLoaders = ['lazyReaderScreen', 'withReaderPhrases']

/**
 * What a file imports before more phrases are loaded, and the phrase keys that it may use. `wanted`: the names that are loaded of it; null
 * for all. `phraseLoaders`: imports inside their calls are not followed.
 */
function read(path: string, wanted: readonly string[] | null, phraseLoaders: readonly string[]): File {
  const found: File = { imports: [], keys: [], patterns: [] }
  const { program } = parseSync(path, readFileSync(path, 'utf8'))
  const add = (source: string, names: string[] | null) => {
    if (/^[.#].*\.tsx?$/.test(source)) found.imports.push({ path: resolve(path, source), names })
  }
  const covered: { start: number; end: number }[] = []
  const templates: { node: { start: number }; parts: string[] }[] = []
  new Visitor({
    ImportDeclaration({ importKind, specifiers, source }) {
      const values = specifiers.filter((each) => !('importKind' in each && each.importKind === 'type'))
      if (importKind === 'type' || (specifiers.length > 0 && values.length === 0)) return
      const named = values.filter((each) => each.type === 'ImportSpecifier')
      add(source.value, named.length > 0 ? named.map(({ imported }) => nameOf(imported)) : null)
    },
    ExportNamedDeclaration({ exportKind, specifiers, source }) {
      if (exportKind === 'type' || !source) return
      const values = specifiers.filter((each) => each.exportKind !== 'type')
      const loaded = values.filter(({ exported }) => wanted === null || wanted.includes(nameOf(exported)))
      const names = loaded.map(({ local }) => nameOf(local))
      if (names.length > 0) add(source.value, names)
    },
    CallExpression({ callee, start, end }) {
      if (callee.type === 'Identifier' && phraseLoaders.includes(callee.name)) covered.push({ start, end })
    },
    ImportExpression({ source, start }) {
      const isCovered = covered.some((call) => call.start < start && start < call.end)
      if (!isCovered && source.type === 'Literal') add(String(source.value), null)
    },
    Literal({ value }) {
      if (typeof value === 'string') found.keys.push(value.replace(':', '.'))
    },
    TemplateLiteral(node) {
      templates.push({ node, parts: node.quasis.map(({ value }) => value.cooked ?? '') })
    },
  }).visit(program)
  // A template that begins with a variable is the key of a caller, who names its feature.
  for (const { parts } of templates)
    if (/^[a-z]\w+\./i.test(parts[0] ?? '') && parts.every((part) => /^[\w.]*$/.test(part)))
      found.patterns.push(new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[^.]+')}$`))
  return found
}

const nameOf = (name: { name: string } | { value: string }) => ('name' in name ? name.name : name.value)

function resolve(from: string, source: string): string {
  return source.startsWith('#') ? join(root, source.slice(1)) : join(dirname(from), source)
}

/**
 * Every file that a browser may run without the phrases that these functions load. The menu waits for the phrases of its labels
 * (frame/person-frame.tsx).
 */
function filesWithout(phraseLoaders: readonly string[]): Map<string, File> {
  const files = new Map<string, File>()
  const seen = new Set<string>()
  const visit = ({ path, names }: Import) => {
    const wanted = door.test(path) ? names : null
    const key = `${path} ${wanted?.join(' ')}`
    if (seen.has(key) || !existsSync(path) || path.includes('/generated/phrases/')) return
    seen.add(key)
    const file = read(path, wanted, phraseLoaders)
    files.set(path, file)
    file.imports.forEach(visit)
  }
  visit({ path: join(root, 'apps/web/main.tsx'), names: null })
  return files
}

function keysOf(phrases: object, above = ''): string[] {
  return Object.entries(phrases).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${above}${key}`] : keysOf(value as object, `${above}${key}.`),
  )
}

const plural = /_(zero|one|two|few|many|other)$/
const pluralless = (phrases: object) => new Set(keysOf(phrases).map((key) => key.replace(plural, '')))
const [firstKeys, readerKeys, restKeys] = [pluralless(first), pluralless(reader), pluralless(rest)]

test('the three files of words are all words', () => {
  const parts = [...keysOf(first), ...keysOf(reader), ...keysOf(rest)]
  expect([...new Set(parts)].toSorted()).toEqual(keysOf(all).toSorted())
  expect([...readerKeys].filter((key) => restKeys.has(key))).toEqual([])
})

test('of the features behind the first page, its words have the labels of menu, search bulk actions and bell, and nothing else', () => {
  const actions = screens.flatMap(({ action }) => (action ? [action.label, action.place] : []))
  const labels = new Set<string>([
    ...screens.flatMap(({ menu }) => (menu ? [menu.label, menu.tab ?? menu.label] : [])),
    ...actions,
    ...addedBulk.map(({ label }) => label),
    ...Object.entries(firstPagePhrases).flatMap(([feature, keys]) =>
      keys.map((key) => `${feature.replace('/', '.')}.${key.replace(plural, '')}`),
    ),
  ])
  expect(labels.size).toBeGreaterThan(50)
  expect([...labels].filter((label) => !firstKeys.has(label))).toEqual([])
  const behind = keysOf(first).filter((key) => restKeys.has(key) || readerKeys.has(key))
  expect(behind.filter((key) => !labels.has(key.replace(plural, '')))).toEqual([])
})

const without = (keys: Iterable<string>, ...present: ReadonlySet<string>[]) =>
  new Set([...keys].filter((key) => !present.some((each) => each.has(key))))

/** The uses of keys that are in none of the loaded files. A literal like `people.users` is the prefix of keys. */
function faultsOf(files: ReadonlyMap<string, File>, missing: ReadonlySet<string>): string[] {
  const prefixes = new Set([...missing].map((key) => key.split('.').slice(0, 2).join('.')))
  return [...files].flatMap(([path, { keys, patterns }]) => {
    // A contract names audit events, which look like keys. A place names the prefix of another screen.
    if (/\/web\/(routes|[\w-]+-place)\.ts$|\/contract\.ts$/.test(path)) return []
    const unsaid = [...missing].filter((key) => keys.includes(key) || patterns.some((pattern) => pattern.test(key)))
    return [...unsaid, ...keys.filter((key) => prefixes.has(key))].map((key) => `${relative(root, path)}: ${key}`)
  })
}

test('code that runs before more phrases are loaded uses only phrases of the first page', () => {
  const files = filesWithout([...allLoaders, ...readerLoaders])
  const reached = [...files.keys()].map((path) => relative(root, path))
  for (const page of [
    'features/identity/sign-in/web/sign-in-page.tsx',
    'features/home/shelves/web/home-page.tsx',
    'apps/web/frame/frame.tsx',
  ])
    expect(reached).toContain(page)
  expect(faultsOf(files, without([...readerKeys, ...restKeys], firstKeys))).toEqual([])
})

test('the screens of readers use only phrases of the first page and of readers', () => {
  const files = filesWithout(allLoaders)
  const reached = [...files.keys()].map((path) => relative(root, path))
  for (const page of [
    'features/reports/view/web/report-view-page.tsx',
    'features/home/welcome/web/home-top.tsx',
    'features/messaging/notifications/web/notification-list.tsx',
  ])
    expect(reached).toContain(page)
  expect(faultsOf(files, without(restKeys, firstKeys, readerKeys))).toEqual([])
})
