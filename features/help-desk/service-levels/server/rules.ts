/** The years of which holidays are stored: the last one, for tickets that are open since then, and the next ones. */
export const yearsFrom = (now: Date): number[] => [-1, 0, 1, 2].map((offset) => now.getUTCFullYear() + offset)

export const lastYear = (now: Date): number => yearsFrom(now).at(-1) ?? now.getUTCFullYear()
