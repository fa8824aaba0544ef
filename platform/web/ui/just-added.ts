// The records that were added in this tab since the page was loaded, so that a list can mark their rows.

const added = new Set<string>()

export const markAdded = (id: string): void => void added.add(id)

export const isJustAdded = (id: string): boolean => added.has(id)
