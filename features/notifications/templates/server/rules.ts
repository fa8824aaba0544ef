// The texts of the product itself, and the filling of variables: pure functions, no I/O.
import { type Language, languages, type Texts } from '#catalogue/languages.ts'
import { textOf } from '#platform/server/html/clean.ts'
import { button, escaped } from '#platform/server/mail/layout.ts'
import enUS from '../../phrases/en-US.ts'
import es from '../../phrases/es.ts'
import ptBR from '../../phrases/pt-BR.ts'
import ptPT from '../../phrases/pt-PT.ts'
import type { NotificationType } from '../../contract.ts'
import type { TemplateType } from '../contract.ts'

/** Subject and paragraphs with variables, the label of the link, and why the person receives the mail. */
export type BuiltIn = { subject: string; paragraphs: string[]; action: string; footer: string }

const phrases = { 'pt-BR': ptBR, 'en-US': enUS, es, 'pt-PT': ptPT }

export const mailEnds: Record<Language, { open: string; footer: string; unsubscribe: string; picture: string }> = {
  'pt-BR': {
    open: 'Abrir no portal',
    footer: 'Você recebeu este e-mail porque o portal também avisa por e-mail.',
    unsubscribe: 'Não receber mais cópias por e-mail',
    picture: 'imagem no portal',
  },
  'en-US': {
    open: 'Open in the portal',
    footer: 'You received this e-mail because the portal also notifies by e-mail.',
    unsubscribe: 'Stop receiving copies by e-mail',
    picture: 'picture in the portal',
  },
  es: {
    open: 'Abrir en el portal',
    footer: 'Ha recibido este correo porque el portal también avisa por correo.',
    unsubscribe: 'Dejar de recibir copias por correo',
    picture: 'imagen en el portal',
  },
  'pt-PT': {
    open: 'Abrir no portal',
    footer: 'Recebeu este e-mail porque o portal também avisa por e-mail.',
    unsubscribe: 'Deixar de receber cópias por e-mail',
    picture: 'imagem no portal',
  },
}

const invitationWords: Record<Language, BuiltIn> = {
  'pt-BR': {
    subject: 'Seu acesso a {{unit}}',
    paragraphs: [
      'Você já pode entrar em {{unit}}. Falta só escolher a sua senha.',
      'O link vale por 7 dias e uma única vez. Depois, peça outro em “Esqueci a senha” ou a quem administra a unidade.',
    ],
    action: 'Escolher a senha',
    footer: 'Você recebeu este e-mail porque a administração de {{unit}} lhe deu acesso.',
  },
  'en-US': {
    subject: 'Your access to {{unit}}',
    paragraphs: [
      'You can now enter {{unit}}. All that is left is to choose your password.',
      'The link works once, for 7 days. After that, ask for another under “Forgot your password?” or from your administrator.',
    ],
    action: 'Choose a password',
    footer: 'You received this e-mail because the administration of {{unit}} gave you access.',
  },
  es: {
    subject: 'Su acceso a {{unit}}',
    paragraphs: [
      'Ya puede entrar en {{unit}}. Solo falta elegir su contraseña.',
      'El enlace vale 7 días y una sola vez. Después, pida otro en «¿Olvidó su contraseña?» o a quien administra la unidad.',
    ],
    action: 'Elegir la contraseña',
    footer: 'Ha recibido este correo porque la administración de {{unit}} le dio acceso.',
  },
  'pt-PT': {
    subject: 'O seu acesso a {{unit}}',
    paragraphs: [
      'Já pode entrar em {{unit}}. Falta apenas escolher a sua palavra-passe.',
      'A ligação é válida durante 7 dias e uma única vez. Depois, peça outra em “Esqueci-me da palavra-passe” ou a quem administra a unidade.',
    ],
    action: 'Escolher a palavra-passe',
    footer: 'Recebeu este e-mail porque a administração de {{unit}} lhe deu acesso.',
  },
}

const recoveryWords: Record<Language, BuiltIn> = {
  'pt-BR': {
    subject: 'Nova senha para {{unit}}',
    paragraphs: [
      'Alguém pediu uma nova senha para a sua conta em {{unit}}.',
      'O link vale por 60 minutos e uma única vez. Um pedido mais novo o substitui.',
    ],
    action: 'Escolher nova senha',
    footer: 'Se não foi você, ignore esta mensagem: a sua senha continua a mesma.',
  },
  'en-US': {
    subject: 'New password for {{unit}}',
    paragraphs: [
      'Somebody asked for a new password for your account at {{unit}}.',
      'The link works once, for 60 minutes. A newer request replaces it.',
    ],
    action: 'Choose a new password',
    footer: 'If it was not you, ignore this message: your password stays the same.',
  },
  es: {
    subject: 'Nueva contraseña para {{unit}}',
    paragraphs: [
      'Alguien pidió una nueva contraseña para su cuenta en {{unit}}.',
      'El enlace vale 60 minutos y una sola vez. Una solicitud más reciente lo sustituye.',
    ],
    action: 'Elegir nueva contraseña',
    footer: 'Si no fue usted, ignore este mensaje: su contraseña sigue siendo la misma.',
  },
  'pt-PT': {
    subject: 'Nova palavra-passe para {{unit}}',
    paragraphs: [
      'Alguém pediu uma nova palavra-passe para a sua conta em {{unit}}.',
      'A ligação é válida durante 60 minutos e uma única vez. Um pedido mais recente substitui-a.',
    ],
    action: 'Escolher nova palavra-passe',
    footer: 'Se não foi você, ignore esta mensagem: a sua palavra-passe continua a mesma.',
  },
}

/** `{{event}}` says what will happen, and what the person can do. */
const endingWords: Record<Language, BuiltIn> = {
  'pt-BR': {
    subject: 'Seu acesso a {{unit}} termina em {{day}}',
    paragraphs: ['{{event}}'],
    action: 'Entrar',
    footer: 'Você recebeu este e-mail porque tem acesso a {{unit}}.',
  },
  'en-US': {
    subject: 'Your access to {{unit}} ends on {{day}}',
    paragraphs: ['{{event}}'],
    action: 'Sign in',
    footer: 'You received this e-mail because you have access to {{unit}}.',
  },
  es: {
    subject: 'Su acceso a {{unit}} termina el {{day}}',
    paragraphs: ['{{event}}'],
    action: 'Entrar',
    footer: 'Ha recibido este correo porque tiene acceso a {{unit}}.',
  },
  'pt-PT': {
    subject: 'O seu acesso a {{unit}} termina em {{day}}',
    paragraphs: ['{{event}}'],
    action: 'Entrar',
    footer: 'Recebeu este e-mail porque tem acesso a {{unit}}.',
  },
}

/** The template of a notification's mail; null: it has none, and the sentence of the portal is the mail. */
export function templateOf(type: NotificationType): TemplateType | null {
  if (type === 'message' || type === 'changelog_sent' || type === 'terms_changed' || type === 'comment_mentioned')
    return null
  return type === 'user_blocked_soon' || type === 'user_deleted_soon' ? 'user_ending' : type
}

/** The sentence of a notification, with its variables. */
export function sentenceOf(
  type: Exclude<NotificationType, 'message'>,
  language: Language,
): { title: string; text: string } {
  return phrases[language].type[type]
}

export function builtIn(type: TemplateType, language: Language): BuiltIn {
  if (type === 'user_registered') return invitationWords[language]
  if (type === 'password_recovery') return recoveryWords[language]
  if (type === 'user_ending') return endingWords[language]
  const { open: action, footer } = mailEnds[language]
  const { title, text } = sentenceOf(type, language)
  return { subject: title, paragraphs: [text], action, footer }
}

/** The product's own text as a template, in all languages. */
export function builtInTexts(type: TemplateType): { subject: Texts; body: Texts } {
  const each = (textIn: (words: BuiltIn) => string) =>
    Object.fromEntries(languages.map((language) => [language, textIn(builtIn(type, language))])) as Texts
  return {
    subject: each(({ subject }) => subject),
    body: each(({ paragraphs }) => [...paragraphs, '{{link}}'].map((paragraph) => `<p>${paragraph}</p>`).join('')),
  }
}

export type Values = Readonly<Record<string, string>>
export type Link = { label: string; url: string }

const variable = /\{\{(\w{1,30})\}\}/g

/** An unknown variable is empty, also `{{constructor}}`. */
const valueIn = (values: Values, name: string): string => (Object.hasOwn(values, name) ? (values[name] ?? '') : '')

/** Fills the variables of a text. */
export const filledText = (template: string, values: Values): string =>
  template.replace(variable, (_, name: string) => valueIn(values, name))

/** A subject is one line of at most 200 characters. */
export const filledLine = (template: string, values: Values): string =>
  filledText(template, values)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200)

/** `{{link}}` becomes a button; every other value is text. A template without it gets no button. */
export function filledBody(template: string, values: Values, link: Link | null, colour: string) {
  const html = template
    .replace(/<p>\s*\{\{link\}\}\s*<\/p>|\{\{link\}\}/g, () => (link ? button(link, colour) : ''))
    .replace(variable, (_, name: string) => escaped(valueIn(values, name)).replaceAll('\n', '<br>'))
  const text = textOf(template)
    .replaceAll('{{link}}', () => (link ? `${link.label}: ${link.url}` : ''))
    .replace(variable, (_, name: string) => valueIn(values, name))
  return { html, text: text.trim() || filledLine(template.replace(/<[^>]*>/g, ' '), values) || ' ' }
}

/** Mandatory variables that a text does not have. */
export const missingIn = (body: string, mandatory: readonly string[]): string[] =>
  mandatory.filter((name) => !body.includes(`{{${name}}}`))
