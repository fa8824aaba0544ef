// The days of a message in the browser. They are days of the session's time zone, as in the form and in the answers of the server; the zone
// of the browser may have another day.

/** The day in a time zone, YYYY-MM-DD. */
export const todayIn = (timezone: string, now: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(now)

type Days = { starts_on: string; ends_on: string | null }

export const stateOf = ({ starts_on, ends_on }: Days, today: string) =>
  starts_on > today ? 'planned' : ends_on !== null && ends_on < today ? 'past' : 'present'
