import { randomUUID } from 'node:crypto'
import { languages, type Texts } from '#catalogue/languages.ts'
import { fail } from '#platform/contract/failure.ts'
import { useMailBudget } from '#platform/server/database/mail-budget.ts'
import { type Author, cleanText, type HtmlForm, withCleanBodies } from '#platform/server/html/cleaning.ts'
import { type Route, type WriteContext, handlePrepared, outside, rows } from '#platform/server/http/route.ts'
import { writeMail } from '#platform/server/mail/mail.ts'
import { resource } from '#platform/server/resource.ts'
import {
  checkTemplateHtml,
  maxHtml,
  notificationTemplate,
  previewTemplate,
  readDefaultTemplate,
  templateCalls,
  type TemplateType,
  templateTypeNames,
  templateTypes,
  testTemplate,
} from '../contract.ts'
import { builtInTexts, missingIn } from './rules.ts'
import { previewOf } from './commands.ts'
import { platformQuery } from './store.ts'

const {
  list,
  export: file,
  select,
  read,
  remove,
  records,
} = resource(notificationTemplate, templateCalls, { table: 'notification_templates' })

const form: HtmlForm = { pictures: true, max: maxHtml }

const prepare = withCleanBodies('body', form)

/** Refuses a text without a mandatory variable. */
function validateTexts(type: TemplateType, body: Texts): void {
  for (const language of languages) {
    const html = body[language]
    if (html !== null) validateVariables(type, html)
  }
}

function validateVariables(type: TemplateType, html: string): void {
  const what = missingIn(html, templateTypes[type].mandatory).map((name) => `{{${name}}}`)
  const code = 'notification_template.variable_missing'
  if (what.length > 0) fail(code, { fields: { body: code }, values: { what: what.join(', ') } })
}

const add = handlePrepared(templateCalls.add, prepare, async (context, fields) => {
  validateTexts(fields.type, fields.body)
  return { status: true as const, id: await records.add(context, fields) }
})

const update = handlePrepared(templateCalls.update, prepare, async (context, { type: sent, ...changed }) => {
  const { type: stored } = await records.find(context, changed.id)
  const type = sent ?? templateTypeNames.find((known) => known === stored) ?? fail('call.not_found')
  if (changed.body) validateTexts(type, changed.body)
  await records.change(context, { ...changed, ...(sent && { type: sent }) })
  return { status: true as const }
})

const readDefault = rows(
  readDefaultTemplate,
  ({ type }) => platformQuery(type),
  ([found], { actor }, { type }) => {
    const own = builtInTexts(type)
    const hasPlatforms = actor.tenantId !== null && found?.subject && found.body
    const { subject, body } = hasPlatforms ? { subject: found.subject as Texts, body: found.body as Texts } : own
    return { subject, body }
  },
)

type Draft = { type: TemplateType; language: 'pt-BR' | 'en-US' | 'es' | 'pt-PT'; subject: string; body: string }

const prepareDraft = async (author: Author, draft: Draft): Promise<Draft> => ({
  ...draft,
  body: await cleanText(author, draft.body, 'body', form),
})

function sampleMail({ db, actor }: WriteContext, { type, language, subject, body }: Draft) {
  validateVariables(type, body)
  return previewOf(db, actor, type, { subject, body, language })
}

const preview = handlePrepared(previewTemplate, prepareDraft, (context, draft) => sampleMail(context, draft))

const test = handlePrepared(testTemplate, prepareDraft, async (context, draft) => {
  const { db, actor, audit, enqueue } = context
  const { tenantId, partnerId, email } = actor
  const wait = (await useMailBudget(db, 'tests', email)) ?? (tenantId ? await useMailBudget(db, 'unitTests') : null)
  if (wait !== null) fail('mail.tests_spent', { retryAfter: wait })
  const mail = await sampleMail(context, draft)
  const mailContext = { db, enqueue, tenantId, partnerId }
  await writeMail(mailContext, {
    ...mail,
    to: { address: email, name: null },
    purpose: 'notification_template.tested',
    key: randomUUID(),
  })
  await audit({ target: { type: 'notification_template', id: null, name: draft.type } })
  return { status: true as const }
})

const check = outside(checkTemplateHtml, async (context, { html }) => ({
  html: await cleanText(context, html, 'html', form),
}))

export const routes: Route[] = [list, file, select, read, add, update, remove, readDefault, preview, test, check]
