/** The latest reports that no shelf above has: each report is on the home page once. */
export function latestBelow<Report extends { id: string }>(
  latest: readonly Report[],
  above: readonly (readonly { id: string }[])[],
): Report[] {
  const shown = new Set(above.flatMap((shelf) => shelf.map(({ id }) => id)))
  return latest.filter(({ id }) => !shown.has(id))
}
