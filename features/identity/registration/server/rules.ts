// Decisions and texts of self-registration: pure, no I/O.
import type { Language } from '#catalogue/languages.ts'
import { type PasswordRules, plainRules } from '#platform/contract/password-rules.ts'

type StoredRules = {
  password_rules: boolean
  password_min_length: number
  password_capital: boolean
  password_special: boolean
}

/** The rules for the password of a person who will be a member of one business unit. */
export const rulesOfUnit = (unit: StoredRules): PasswordRules =>
  unit.password_rules
    ? { minLength: unit.password_min_length, capital: unit.password_capital, special: unit.password_special }
    : plainRules

/** Whether an e-mail may register. `domains`: the allowed domains; an empty list: all. A subdomain is another domain. */
export const mayRegister = (domains: readonly string[], email: string): boolean =>
  domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1))

/**
 * Messages of the answers. `sent`: after a registration, the same for every e-mail. `waiting`: after a confirmation that needs approval.
 */
export const answerMessages: Record<Language, { sent: string; waiting: string; joined: string }> = {
  'pt-BR': {
    sent: 'Enviamos um e-mail para este endereço. Siga as instruções dele para continuar.',
    waiting: 'E-mail confirmado. Um administrador vai analisar o seu cadastro, e você recebe a resposta por e-mail.',
    joined: 'Você já tinha uma conta, e agora ela também vale nesta unidade. Entre como sempre entrou.',
  },
  'en-US': {
    sent: 'We have sent an e-mail to this address. Follow what it says to go on.',
    waiting: 'E-mail confirmed. An administrator will review your registration, and you will get the answer by e-mail.',
    joined: 'You already had an account, and it is now valid in this unit as well. Sign in as you always do.',
  },
  es: {
    sent: 'Enviamos un correo a esta dirección. Siga sus instrucciones para continuar.',
    waiting: 'Correo confirmado. Un administrador revisará su registro, y recibirá la respuesta por correo.',
    joined: 'Ya tenía una cuenta, y ahora también vale en esta unidad. Inicie sesión como siempre.',
  },
  'pt-PT': {
    sent: 'Enviámos um e-mail para este endereço. Siga as instruções para continuar.',
    waiting: 'E-mail confirmado. Um administrador vai analisar o seu registo, e receberá a resposta por e-mail.',
    joined: 'Já tinha uma conta, que agora também é válida nesta unidade. Inicie sessão como sempre.',
  },
}
