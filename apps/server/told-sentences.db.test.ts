// The sentences with which the portal refuses what people write to each other: each is reached by a call, in four languages.
import { beforeAll, describe, expect, it } from 'vitest'
import { languages } from '#catalogue/languages.ts'
import enUS from '#catalogue/phrases/errors/en-US.ts'
import es from '#catalogue/phrases/errors/es.ts'
import ptBR from '#catalogue/phrases/errors/pt-BR.ts'
import ptPT from '#catalogue/phrases/errors/pt-PT.ts'
import { testPortal } from '#testing/portal.ts'
import type { PersonName } from '#testing/world.ts'

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
]

beforeAll(async () => {
  const { status } = await portal
    .as('adminOfNorte')
    .send({ method: 'POST', url: '/api/auth/notifications/templates/add', body: template })
  if (status !== 200) throw new Error('the template is the first of its type')
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
