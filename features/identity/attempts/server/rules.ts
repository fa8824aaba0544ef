// Rate limits for sign-in attempts: pure decisions on the counts that commands.ts reads. Two kinds of client are counted separately. A
// known device (a browser that has signed this person in before) has its own limit. A stranger is every other client; strangers at
// different networks share one limit per account, with exponential back-off. An attacker therefore cannot lock the owner out of a known
// device.
import { signInThrottle } from '#catalogue/limits.ts'

const { perAccountAtAddress, perDevice, stranger, address: addressLimit } = signInThrottle

/**
 * The count of one budget. `attempts`: in the present window. `secondsLeft`: until the window ends. `secondsUntilNext`: until the next
 * attempt is evaluated; null when no wait was announced.
 */
export type Budget = { attempts: number; secondsLeft: number; secondsUntilNext: number | null }

// Each of the following functions returns the seconds to wait, or null when the attempt may be evaluated.

export const deviceWait = ({ attempts, secondsLeft }: Budget) => (attempts >= perDevice ? secondsLeft : null)

export const pairWait = ({ attempts, secondsLeft }: Budget) => (attempts >= perAccountAtAddress ? secondsLeft : null)

export const accountWait = ({ secondsUntilNext }: Budget) =>
  secondsUntilNext !== null && secondsUntilNext > 0 ? secondsUntilNext : null

/** The wait of a network. Its limit grows with the accounts that signed in from it recently, up to `address.most`. */
export const ipAddressWait = ({ attempts, secondsLeft }: Budget, recentAccounts: number) =>
  attempts >= Math.min(addressLimit.max, addressLimit.base + addressLimit.forEachAccount * recentAccounts)
    ? secondsLeft
    : null

/**
 * True when this network respected the Retry-After that it received for this account. Its attempt is then evaluated although other
 * clients keep the account's back-off running: at most `perNetwork` times per network and `max` times per account and window.
 * @param announced the Retry-After sent to this network for this account
 * @param afterRetryAfter attempts on this account that were evaluated for this reason
 */
export function respectedRetryAfter(announced: Budget, afterRetryAfter: Budget): boolean {
  const { perNetwork, max } = stranger.afterRetryAfter
  const isOver = announced.secondsUntilNext !== null && announced.secondsUntilNext <= 0
  return isOver && announced.attempts < perNetwork && afterRetryAfter.attempts < max
}

/** Exponential back-off of an account, in seconds, after this number of attempts by strangers. */
export function backOffSeconds(attempts: number): number {
  const beyond = attempts - stranger.beforeBackOff
  return beyond < 0 ? 0 : Math.min(stranger.longestWaitSeconds, stranger.firstWaitSeconds * 2 ** beyond)
}
