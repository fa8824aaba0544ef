// Mails before a person is blocked or deleted: when they are due, and their words. Pure, no I/O.
import type { Language } from '#catalogue/languages.ts'

/** `idle`: blocked for lack of sign-ins. `block`, `delete`: on the day that an administrator set. */
export type Leaving = 'idle' | 'block' | 'delete'

/** The days before the event: the first mail, and the last one. */
export const warningDays = { first: 7, last: 1 } as const

/** Which of the two mails is due. A day that was set late has a first mail with fewer days. */
export const stageOf = (daysLeft: number): 'first' | 'last' => (daysLeft <= warningDays.last ? 'last' : 'first')

type Words = { subject: string; paragraphs: string[]; action: string; footer: string }
type Facts = { unit: string; day: string }

/** `day` is YYYY-MM-DD in the calendar of the business unit. */
export const dayIn = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

export const leavingWords: Record<Language, Record<Leaving, (facts: Facts) => Words>> = {
  'pt-BR': {
    idle: ({ unit, day }) => ({
      subject: `Seu acesso a ${unit} será bloqueado em ${day}`,
      paragraphs: [
        `Você não entra em ${unit} há algum tempo. Em ${day} o seu acesso será bloqueado.`,
        'Para mantê-lo, basta entrar antes desse dia.',
      ],
      action: 'Entrar',
      footer: `Você recebeu este e-mail porque ${unit} bloqueia quem fica muitos dias sem entrar.`,
    }),
    block: ({ unit, day }) => ({
      subject: `Seu acesso a ${unit} será bloqueado em ${day}`,
      paragraphs: [
        `A administração de ${unit} marcou o bloqueio do seu acesso para ${day}.`,
        'Se ainda precisa dele, fale com quem administra a unidade.',
      ],
      action: 'Entrar',
      footer: `Você recebeu este e-mail porque tem acesso a ${unit}.`,
    }),
    delete: ({ unit, day }) => ({
      subject: `Seu cadastro em ${unit} será excluído em ${day}`,
      paragraphs: [
        `A administração de ${unit} marcou a exclusão do seu cadastro para ${day}. O que é só seu será apagado.`,
        'Se ainda precisa do acesso, fale com quem administra a unidade.',
      ],
      action: 'Entrar',
      footer: `Você recebeu este e-mail porque tem acesso a ${unit}.`,
    }),
  },
  'en-US': {
    idle: ({ unit, day }) => ({
      subject: `Your access to ${unit} will be blocked on ${day}`,
      paragraphs: [
        `You have not signed in to ${unit} for some time. On ${day} your access will be blocked.`,
        'To keep it, sign in before that day.',
      ],
      action: 'Sign in',
      footer: `You received this e-mail because ${unit} blocks people who do not sign in for many days.`,
    }),
    block: ({ unit, day }) => ({
      subject: `Your access to ${unit} will be blocked on ${day}`,
      paragraphs: [
        `The administration of ${unit} set the blocking of your access for ${day}.`,
        'If you still need it, talk to your administrator.',
      ],
      action: 'Sign in',
      footer: `You received this e-mail because you have access to ${unit}.`,
    }),
    delete: ({ unit, day }) => ({
      subject: `Your account at ${unit} will be deleted on ${day}`,
      paragraphs: [
        `The administration of ${unit} set the deletion of your account for ${day}. What is yours alone will be erased.`,
        'If you still need access, talk to your administrator.',
      ],
      action: 'Sign in',
      footer: `You received this e-mail because you have access to ${unit}.`,
    }),
  },
  es: {
    idle: ({ unit, day }) => ({
      subject: `Su acceso a ${unit} se bloqueará el ${day}`,
      paragraphs: [
        `Hace tiempo que no entra en ${unit}. El ${day} se bloqueará su acceso.`,
        'Para conservarlo, basta con entrar antes de ese día.',
      ],
      action: 'Entrar',
      footer: `Ha recibido este correo porque ${unit} bloquea a quien pasa muchos días sin entrar.`,
    }),
    block: ({ unit, day }) => ({
      subject: `Su acceso a ${unit} se bloqueará el ${day}`,
      paragraphs: [
        `La administración de ${unit} fijó el bloqueo de su acceso para el ${day}.`,
        'Si todavía lo necesita, hable con quien administra la unidad.',
      ],
      action: 'Entrar',
      footer: `Ha recibido este correo porque tiene acceso a ${unit}.`,
    }),
    delete: ({ unit, day }) => ({
      subject: `Su cuenta en ${unit} se eliminará el ${day}`,
      paragraphs: [
        `La administración de ${unit} fijó la eliminación de su cuenta para el ${day}. Se borrará lo que es solo suyo.`,
        'Si todavía necesita el acceso, hable con quien administra la unidad.',
      ],
      action: 'Entrar',
      footer: `Ha recibido este correo porque tiene acceso a ${unit}.`,
    }),
  },
  'pt-PT': {
    idle: ({ unit, day }) => ({
      subject: `O seu acesso a ${unit} será bloqueado em ${day}`,
      paragraphs: [
        `Há algum tempo que não entra em ${unit}. Em ${day} o seu acesso será bloqueado.`,
        'Para o manter, basta entrar antes desse dia.',
      ],
      action: 'Entrar',
      footer: `Recebeu este e-mail porque ${unit} bloqueia quem passa muitos dias sem entrar.`,
    }),
    block: ({ unit, day }) => ({
      subject: `O seu acesso a ${unit} será bloqueado em ${day}`,
      paragraphs: [
        `A administração de ${unit} marcou o bloqueio do seu acesso para ${day}.`,
        'Se ainda precisa dele, fale com quem administra a unidade.',
      ],
      action: 'Entrar',
      footer: `Recebeu este e-mail porque tem acesso a ${unit}.`,
    }),
    delete: ({ unit, day }) => ({
      subject: `A sua conta em ${unit} será eliminada em ${day}`,
      paragraphs: [
        `A administração de ${unit} marcou a eliminação da sua conta para ${day}. O que é só seu será apagado.`,
        'Se ainda precisa do acesso, fale com quem administra a unidade.',
      ],
      action: 'Entrar',
      footer: `Recebeu este e-mail porque tem acesso a ${unit}.`,
    }),
  },
}
