// The state of a message in the browser. `today` is the day in the session's time zone, as in the form and in the server's answers; in the
// browser's time zone it may be another day.

type Days = { starts_on: string; ends_on: string | null }

export const stateOf = ({ starts_on, ends_on }: Days, today: string) =>
  starts_on > today ? 'planned' : ends_on !== null && ends_on < today ? 'past' : 'present'
