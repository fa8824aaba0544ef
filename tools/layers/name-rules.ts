import type { SourceLocation } from './place.ts'

const sliceFiles = /^(contract\.ts|manifest\.ts|testing\/probes\.ts)$/
/** The parts of a noun have free names; only those of the doors are fixed (import-rules.ts). */
const part = /^(server|web)\/[a-z0-9-]+(\.module\.css|\.tsx?)$/
const phrases = /^phrases\/(pt-BR|en-US|es|pt-PT)\.ts$/
const bag = /(^|-)(utils?|helpers?|common|misc|managers?)$/

/** The faults of a file's name and folder. */
export function nameFaults(location: SourceLocation): string[] {
  return [bagName(location), notKebab(location), notInVocabulary(location)].filter((fault) => fault !== null)
}

function bagName({ path }: SourceLocation): string | null {
  const stems = path.split('/').map((part) => part.split('.')[0] ?? '')
  const stem = stems.at(-1) ?? ''
  if (stem === 'index') return 'no index barrels: name a file after its content and import it by that name.'
  if (stem === 'types')
    return 'types.ts collects unrelated types: declare a type in the file that creates or owns its values.'
  const found = stems.find((part) => bag.test(part))
  return found === undefined ? null : `"${found}" says nothing about the content: name it after its purpose.`
}

function notKebab({ path, inside }: SourceLocation): string | null {
  const isLanguage =
    /(^|\/)(pt-BR|en-US|es|pt-PT)\.ts$/.test(path) && (inside.includes('phrases/') || path.includes('/phrases/'))
  const isKebab = path.split('/').every((part) => /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(part))
  return isKebab || isLanguage ? null : 'names are kebab-case: lower case, words joined by hyphens.'
}

function notInVocabulary({ area, noun, inside }: SourceLocation): string | null {
  if (area === null) return null
  if (noun === null) return 'a file of a feature is inside the folder of its noun: features/<area>/<noun>/.'
  const plain = inside.replace(/(\.(db|browser|process))?\.test\.(tsx?)$/, '.$3')
  if (sliceFiles.test(plain) || phrases.test(plain) || part.test(plain)) return null
  return (
    'not in the vocabulary of a noun (contract, manifest, server/, web/, phrases/<language>, testing/probes): move it into server/ or web/, ' +
    'into another noun, or write a decision record.'
  )
}

/** A contract and the routes that answer it: neither exists without the other, and each area has some. Answers a message for each fault. */
export function completenessFaults(locations: readonly SourceLocation[]): { path: string; message: string }[] {
  const folders = Map.groupBy(locations.filter(isOfSlice), ({ noun }) => `features/${noun}`)
  const halves = [...folders].flatMap(([folder, files]) => {
    const missing = pair.filter((file) => !files.some(({ inside }) => inside === file))
    return missing.length === 1 ? missing.map((file) => ({ path: `${folder}/${file}`, message: halfReason })) : []
  })
  const areas = Map.groupBy(locations.filter(isOfSlice), ({ area }) => `features/${area}`)
  const silent = [...areas].filter(([, files]) => !files.some(({ inside }) => pair.includes(inside)))
  return [...halves, ...silent.map(([folder]) => ({ path: folder, message: silentReason }))]
}

const pair = ['contract.ts', 'server/routes.ts']
const halfReason = 'is missing: a contract needs routes that answer it, and routes need a contract.'
const silentReason = 'has no calls: an area without a contract is no area; move its files to the noun that uses them.'

function isOfSlice({ noun, inside }: SourceLocation): boolean {
  return noun !== null && !inside.startsWith('phrases/')
}
