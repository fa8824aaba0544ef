// The one place of the browser that asks the time.

/** The present instant. */
export const now = (): Date => new Date()
