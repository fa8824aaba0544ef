// Unsteady tests, by the name that `npm test` prints: `file › title`. Next: tools/confirm-failures.ts.

export type Entry = {
  test: string
  /** Who mends it. */
  owner: string
  /** The day of the entry, `2026-11-24`. */
  since: string
  reason: string
}

/** With more flaky tests in one run the run is red. */
export const maxFlaky = 3

/** A quarantined test runs and prints, and blocks nothing. quarantine.test.ts refuses entries that are older. */
export const maxQuarantineDays = 14
export const maxQuarantined = 5

export const quarantined: readonly Entry[] = []

/** Tests that an earlier landing printed as flaky. Flaky again, they are red until they are mended or quarantined. */
export const flakyBefore: readonly Entry[] = []
