import type { Place } from './place.ts'

const sliceFiles =
  /^(contract\.ts|server\/(table|store|rules|service|reads|routes|jobs)\.ts|web\/(routes\.tsx?|picker\.tsx))$/
const screens = /^web\/[a-z0-9-]+-(list|form|page)\.tsx$/
const phrases = /^phrases\/(pt-BR|en-US|es|pt-PT)\.ts$/
const bag = /(^|-)(utils?|helpers?|common|misc|managers?)$/

/** What is wrong with a file's name or with its being there at all. */
export function judgeName(place: Place): string[] {
  return [bagName(place), notKebab(place), notInVocabulary(place)].filter((fault) => fault !== null)
}

function bagName({ path }: Place): string | null {
  const stems = path.split('/').map((part) => part.split('.')[0] ?? '')
  const stem = stems.at(-1) ?? ''
  if (stem === 'index') return 'no index barrels: a file is named for what it exports and imported by that name.'
  if (stem === 'types') return 'types.ts gathers strangers: a type lives with what makes or owns it.'
  const found = stems.find((part) => bag.test(part))
  return found === undefined ? null : `"${found}" says nothing of what is inside: name it for what it does.`
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
    'not in the vocabulary of a slice (contract, server/{table,store,rules,service,reads,routes,jobs}, web/{routes,picker}, ' +
    'web/*-{list,form,page}.tsx, web/<noun>-*.tsx, phrases/<language>): it belongs into one of these, into a sub-noun, or needs a decision record.'
  )
}

/** A part of a screen, named by its noun: `web/report-toolbar.tsx` of reports, `web/group-members.tsx` of users/groups. */
function isPart(file: string, nouns: (string | null)[]): boolean {
  const name = /^web\/([a-z0-9-]+)(\.module\.css|\.tsx?)$/.exec(file)?.[1]
  const prefixes = nouns.filter((noun) => noun !== null).flatMap((noun) => [noun, singular(noun)])
  return name !== undefined && prefixes.some((prefix) => name.startsWith(`${prefix}-`))
}

function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')
}

/** Files that every slice has. Answers a sentence for each folder that lacks one. */
export function judgeCompleteness(places: readonly Place[]): { path: string; message: string }[] {
  const slices = new Map<string, Set<string>>()
  for (const { feature, subNoun, inside } of places) {
    if (feature === null || inside.startsWith('phrases/')) continue
    const folder = ['features', feature, ...(subNoun === null ? [] : [subNoun])].join('/')
    slices.set(folder, (slices.get(folder) ?? new Set()).add(inside))
  }
  return [...slices].flatMap(([folder, files]) =>
    ['contract.ts', 'server/routes.ts']
      .filter((file) => !files.has(file))
      .map((file) => ({
        path: `${folder}/${file}`,
        message: `every slice has ${file}: without calls it is no slice.`,
      })),
  )
}
