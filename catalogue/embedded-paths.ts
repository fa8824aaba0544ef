// The paths of embedded access. They are the only pages that another site may frame, and they keep their session apart from the
// portal's. Server and browser must agree on them.

export const embeddedPaths = { ended: '/embedded/ended', reports: '/embedded/reports' } as const

/** Whether a path, with or without its query, is a page of embedded access. */
export const isEmbeddedPath = (path: string): boolean => /^\/embedded\/[^?#]/.test(path)
