/** The one place of the portal that asks the time. Tests set another clock; the database's own clock decides about sessions. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
