import type { Language } from '#catalogue/languages.ts'
import { mailStates } from '../contract.ts'

export const stateOf = (value: string) => mailStates.find((state) => state === value) ?? 'failed'

/** A person may send such a mail again. One in doubt then possibly arrives twice. */
export const isOver = (state: string) => state === 'failed' || state === 'in_doubt'

type TestMail = { subject: string; paragraphs: string[]; footer: string }

/** The text of the test mail in each language. */
export const testMails: Record<Language, TestMail> = {
  'pt-BR': {
    subject: 'E-mail de teste do portal',
    paragraphs: ['Olá.', 'Se você está lendo esta mensagem, os e-mails do portal chegam até você.'],
    footer: 'Você recebeu este e-mail porque pediu um teste na tela de e-mails do portal.',
  },
  'en-US': {
    subject: 'Test e-mail from the portal',
    paragraphs: ['Hello.', 'If you can read this, e-mails from the portal reach you.'],
    footer: 'You received this e-mail because you asked for a test on the portal’s e-mail page.',
  },
  es: {
    subject: 'Correo de prueba del portal',
    paragraphs: ['Hola:', 'Si está leyendo este mensaje, los correos del portal le llegan bien.'],
    footer: 'Ha recibido este correo porque pidió una prueba en la página de correos del portal.',
  },
  'pt-PT': {
    subject: 'Mensagem de teste do portal',
    paragraphs: ['Olá.', 'Se está a ler esta mensagem, os e-mails do portal chegam até si.'],
    footer: 'Recebeu este e-mail porque pediu um teste na página de e-mails do portal.',
  },
}
