/** Milliseconds for which the parts of the home page use one answer. */
export const welcomeFreshMs = 5_000
