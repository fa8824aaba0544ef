import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

export const languages = ['pt-BR', 'en-US', 'es', 'pt-PT'] as const
export type Language = (typeof languages)[number]

/** One folder of phrases: for each language, the sentences by full key (`playlists.field.title`). */
export type PhraseSet = { folder: string; sentences: Record<Language, Map<string, string>>; faults: string[] }

/**
 * Loads all folders of phrases: `features/<area>/<noun>/phrases`, `catalogue/phrases/<set>` and
 * `platform/web/phrases`. The modules are imported and not read as text, so the check sees what the browser gets.
 */
export async function loadPhraseSets(root: string): Promise<PhraseSet[]> {
  return Promise.all(listFolders(root).map((folder) => loadSet(root, folder)))
}

function listFolders(root: string): string[] {
  return ['features', 'catalogue/phrases', 'platform/web']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && isPhraseFolder(relative(root, entry.parentPath), entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((folder) => readdirSync(join(root, folder)).length > 0)
    .toSorted()
}

function isPhraseFolder(parent: string, name: string): boolean {
  return (parent === join('catalogue', 'phrases') && name !== 'grammar') || name === 'phrases'
}

/** `features/people/groups/phrases` → `people.groups`; `catalogue/phrases/general` → `general`. */
export function prefixOf(folder: string): string {
  if (folder === 'platform/web/phrases') return 'frame'
  if (folder.startsWith('catalogue/')) return basename(folder)
  return dirname(folder)
    .split('/')
    .slice(1)
    .map((name) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
    .join('.')
}

async function loadSet(root: string, folder: string): Promise<PhraseSet> {
  const faults: string[] = []
  const load = async (language: Language): Promise<[Language, Map<string, string>]> => {
    const file = join(root, folder, `${language}.ts`)
    if (!existsSync(file)) {
      faults.push(`${folder}/${language}.ts is missing`)
      return [language, new Map()]
    }
    const module: unknown = await import(pathToFileURL(file).href)
    const tree = typeof module === 'object' && module !== null && 'default' in module ? module.default : null
    return [language, flatten(tree, prefixOf(folder), `${folder}/${language}.ts`, faults)]
  }
  const loaded = await Promise.all(languages.map(load))
  const empty = { 'pt-BR': new Map(), 'en-US': new Map(), es: new Map(), 'pt-PT': new Map() }
  return { folder, sentences: Object.assign(empty, Object.fromEntries(loaded)), faults }
}

function flatten(tree: unknown, key: string, file: string, faults: string[]): Map<string, string> {
  if (typeof tree === 'string') {
    if (tree.trim() === '') faults.push(`${file}: ${key} is empty`)
    return new Map([[key, tree]])
  }
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) {
    faults.push(`${file}: ${key} is neither a sentence nor a group of sentences`)
    return new Map()
  }
  return new Map(Object.entries(tree).flatMap(([word, below]) => [...flatten(below, `${key}.${word}`, file, faults)]))
}
