// Decisions and mail texts of links to set a password: pure, no I/O.
import type { Language } from '#catalogue/languages.ts'
import { meetsRules } from '#platform/contract/password-rules.ts'
import type { PasswordPolicy } from '#features/settings/server/reads.ts'

type Given = { password: string; changedAt: Date; now: Date }

const dayMs = 86_400_000

/** Why the person must choose a new password before the session begins; null when they need not. */
export function changeDue(policy: PasswordPolicy, { password, changedAt, now }: Given): 'expired' | 'rules' | null {
  if (!policy.inForce) return null
  if (policy.days > 0 && now.getTime() - changedAt.getTime() >= policy.days * dayMs) return 'expired'
  return meetsRules(policy, password) ? null : 'rules'
}

/** What the sign-in says before it leads to the page of a new password. */
export const dueWords: Record<Language, { expired: string; rules: string }> = {
  'pt-BR': {
    expired: 'Sua senha venceu. Escolha uma nova.',
    rules: 'As regras de senha mudaram e a sua já não as cumpre. Escolha uma nova.',
  },
  'en-US': {
    expired: 'Your password has expired. Choose a new one.',
    rules: 'The password rules have changed and yours no longer follows them. Choose a new one.',
  },
  es: {
    expired: 'Su contraseña ha caducado. Elija una nueva.',
    rules: 'Las reglas de contraseña cambiaron y la suya ya no las cumple. Elija una nueva.',
  },
  'pt-PT': {
    expired: 'A sua palavra-passe expirou. Escolha uma nova.',
    rules: 'As regras da palavra-passe mudaram e a sua já não as cumpre. Escolha uma nova.',
  },
}
