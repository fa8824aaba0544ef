// The only place of the browser that reads the clock.

/** The present instant. */
export const now = (): Date => new Date()
