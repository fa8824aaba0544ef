// A second attempt for failed tests, alone on the machine, when all suites have ended. Red twice is red. Red, then green is flaky: it is
// printed and counted, and blocks nothing unless there are many, or it was flaky before. A deterministic fault is red twice.
// Next: testing/quarantine.ts (the lists), run-tests.ts (when).
import { type Entry, maxFlaky } from '#testing/quarantine.ts'
import type { Failure, Outcome } from './checks.ts'

export type Verdict = {
  /** Failed twice, or has no second attempt. */
  red: Failure[]
  /** Failed once and passed once, not in the quarantine list. */
  flaky: Failure[]
  /** The failures of tests in the quarantine list. They do not make the run red. */
  quarantined: Failure[]
}

export type Lists = { quarantined: readonly Entry[]; flakyBefore: readonly Entry[] }

/**
 * Requirements whose tests have no second attempt: isolation of tenants (T), authorisation and secrets (Z), integrity of data (D), rows of a
 * report (E). One failure in a hundred runs is a leak.
 */
const strictRequirement = /\b[TZDE]\d{1,2}\b[,:]/

/** Files that prove the same without naming a requirement in each test: acknowledged writes that were lost, and calls across tenants. */
const strictFiles = [
  'apps/server/calls.db.test.ts',
  'apps/server/kill.process.test.ts',
  'apps/server/recovery.process.test.ts',
  'apps/server/backup.process.test.ts',
  'database/rls-policies.db.test.ts',
  'database/definer-guards.db.test.ts',
]

/** True when the test may run again before it counts as failed. Checks, and runs that end without a report, may not. */
export const mayRunAgain = ({ file, title }: Failure): boolean =>
  /\.(?:test|journey)\.tsx?$/.test(file) && !strictFiles.includes(file) && !strictRequirement.test(title ?? '')

export const nameOf = ({ file, title }: Pick<Failure, 'file' | 'title'>): string =>
  title === null ? file : `${file} › ${title}`

/** One line: file › title › first line of the error. */
export const lineOf = (failure: Failure): string => [nameOf(failure), failure.error].filter(Boolean).join(' › ')

/** Runs the failed tests once more and returns the verdict. `again` gets the failures of one suite that may run again. */
export async function confirmFailures(
  failures: readonly Failure[],
  again: (failures: readonly Failure[]) => Promise<Outcome>,
  { quarantined, flakyBefore }: Lists,
): Promise<Verdict> {
  const isIn = (list: readonly Entry[]) => (failure: Failure) => list.some(({ test }) => test === nameOf(failure))
  const [counting, ignored] = split(failures, (failure) => !isIn(quarantined)(failure))
  const [repeatable, strict] = split(counting, mayRunAgain)
  if (repeatable.length === 0) return { red: strict, flaky: [], quarantined: ignored }
  const second = await again(repeatable)
  const isForeign = ({ file }: Failure) => !repeatable.some((first) => first.file === file)
  // A run that ends without a report, or that passes nothing, confirms nothing.
  if (second.passed === 0 || second.failures.some(isForeign))
    return { red: [...strict, ...repeatable], flaky: [], quarantined: ignored }
  const [twice, once] = split(repeatable, (first) => second.failures.some((failure) => isSame(first, failure)))
  // Passed at first and failed now: as unsteady as the other way round.
  const late = second.failures.filter((failure) => !repeatable.some((first) => isSame(first, failure)))
  const [repeated, flaky] = split([...once, ...late], (failure) => isIn(flakyBefore)(failure) || !mayRunAgain(failure))
  return { red: [...strict, ...twice, ...repeated], flaky, quarantined: ignored }
}

/** The failure of a whole file is that of each of its tests. */
const isSame = (one: Failure, other: Failure): boolean =>
  one.file === other.file && (one.title === null || other.title === null || one.title === other.title)

/** More flaky tests than `maxFlaky` are a fault of their own: all of them are red. */
export const settleVerdict = ({ red, flaky, quarantined }: Verdict): Verdict =>
  flaky.length > maxFlaky ? { red: [...red, ...flaky], flaky: [], quarantined } : { red, flaky, quarantined }

function split<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}
