// Decides which step follows a right password.
import { changeDue } from '#features/identity/passwords/server/queries.ts'

/** Returns the step between a right password and the session; null when the session begins at once. */
export function stepDue({
  policy,
  ...presentPassword
}: Parameters<typeof changeDue>[1] & { policy: Parameters<typeof changeDue>[0] }): {
  step: 'change_password'
  why: 'expired' | 'rules'
} | null {
  const why = changeDue(policy, presentPassword)
  return why && { step: 'change_password', why }
}
