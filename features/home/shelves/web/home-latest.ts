// The shelf of the latest reports. The shelves above it may have the same ones.

/** Days for which a new report is on the shelf whatever other shelf it is on. */
const newDays = 30

type Latest = { id: string; created_at: Date }

/** New reports, and of the older ones those that no shelf above has. Otherwise a report would leave the shelf when somebody opens it. */
export function latestBelow<Report extends Latest>(
  latest: readonly Report[],
  above: ReadonlySet<string>,
  now: Date,
): Report[] {
  const newSince = now.getTime() - newDays * 24 * 3_600_000
  return latest.filter(({ id, created_at }) => created_at.getTime() > newSince || !above.has(id))
}
