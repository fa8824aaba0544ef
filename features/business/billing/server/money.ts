// Arithmetic of money in Node. Sums and products of bills are computed by PostgreSQL (app.bill_total).
import { Big } from 'big.js'

/** An amount with two decimals; half a cent is rounded away from zero. The one rounding rule of money. */
const rounded = (amount: Big): string => amount.toFixed(2, Big.roundHalfUp)

/**
 * Divides an amount among lines in proportion to `weights`, to the cent, so that the parts sum to the amount exactly (largest remainder
 * method). No part is greater than its weight when the amount is not greater than their sum.
 */
export function divide(amount: string, weights: readonly string[]): string[] {
  const total = weights.reduce((sum, weight) => sum.plus(weight), new Big(0))
  if (total.eq(0)) return weights.map(() => rounded(new Big(0)))
  const shares = weights.map((weight) => {
    const exact = new Big(amount).times(weight).times(100)
    // The whole cents and the remainder, both multiplied by `total`: a quotient would be rounded.
    const remainder = exact.mod(total)
    return { cents: exact.minus(remainder).div(total), remainder }
  })
  const missing = new Big(amount).times(100).minus(shares.reduce((sum, { cents }) => sum.plus(cents), new Big(0)))
  const first = shares
    .map(({ remainder }, index) => ({ remainder, index }))
    .toSorted((one, other) => other.remainder.cmp(one.remainder) || one.index - other.index)
    .slice(0, missing.toNumber())
    .map(({ index }) => index)
  return shares.map(({ cents }, index) => rounded(cents.plus(first.includes(index) ? 1 : 0).div(100)))
}

export const isMore = (amount: string, limit: string): boolean => new Big(amount).gt(limit)
export const isNothing = (amount: string): boolean => new Big(amount).eq(0)
export const difference = (amount: string, other: string): string => rounded(new Big(amount).minus(other))
export const sum = (amount: string, other: string): string => rounded(new Big(amount).plus(other))
