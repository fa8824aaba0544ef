export type TimeParts = { form: 'hours' | 'minutes' | 'both'; hours: number; minutes: number }

/** From this number of hours on, minutes are not shown. */
const roughHours = 8

/** Divides minutes of working time as people say them: 45 min, 2 h, 2 h 15 min, 12 h. */
export function timeParts(left: number): TimeParts {
  const [hours, minutes] = [Math.floor(left / 60), left % 60]
  if (hours === 0) return { form: 'minutes', hours, minutes }
  return { form: minutes === 0 || hours >= roughHours ? 'hours' : 'both', hours, minutes }
}
