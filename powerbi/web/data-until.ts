// The last day of the data, which our report service names in the details of the SDK's event `loaded`. Microsoft's service names none.

export function dataUntilIn(detail: unknown): string | null {
  const day = typeof detail === 'object' && detail !== null && 'dataUntil' in detail ? detail.dataUntil : null
  return typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null
}
