import type { Invited } from './invited-addresses.ts'

/** The result for one address. `link`: no mail was sent. `refusal`: the person was not added. `isPlanned`: the mail goes out later. */
export type Invitation = Invited & { link: string | null; refusal: string | null; isPlanned: boolean }

/**
 * The people whom earlier rounds added stay in the list, because their links are shown nowhere else. Who is invited twice is refused the
 * second time, and keeps the first result.
 */
export function joinRounds(earlier: readonly Invitation[], latest: readonly Invitation[]): Invitation[] {
  const added = addedOf(earlier)
  return [...added, ...latest.filter(({ email }) => !added.some((other) => other.email === email))]
}

export const addedOf = (results: readonly Invitation[]): Invitation[] =>
  results.filter(({ refusal }) => refusal === null)

/** Whether a link would be lost that the person has not copied. */
export const hasUncopied = (results: readonly Invitation[], copied: ReadonlySet<string>): boolean =>
  results.some(({ email, link }) => link !== null && !copied.has(email))
