// How many guesses of a password are evaluated. Budgets for strangers, one for a browser that has signed its person in before: whoever
// guesses elsewhere cannot lock the rightful person out, and many who guess together are slowed down together.
import { signInThrottle } from '#catalogue/limits.ts'

const { perAccountAtAddress, perDevice, stranger, address } = signInThrottle

/** What is counted under one key: guesses of this window, seconds until it ends, seconds until the next guess is evaluated (null: nobody was told to wait). */
export type Budget = { attempts: number; secondsLeft: number; secondsUntilNext: number | null }

/** Each answers seconds to wait, or null. */
export const deviceWait = ({ attempts, secondsLeft }: Budget) => (attempts >= perDevice ? secondsLeft : null)

export const pairWait = ({ attempts, secondsLeft }: Budget) => (attempts >= perAccountAtAddress ? secondsLeft : null)

export const accountWait = ({ secondsUntilNext }: Budget) =>
  secondsUntilNext !== null && secondsUntilNext > 0 ? secondsUntilNext : null

/**
 * Of somebody whom others keep waiting: `told` is what this network heard about this account, `waited` what all networks made of it.
 * The one who waited as told is evaluated, whoever was quicker meanwhile; once a window, and of so many networks.
 */
export function isDue(told: Budget, waited: Budget): boolean {
  const { perNetwork, most } = stranger.afterRetryAfter
  const isOver = told.secondsUntilNext !== null && told.secondsUntilNext <= 0
  return isOver && told.attempts < perNetwork && waited.attempts < most
}

/** Many come from one address; where many came in, more will mistype. `accounts`: how many came in from there lately. */
export const addressWait = ({ attempts, secondsLeft }: Budget, accounts: number) =>
  attempts >= Math.min(address.most, address.base + address.forEachAccount * accounts) ? secondsLeft : null

/** Seconds for which an account is guessed at no more, after so many guesses of strangers. */
export function slowDown(attempts: number): number {
  const beyond = attempts - stranger.beforeBackOff
  return beyond < 0 ? 0 : Math.min(stranger.longestWaitSeconds, stranger.firstWaitSeconds * 2 ** beyond)
}
