// Builds a mail from its template, in the language of its recipient and the theme of the business unit. Stores nothing.
import { inLanguage, type Language, type Texts } from '#catalogue/languages.ts'
import { brandOf } from '#features/organisation/themes/server/queries.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { type Brand, layOut, productColour } from '#platform/server/mail/layout.ts'
import type { BuiltIn } from './built-in-mails.ts'
import { samplesIn } from './sample-values.ts'
import type { TemplateType } from '../contract.ts'
import { builtIn, type Content, filledBody, filledLine, filledText, type Values } from './rules.ts'
import * as store from './store.ts'

export { filledText, sentenceOf, templateOf } from './rules.ts'

type TemplateOwner = { tenantId: string | null; partnerId: string | null }

/** The data that all mails of one type in one business unit share, read once for many recipients. */
export type MailSource = { type: TemplateType; texts: store.TemplateTexts | undefined; brand: Brand; unit: string }

export async function mailSource(db: Database, type: TemplateType, owner: TemplateOwner): Promise<MailSource> {
  return {
    type,
    texts: await store.textsOf(db, type, owner.tenantId),
    brand: await brandOf(db, owner),
    unit: await store.unitName(db, owner.tenantId),
  }
}

export type Addressed = {
  language: Language
  /** The values of the variables, without `unit`, which the source has. */
  values: Values
  url: string | null
  unsubscribe?: { label: string; url: string }
  /** The link that pauses the messages of the subject. */
  pause?: { label: string; url: string } | undefined
  /** The text that a person wrote: cleaned HTML without pictures, and the same as plain text. */
  content?: Content
  /** How a reply becomes an answer (platform/server/mail/layout.ts). */
  reply?: { line: string; mark: string } | undefined
}

/** Returns subject, text and HTML for one recipient. */
export function mailFrom(source: MailSource, { language, values, url, unsubscribe, content, reply, pause }: Addressed) {
  const { type, texts, brand, unit } = source
  const own = builtIn(type, language)
  const filled = { unit, ...values }
  const footer = filledLine(own.footer, filled)
  const link = url === null ? null : { label: own.action, url }
  if (texts === undefined) {
    const subject = filledLine(own.subject, filled)
    const paragraphs = own.paragraphs.map((paragraph) => filledText(paragraph, filled).trim()).filter(Boolean)
    const more = { ...(link && { action: link }), ...(content && { content }), brand, unsubscribe, reply, pause }
    return { subject, ...layOut({ language, title: subject, paragraphs, footer, ...more }) }
  }
  return fromTexts({ ...texts, own, language, filled, link, brand, footer, unsubscribe, content, reply, pause })
}

type MailParts = store.TemplateTexts & {
  own: BuiltIn
  content?: Content | undefined
  language: Language
  filled: Values
  link: { label: string; url: string } | null
  brand: Brand
  footer: string
  unsubscribe?: { label: string; url: string } | undefined
  reply?: { line: string; mark: string } | undefined
  pause?: { label: string; url: string } | undefined
}

function fromTexts({ subject: subjects, body, filled, brand, ...mailParts }: MailParts) {
  const { own, language, link, content: bodyContent, footer, unsubscribe, reply, pause } = mailParts
  // A subject that consists of variables may be empty for one recipient, and a mail without a subject is not sent.
  const subject = filledLine(inLanguage(subjects, language), filled) || filledLine(own.subject, filled) || brand.name
  const parts = { link, content: bodyContent, colour: brand.colour ?? productColour }
  const content = filledBody(inLanguage(body, language), filled, parts)
  return {
    subject,
    ...layOut({ language, title: subject, paragraphs: [], content, footer, brand, unsubscribe, reply, pause }),
  }
}

/** Returns a mail with an unsaved text and sample values, for a preview. */
export async function previewOf(
  db: Database,
  owner: TemplateOwner,
  type: TemplateType,
  { subject, body, language }: { subject: string; body: string; language: Language },
) {
  const values = { ...samplesIn(language), unit: await store.unitName(db, owner.tenantId) }
  const { content } = values
  const own = builtIn(type, language)
  const texts = (text: string): Texts => ({ 'pt-BR': text, 'en-US': text, es: text, 'pt-PT': text })
  return fromTexts({
    subject: texts(subject),
    body: texts(body),
    own,
    content: { html: `<p>${content}</p>`, text: content },
    language,
    filled: values,
    link: { label: own.action, url: 'https://example.com/' },
    brand: await brandOf(db, owner),
    footer: filledLine(own.footer, values),
  })
}
