// Decisions about templates: the built-in texts and the filling of variables. Pure functions, no I/O.
import { type Language, languages, type Texts } from '#catalogue/languages.ts'
import { textOf } from '#platform/server/html/clean.ts'
import { button, escaped } from '#platform/server/mail/layout.ts'
import { type BuiltIn, mailEnds, builtInMail } from './built-in-mails.ts'
import enUS from '#features/messaging/notifications/phrases/en-US.ts'
import es from '#features/messaging/notifications/phrases/es.ts'
import ptBR from '#features/messaging/notifications/phrases/pt-BR.ts'
import ptPT from '#features/messaging/notifications/phrases/pt-PT.ts'
import { type NotificationType, notificationTypes } from '#features/messaging/notifications/contract.ts'
import { type TemplateType, templateTypes } from '../contract.ts'

const phrases = { 'pt-BR': ptBR, 'en-US': enUS, es, 'pt-PT': ptPT }

/** Returns the template of the mail of a notification type. */
export function templateOf(type: NotificationType): TemplateType {
  if (type === 'message') return 'written_message'
  return type === 'user_blocked_soon' || type === 'user_deleted_soon' ? 'user_ending' : type
}

/** Returns the sentence of a notification, with its variables. */
export function sentenceOf(
  type: Exclude<NotificationType, 'message'>,
  language: Language,
): { title: string; text: string } {
  return phrases[language].type[type]
}

export function builtIn(type: TemplateType, language: Language): BuiltIn {
  const own = builtInMail(type, language)
  if (own) return own
  const { open: action, footer } = mailEnds[language]
  const sentence = (Object.keys(notificationTypes) as NotificationType[]).find((known) => known === type)
  if (sentence === undefined || sentence === 'message') throw new Error(`${type} has neither words nor a sentence`)
  const { title, text } = sentenceOf(sentence, language)
  return { subject: title, paragraphs: [text], action, footer }
}

/** A mail to somebody who does not use the portal has no link. */
const hasLink = (type: TemplateType) => (templateTypes[type].variables as readonly string[]).includes('link')

/** Returns the built-in text of a type as a template, in all languages. */
export function builtInTexts(type: TemplateType): { subject: Texts; body: Texts } {
  const each = (textIn: (mail: BuiltIn) => string) =>
    Object.fromEntries(languages.map((language) => [language, textIn(builtIn(type, language))])) as Texts
  return {
    subject: each(({ subject }) => subject),
    body: each(({ paragraphs }) =>
      [...paragraphs, ...(hasLink(type) ? ['{{link}}'] : [])].map((paragraph) => `<p>${paragraph}</p>`).join(''),
    ),
  }
}

export type Values = Readonly<Record<string, string>>
export type Link = { label: string; url: string }

const variable = /\{\{(\w{1,30})\}\}/g

/** Returns the value of a variable. An unknown variable is empty, also `{{constructor}}`, which every object inherits. */
const valueIn = (values: Values, name: string): string => (Object.hasOwn(values, name) ? (values[name] ?? '') : '')

/** Fills the variables of a text. */
export const filledText = (template: string, values: Values): string =>
  template.replace(variable, (_, name: string) => valueIn(values, name))

/** Half of a character that consists of two code units, such as an emoji. A mail with such a subject cannot be written. */
const halfAtEnd = /[\uD800-\uDBFF]$/

/** Fills the variables of a subject, which is one line of at most 200 characters. */
export const filledLine = (template: string, values: Values): string =>
  filledText(template, values)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .replace(halfAtEnd, '')

/** A text as cleaned HTML and as plain text. */
export type Content = { html: string; text: string }

type Parts = { link: Link | null; content?: Content | undefined; colour: string }

/**
 * A pattern of the places in a template: a paragraph that contains only the link or the text of a person, a tag with its attributes, or a
 * variable.
 */
const fillablePattern = /<p>\s*\{\{(link|content)\}\}\s*<\/p>|(<[^>]*>)|\{\{(\w{1,30})\}\}/g

/** A link in cleaned HTML: its address and its label. */
const linkPattern = /<a\s(?:[^>]*\s)?href="([^"]*)"[^>]*>(.*?)<\/a>/gs

/** Writes the address of each link behind its label, because plain text has no other way to the address. */
const withAddresses = (template: string, link: Link | null) =>
  template.replace(linkPattern, (_, href: string, label: string) => {
    // The text is filled later, and must not find a variable in the address.
    const url = escaped(link?.url ?? '').replaceAll('{', '%7B')
    const address = href.replace(variable, (__, name: string) => (name === 'link' ? url : ''))
    return address === '' || label.trim() === address ? label : `${label} (${address})`
  })

/**
 * Fills the body of a template. `{{link}}` becomes a button and `{{content}}` the text of a person; every other value is text. A template
 * without a link gets no button. The template is read once, so that a variable inside a value is not filled. In an attribute only the URL
 * of the link is filled, because another value could end the attribute.
 */
export function filledBody(template: string, values: Values, { link, content, colour }: Parts) {
  const html = template.replace(fillablePattern, (_, alone?: string, tag?: string, inside?: string) => {
    if (tag !== undefined)
      return tag.replace(variable, (_all, name) => (name === 'link' ? escaped(link?.url ?? '') : ''))
    const name = alone ?? inside ?? ''
    if (name === 'link') return link ? button(link, colour) : ''
    if (name === 'content' && content) return content.html
    return escaped(valueIn(values, name)).replaceAll('\n', '<br>')
  })
  const text = textOf(withAddresses(template, link)).replace(variable, (_, name: string) => {
    if (name === 'link') return link ? `${link.label}: ${link.url}` : ''
    return name === 'content' && content ? content.text : valueIn(values, name)
  })
  return { html, text: text.trim() || filledLine(template.replace(/<[^>]*>/g, ' '), values) || ' ' }
}

/** Returns the mandatory variables that a text lacks. A variable in an attribute does not count, except the link. */
export function missingIn(body: string, mandatory: readonly string[]): string[] {
  const text = body.replace(/<[^>]*>/g, ' ')
  return mandatory.filter((name) => !(name === 'link' ? body : text).includes(`{{${name}}}`))
}
