/** Whether a text is a whole day with a time. */
export const isMoment = (value: string | null): value is string =>
  value !== null && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(value)
