// Which call, browser and journey tests belong to changed files. Imports do not tell it: every call test imports the whole server, and a
// browser test bundles its page when it runs. Next: changed-journeys.ts, run-changed.ts.
import { dirname } from 'node:path'
import { type Feature, features } from '#features/list.ts'
import { journeysOfFeature } from './changed-journeys.ts'

/** The noun of a file, as features/list.ts names it. Null outside of features. */
export function featureOf(path: string): Feature | null {
  return features.find((folder) => path.startsWith(`features/${folder}/`)) ?? null
}

const isPage = (path: string) => /\.tsx$|\.css$|\/(?:web|phrases)\//.test(path)

/** The call tests of the changed features, and those beside changed files. Pages and phrases change no call. */
export function callTestsFor(changed: readonly string[], tests: readonly string[]): string[] {
  const served = changed.filter((path) => !isPage(path))
  const touched = new Set(served.map(featureOf))
  const folders = new Set(served.map(dirname))
  return tests.filter((test) => {
    const feature = featureOf(test)
    return feature === null ? folders.has(dirname(test)) : touched.has(feature)
  })
}

/** The browser tests in a folder that holds a changed file, at any depth. */
export function browserTestsFor(changed: readonly string[], tests: readonly string[]): string[] {
  return tests.filter((test) => changed.some((path) => path.startsWith(`${dirname(test)}/`)))
}

/** The journeys of the changed features, and changed ones. */
export function journeysFor(changed: readonly string[]): string[] {
  const ofFeatures = changed
    .map(featureOf)
    .flatMap((feature) => (feature === null ? [] : (journeysOfFeature[feature] ?? [])))
  const itself = changed.flatMap((path) => /^journeys\/([^/]+)\.journey\.ts$/.exec(path)?.[1] ?? [])
  return [...new Set([...ofFeatures, ...itself])].map((name) => `journeys/${name}.journey.ts`)
}
