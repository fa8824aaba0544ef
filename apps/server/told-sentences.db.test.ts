// The refusals of the server about notifications, templates, broadcasts, survey, user terms, questions and updates. A call causes each in
// four languages. Browser tests and journeys reach the sentences of the pages.
import { beforeAll, describe, expect, it } from 'vitest'
import { languages } from '#catalogue/languages.ts'
import enUS from '#catalogue/phrases/errors/en-US.ts'
import es from '#catalogue/phrases/errors/es.ts'
import ptBR from '#catalogue/phrases/errors/pt-BR.ts'
import ptPT from '#catalogue/phrases/errors/pt-PT.ts'
import { generalPhrases } from '#catalogue/phrases/general.ts'
import faqBr from '#features/messaging/faq/phrases/pt-BR.ts'
import faqEn from '#features/messaging/faq/phrases/en-US.ts'
import faqEs from '#features/messaging/faq/phrases/es.ts'
import faqPt from '#features/messaging/faq/phrases/pt-PT.ts'
import surveyBr from '#features/messaging/survey/phrases/pt-BR.ts'
import surveyEn from '#features/messaging/survey/phrases/en-US.ts'
import surveyEs from '#features/messaging/survey/phrases/es.ts'
import surveyPt from '#features/messaging/survey/phrases/pt-PT.ts'
import termsBr from '#features/organisation/user-terms/phrases/pt-BR.ts'
import termsEn from '#features/organisation/user-terms/phrases/en-US.ts'
import termsEs from '#features/organisation/user-terms/phrases/es.ts'
import termsPt from '#features/organisation/user-terms/phrases/pt-PT.ts'
import changelogBr from '#features/messaging/changelog/phrases/pt-BR.ts'
import changelogEn from '#features/messaging/changelog/phrases/en-US.ts'
import changelogEs from '#features/messaging/changelog/phrases/es.ts'
import changelogPt from '#features/messaging/changelog/phrases/pt-PT.ts'
import notificationsBr from '#features/messaging/messages/phrases/pt-BR.ts'
import notificationsEn from '#features/messaging/messages/phrases/en-US.ts'
import notificationsEs from '#features/messaging/messages/phrases/es.ts'
import notificationsPt from '#features/messaging/messages/phrases/pt-PT.ts'
import { templateTypeNames } from '#features/messaging/templates/contract.ts'
import { testPortal } from '#testing/portal.ts'
import { people, type PersonName, tenants } from '#testing/world.ts'

const portal = testPortal()
const sentences = { 'pt-BR': ptBR, 'en-US': enUS, es, 'pt-PT': ptPT }
const texts = (text: string) => ({ 'pt-BR': text, 'en-US': null, es: null, 'pt-PT': null })

const template = { type: 'password_recovery', subject: texts('Senha'), body: texts('<p>{{link}}</p>') }
const message = {
  title: texts('Aviso'),
  body: texts('<p>Olá</p>'),
  target: 'everybody',
  group_ids: [],
  user_ids: [],
  login_notice: 'N',
  starts_on: null,
  ends_on: null,
}
const broadcast = { name: 'Aviso', message: texts('<p>Olá</p>'), starts_on: '2099-01-02', ends_on: null }

type Code = keyof typeof ptBR
type Refused = { code: Code; path: string; body: object; what?: string; who?: PersonName }

const html = (code: Code, text: string, what?: string): Refused => ({
  code,
  path: 'notifications/messages/html/check',
  body: { html: text },
  ...(what !== undefined && { what }),
})

const refusals: Refused[] = [
  html('html.script', '<p>a</p><script>x()</script>', '<script>'),
  html('html.external_css', '<p>a</p><link rel="stylesheet" href="https://example.com/a.css">', '<link>'),
  html('html.page_style', '<body style="color: red"><p>a</p></body>', '<body style>'),
  html('html.element', '<p>a</p><iframe src="https://example.com/"></iframe>', '<iframe>'),
  html('html.image', '<p>a</p><img src="https://example.com/a.gif">', 'https://example.com/a.gif'),
  {
    code: 'html.no_images',
    path: 'faq/entries/html/check',
    body: { html: '<p>a</p><img src="https://example.com/a.png">' },
  },
  { code: 'notification_template.taken', path: 'notifications/templates/add', body: template },
  {
    code: 'notification_template.variable_missing',
    path: 'notifications/templates/add',
    body: { ...template, body: texts('<p>Olá</p>') },
    what: '{{link}}',
  },
  {
    code: 'notification.day_past',
    path: 'notifications/messages/add',
    body: { ...message, starts_on: '2020-01-01' },
  },
  {
    code: 'notification.days_reversed',
    path: 'notifications/messages/add',
    body: { ...message, starts_on: '2099-01-02', ends_on: '2099-01-01' },
  },
  {
    code: 'notification.without_addressee',
    path: 'notifications/messages/add',
    body: { ...message, target: 'chosen' },
  },
  {
    code: 'broadcast.day_past',
    path: 'broadcasts/add',
    body: { ...broadcast, starts_on: '2020-01-01' },
    who: 'platform',
  },
  {
    code: 'broadcast.days_swapped',
    path: 'broadcasts/add',
    body: { ...broadcast, ends_on: '2099-01-01' },
    who: 'platform',
  },
  { code: 'notification.own_groups_only', path: 'notifications/messages/add', body: message, who: 'userOfNorte' },
  {
    code: 'access.functionality_refused',
    path: 'users/send/questionario/perfil',
    body: { user_id: people.adminOfNorte.id, perfil_usuario: 'gerente' },
    who: 'userOfNorte',
  },
  // A term that does not exist.
  { code: 'call.not_found', path: 'user_terms/accept', body: { id: people.adminOfSul.id, version: 1 } },
]

beforeAll(async () => {
  const { status } = await portal
    .as('adminOfNorte')
    .send({ method: 'POST', url: '/api/auth/notifications/templates/add', body: template })
  if (status !== 200) throw new Error('the template is the first of its type')
  await portal.platform((db) =>
    db
      .updateTable('memberships')
      .set({ toggles: ['create_notifications'] })
      .where('tenant_id', '=', tenants.norte.id)
      .where('user_id', '=', people.userOfNorte.id)
      .execute(),
  )
})

/** All sentences of an answer: its message, and those at its fields. */
const said = ({ message: whole, errors }: Record<string, unknown>) => [whole, ...Object.values(errors ?? {})]

describe.each(languages)('in %s', (language) => {
  it.each(refusals)('$path refuses by $code', async ({ code, path, body, what, who = 'adminOfNorte' }) => {
    const { status, raw } = await portal
      .as(who)
      .send({ method: 'POST', url: `/api/auth/${path}`, body, headers: { lang: language } })
    const sentence: string = sentences[language][code]
    expect(status).toBeGreaterThanOrEqual(400)
    expect(said(raw)).toContain(sentence.replace('{{what}}', what ?? ''))
  })
})

it('every language has a sentence of its own for each refusal', () => {
  for (const { code } of refusals) {
    const all = languages.map((language) => sentences[language][code])
    expect(
      all.every((sentence) => sentence.length > 10),
      code,
    ).toBe(true)
    // Portuguese of Brazil and of Portugal may agree; English and Spanish never do.
    expect(new Set([sentences['pt-BR'][code], sentences['en-US'][code], sentences.es[code]]).size, code).toBe(3)
  }
})

const words = {
  'pt-BR': { faq: faqBr, survey: surveyBr, terms: termsBr, changelog: changelogBr, notifications: notificationsBr },
  'en-US': { faq: faqEn, survey: surveyEn, terms: termsEn, changelog: changelogEn, notifications: notificationsEn },
  es: { faq: faqEs, survey: surveyEs, terms: termsEs, changelog: changelogEs, notifications: notificationsEs },
  'pt-PT': { faq: faqPt, survey: surveyPt, terms: termsPt, changelog: changelogPt, notifications: notificationsPt },
}

const faqEntry = { question: texts('Como entro?'), answer: texts('<p>Com o e-mail.</p>') }
const term = (title: string) => ({
  title: texts(title),
  body: texts('<p>Sigilo</p>'),
  condition: 'mandatory',
  place: 'after_login',
  report_id: null,
  active: 'S',
})
const entry = {
  title: texts('Filtros'),
  body: texts('Novos.'),
  kind: 'improvement',
  day: '2026-03-01',
  sent: 'N',
}

const add = async (who: PersonName, path: string, body: object) => {
  const { status, raw } = await portal.as(who).send({ method: 'POST', url: `/api/auth/${path}`, body })
  if (status !== 200) throw new Error(`${path}: ${JSON.stringify(raw)}`)
  return raw
}

beforeAll(async () => {
  await add('adminOfNorte', 'faq/entries/add', faqEntry)
  await add('adminOfNorte', 'user_terms/add', { ...term('Uso'), place: 'registration' })
  await add('platform', 'changelog/add', entry)
})

describe.each(languages)('fields in %s', (language) => {
  const { faq, survey, terms, changelog, notifications } = words[language]
  const { required, invalid } = generalPhrases[language].field
  const named = (sentence: string, name: string) => sentence.replace('{{name}}', name)
  const position = (perfil_usuario: string) => ({ user_id: people.userOfNorte.id, perfil_usuario })

  const faults: [path: string, who: PersonName, body: object, field: string, sentence: string][] = [
    [
      'users/send/questionario/perfil',
      'userOfNorte',
      position('  '),
      'perfil_usuario',
      named(required, survey.field.perfil_usuario),
    ],
    [
      'users/send/questionario/perfil',
      'userOfNorte',
      position('x'.repeat(81)),
      'perfil_usuario',
      named(invalid, survey.field.perfil_usuario),
    ],
    [
      'notifications/messages/add',
      'adminOfNorte',
      { ...message, title: texts('') },
      'title',
      named(required, notifications.field.title),
    ],
    [
      'faq/entries/add',
      'adminOfNorte',
      { ...faqEntry, question: texts(' ') },
      'question',
      named(required, faq.field.question),
    ],
    ['faq/entries/add', 'adminOfNorte', faqEntry, 'question', faq.taken],
    ['user_terms/add', 'adminOfNorte', { ...term(' ') }, 'title', named(required, terms.field.title)],
    ['user_terms/add', 'adminOfNorte', term('Uso'), 'title', terms.taken],
    ['changelog/add', 'platform', entry, 'title', changelog.taken],
  ]
  it.each(faults)('%s as %s says at its field what is wrong', async (path, who, body, field, sentence) => {
    const headers = { lang: language }
    const { status, raw } = await portal.as(who).send({ method: 'POST', url: `/api/auth/${path}`, body, headers })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(raw['errors']).toEqual({ [field]: sentence })
  })

  it('a link that ends copies by e-mail, and was changed', async () => {
    const { status, raw } = await portal.as({ token: null, host: people.userOfNorte.host }).send({
      method: 'POST',
      url: '/api/notifications/unsubscribe',
      body: { token: `${'a'.repeat(43)}.${'b'.repeat(43)}` },
      headers: { lang: language },
    })
    expect([status, raw['message']]).toEqual([401, sentences[language]['sign_in.link_spent']])
  })

  it('settings of notifications are saved', async () => {
    const asAdmin = portal.as('adminOfNorte')
    const { raw: before } = await asAdmin.send({ method: 'GET', url: '/api/auth/config/getConfig' })
    const { status, raw } = await asAdmin.send({
      method: 'POST',
      url: '/api/auth/config/update',
      body: {
        version: before['version'],
        send_email_notification: before['send_email_notification'] === 'S' ? 'N' : 'S',
      },
      headers: { lang: language },
    })
    expect([status, raw['message']]).toEqual([200, generalPhrases[language].toast.done])
  })

  it.each(templateTypeNames)('the mail %s has a text of the product', async (type) => {
    const { status, raw } = await portal
      .as('adminOfNorte')
      .send({ method: 'GET', url: `/api/auth/notifications/templates/default?type=${type}` })
    const { subject, body } = raw as Record<string, Record<string, string>>
    expect(status).toBe(200)
    expect(body?.[language]).toMatch(/<p>\S/)
    // Only the text of a person, and of a task, is the same in every language.
    const isSame = type === 'written_message' || type === 'task_fired'
    expect(new Set([subject?.['pt-BR'], subject?.['en-US'], subject?.['es']]).size).toBe(isSame ? 1 : 3)
  })
})

it('mandatory terms stop the people of a unit, and say so in four languages', async () => {
  const { id } = await add('adminOfSul', 'user_terms/add', term('Sigilo'))
  await add('adminOfSul', 'user_terms/publish', { id, version: 1 })
  for (const language of languages) {
    const { status, raw } = await portal
      .as('userOfSul')
      .send({ method: 'GET', url: '/api/auth/home/shelves', headers: { lang: language } })
    expect([status, raw['status'], raw['message']]).toEqual([
      403,
      'terms_due',
      sentences[language]['session.terms_due'],
    ])
  }
})
