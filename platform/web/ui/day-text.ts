// A calendar day as people type it, whatever the language of their browser. Next: day-field.tsx.

const written = [
  /^(?<day>\d{1,2})[/. -](?<month>\d{1,2})[/. -](?<year>\d{4})$/,
  /^(?<day>\d\d)(?<month>\d\d)(?<year>\d{4})$/,
]
const stored = /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/

/** YYYY-MM-DD of 31/12/2026, 31.12.2026, 31122026 or 2026-12-31; null when it is no day of the calendar. */
export function readDay(typed: string): string | null {
  const parts = [...written, stored]
    .map((form) => form.exec(typed.trim())?.groups)
    .find((groups) => groups !== undefined)
  if (parts === undefined) return null
  const { year = '', month = '', day = '' } = parts
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const instant = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== text ? null : text
}
