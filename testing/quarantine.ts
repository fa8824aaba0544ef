// Unsteady tests, by the name that `npm test` prints: `file › title`. Next: tools/confirm-failures.ts.

export type Entry = {
  test: string
  /** The person who repairs the test. */
  owner: string
  /** The day of the entry, `2026-11-24`. */
  since: string
  reason: string
}

/** The maximum number of flaky tests in a run. With more of them, the run is red. */
export const maxFlaky = 3

/** A quarantined test runs and prints, and blocks nothing. quarantine.test.ts refuses entries that are older. */
export const maxQuarantineDays = 14
export const maxQuarantined = 5

export const quarantined: readonly Entry[] = []

/** Tests that an earlier landing printed as flaky. Flaky again, they are red until they are mended or quarantined. */
export const flakyBefore: readonly Entry[] = []
