// The times and texts of mails before a person is blocked or deleted. Pure functions, no I/O.
import type { Language } from '#catalogue/languages.ts'

/**
 * The kind of event. `idle`: the person is blocked because they did not sign in. `block`, `delete`: the person is blocked or deleted on the
 * day that an administrator set.
 */
export type Leaving = 'idle' | 'block' | 'delete'

/** Days before the event on which the first and the last mail are sent. */
export const warningDays = { first: 7, last: 1 } as const

/** Returns which of the two mails to send. If the day was set late, the first mail names fewer days. */
export const stageOf = (daysLeft: number): 'first' | 'last' => (daysLeft <= warningDays.last ? 'last' : 'first')

type Facts = { unit: string; day: string }

/** Writes a day in a language. `day` is YYYY-MM-DD in the calendar of the business unit. */
export const dayIn = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** The variable `event` of the template: what will happen, and what the person can do. */
export const leavingEvents: Record<Language, Record<Leaving, (facts: Facts) => string>> = {
  'pt-BR': {
    idle: ({ unit, day }) =>
      `Você não entra em ${unit} há algum tempo. Em ${day} o seu acesso será bloqueado. Para mantê-lo, basta entrar antes desse dia.`,
    block: ({ unit, day }) =>
      `A administração de ${unit} marcou o bloqueio do seu acesso para ${day}. Se ainda precisa dele, fale com quem administra a unidade.`,
    delete: ({ unit, day }) =>
      `A administração de ${unit} marcou a exclusão do seu cadastro para ${day}. O que é só seu será apagado. Se ainda precisa do acesso, fale com quem administra a unidade.`,
  },
  'en-US': {
    idle: ({ unit, day }) =>
      `You have not signed in to ${unit} for some time. On ${day} your access will be blocked. To keep it, sign in before that day.`,
    block: ({ unit, day }) =>
      `The administration of ${unit} set the blocking of your access for ${day}. If you still need it, talk to your administrator.`,
    delete: ({ unit, day }) =>
      `The administration of ${unit} set the deletion of your account for ${day}. What is yours alone will be erased. If you still need access, talk to your administrator.`,
  },
  es: {
    idle: ({ unit, day }) =>
      `Hace tiempo que no entra en ${unit}. El ${day} se bloqueará su acceso. Para conservarlo, basta con entrar antes de ese día.`,
    block: ({ unit, day }) =>
      `La administración de ${unit} fijó el bloqueo de su acceso para el ${day}. Si todavía lo necesita, hable con quien administra la unidad.`,
    delete: ({ unit, day }) =>
      `La administración de ${unit} fijó la eliminación de su cuenta para el ${day}. Se borrará lo que es solo suyo. Si todavía necesita el acceso, hable con quien administra la unidad.`,
  },
  'pt-PT': {
    idle: ({ unit, day }) =>
      `Há algum tempo que não entra em ${unit}. Em ${day} o seu acesso será bloqueado. Para o manter, basta entrar antes desse dia.`,
    block: ({ unit, day }) =>
      `A administração de ${unit} marcou o bloqueio do seu acesso para ${day}. Se ainda precisa dele, fale com quem administra a unidade.`,
    delete: ({ unit, day }) =>
      `A administração de ${unit} marcou a eliminação da sua conta para ${day}. O que é só seu será apagado. Se ainda precisa do acesso, fale com quem administra a unidade.`,
  },
}
