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

type Words = { subject: string; paragraphs: string[]; action: string; footer: string }

/** Of a mail: `unit` is the name of the place where the person signs in. No mail contains the name of a person, who chooses it freely. */
type MailText = Record<Language, (unit: string) => Words>

/** For a person whose identity provider keeps the password. */
export const elsewhereWords: MailText = {
  'pt-BR': (unit) => ({
    subject: `Sua conta em ${unit}`,
    paragraphs: [
      `Alguém pediu uma nova senha para a sua conta em ${unit}.`,
      'Seu método de autenticação não permite trocar a senha! Entre pelo provedor da sua empresa, na página de entrada.',
    ],
    action: 'Ir para a entrada',
    footer: 'Se não foi você, ignore esta mensagem.',
  }),
  'en-US': (unit) => ({
    subject: `Your account at ${unit}`,
    paragraphs: [
      `Somebody asked for a new password for your account at ${unit}.`,
      'Your authentication method does not allow password changes! Use your company’s provider on the sign-in page.',
    ],
    action: 'Go to sign-in',
    footer: 'If it was not you, ignore this message.',
  }),
  es: (unit) => ({
    subject: `Su cuenta en ${unit}`,
    paragraphs: [
      `Alguien pidió una nueva contraseña para su cuenta en ${unit}.`,
      '¡Su método de autenticación no permite cambiar la contraseña! Entre con el proveedor de su empresa en la página de inicio de sesión.',
    ],
    action: 'Ir al inicio de sesión',
    footer: 'Si no fue usted, ignore este mensaje.',
  }),
  'pt-PT': (unit) => ({
    subject: `A sua conta em ${unit}`,
    paragraphs: [
      `Alguém pediu uma nova palavra-passe para a sua conta em ${unit}.`,
      'O seu método de autenticação não permite alterar a palavra-passe! Entre pelo fornecedor da sua empresa, na página de início de sessão.',
    ],
    action: 'Ir para o início de sessão',
    footer: 'Se não foi você, ignore esta mensagem.',
  }),
}
