// The address with which a person signs in next, after they chose a password. It is in memory only: an address in the URL would be in the
// history of the browser and in logs.
let nextEmail = ''

export function keepNextEmail(email: string): void {
  nextEmail = email
}

export const readNextEmail = (): string => nextEmail

/** The form has it now. The next person at this browser must not see it. */
export function forgetNextEmail(): void {
  nextEmail = ''
}
