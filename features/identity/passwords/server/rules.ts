// Decisions and texts about passwords and their links: pure functions, no I/O.
import type { Language } from '#catalogue/languages.ts'
import { meetsRules } from '#platform/contract/password-rules.ts'
import type { PasswordPolicy } from '#features/organisation/settings/server/queries.ts'

type PresentPassword = { password: string; changedAt: Date; now: Date }

const dayMs = 86_400_000

/** Returns the reason why the person must choose a new password before the session begins; null when they need not. */
export function changeDue(
  policy: PasswordPolicy,
  { password, changedAt, now }: PresentPassword,
): 'expired' | 'rules' | null {
  if (!policy.inForce) return null
  if (policy.days > 0 && now.getTime() - changedAt.getTime() >= policy.days * dayMs) return 'expired'
  return meetsRules(policy, password) ? null : 'rules'
}

/** The message of the sign-in before it leads to the page of a new password. */
export const changeDueMessages: Record<Language, { expired: string; rules: string }> = {
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

/** The message on the page of a forgotten password when only mail servers of business units send mails. */
export const unitSenderOnly: Record<Language, string> = {
  'pt-BR':
    'Esta instalação não tem servidor de e-mail próprio. Equipes da plataforma e do parceiro e pessoas de mais de uma unidade de negócio não recebem o e-mail: peça ajuda a quem administra a plataforma.',
  'en-US':
    'This installation has no mail server of its own. Staff of the platform and of the partner, and people of more than one business unit, get no e-mail: ask whoever runs the platform.',
  es: 'Esta instalación no tiene servidor de correo propio. Los equipos de la plataforma y del socio y las personas de más de una unidad de negocio no reciben el correo: pida ayuda a quien administra la plataforma.',
  'pt-PT':
    'Esta instalação não tem servidor de e-mail próprio. As equipas da plataforma e do parceiro e as pessoas de mais de uma unidade de negócio não recebem o e-mail: peça ajuda a quem gere a plataforma.',
}
