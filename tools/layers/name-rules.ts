import type { Place } from './place.ts'

const sliceFiles =
  /^(contract\.ts|manifest\.ts|testing\/probes\.ts|server\/(table|store|rules|service|reads|routes|jobs)\.ts|web\/(routes\.tsx?|picker\.tsx))$/
const screens = /^web\/[a-z0-9-]+-(list|form|page)\.tsx$/
const phrases = /^phrases\/(pt-BR|en-US|es|pt-PT)\.ts$/
const bag = /(^|-)(utils?|helpers?|common|misc|managers?)$/

/** The faults of a file's name and place. */
export function judgeName(place: Place): string[] {
  return [bagName(place), notKebab(place), notInVocabulary(place)].filter((fault) => fault !== null)
}

function bagName({ path }: Place): string | null {
  const stems = path.split('/').map((part) => part.split('.')[0] ?? '')
  const stem = stems.at(-1) ?? ''
  if (stem === 'index') return 'no index barrels: name a file after its content and import it by that name.'
  if (stem === 'types')
    return 'types.ts collects unrelated types: declare a type in the file that creates or owns its values.'
  const found = stems.find((part) => bag.test(part))
  return found === undefined ? null : `"${found}" says nothing about the content: name it after its purpose.`
}

function notKebab({ path, inside }: Place): string | null {
  const isLanguage =
    /(^|\/)(pt-BR|en-US|es|pt-PT)\.ts$/.test(path) && (inside.includes('phrases/') || path.includes('/phrases/'))
  const isKebab = path.split('/').every((part) => /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(part))
  return isKebab || isLanguage ? null : 'names are kebab-case: lower case, words joined by hyphens.'
}

function notInVocabulary(place: Place): string | null {
  const { feature, subNoun, inside } = place
  if (feature === null) return null
  const plain = inside.replace(/(\.(db|browser|process))?\.test\.(tsx?)$/, '.$3')
  const candidates = plain === inside ? [inside] : [plain, plain.replace(/\.ts$/, '.tsx')]
  const known = candidates.some(
    (file) => sliceFiles.test(file) || screens.test(file) || phrases.test(file) || isPart(file, [feature, subNoun]),
  )
  if (known) return null
  return (
    'not in the vocabulary of a slice (contract, manifest, server/{table,store,rules,service,reads,routes,jobs}, web/{routes,picker}, ' +
    'web/*-{list,form,page}.tsx, web/<noun>-*.tsx, phrases/<language>): move it into one of these or into a sub-noun, or write a decision record.'
  )
}

/** A part of a screen, named after its noun: `web/report-toolbar.tsx` of reports, `web/group-members.tsx` of users/groups. */
function isPart(file: string, nouns: (string | null)[]): boolean {
  const name = /^web\/([a-z0-9-]+)(\.module\.css|\.tsx?)$/.exec(file)?.[1]
  const prefixes = nouns.filter((noun) => noun !== null).flatMap((noun) => [noun, singular(noun)])
  return name !== undefined && prefixes.some((prefix) => name.startsWith(`${prefix}-`))
}

function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')
}

/**
 * A feature has calls: a contract and the routes that answer it, in the feature or in a sub-noun. Neither exists without the other. Answers
 * a message for each missing file.
 */
export function judgeCompleteness(places: readonly Place[]): { path: string; message: string }[] {
  const folders = Map.groupBy(places.filter(isOfSlice), ({ feature, subNoun }) =>
    ['features', feature, ...(subNoun === null ? [] : [subNoun])].join('/'),
  )
  const halves = [...folders].flatMap(([folder, files]) => {
    const missing = pair.filter((file) => !files.some(({ inside }) => inside === file))
    return missing.length === 1 ? missing.map((file) => ({ path: `${folder}/${file}`, message: halfReason })) : []
  })
  const features = Map.groupBy(places.filter(isOfSlice), ({ feature }) => `features/${feature}`)
  const silent = [...features].filter(([, files]) => !files.some(({ inside }) => pair.includes(inside)))
  return [...halves, ...silent.map(([folder]) => ({ path: `${folder}/contract.ts`, message: silentReason }))]
}

const pair = ['contract.ts', 'server/routes.ts']
const halfReason = 'is missing: a contract needs routes that answer it, and routes need a contract.'
const silentReason =
  'is missing: a feature without calls of its own or of a sub-noun is no slice; move it to the feature that uses it.'

function isOfSlice({ feature, inside }: Place): boolean {
  return feature !== null && !inside.startsWith('phrases/')
}
