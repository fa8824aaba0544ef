import { now } from '#platform/web/clock.ts'

const soonMs = 60_000

/** True for a delivery with an attempt in the next minute. One that waits for hours needs no refresh every few seconds. */
export const changesSoon = ({ next_at }: { next_at: Date | null }): boolean =>
  next_at !== null && next_at.getTime() < now().getTime() + soonMs
