import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { call, redirectAnswer, scimAnswer } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { bind, type Binding } from './bind.ts'
import { pageErrorHandler, scimErrorHandler } from './errors.ts'
import { bodyConstraint } from './http-form.ts'
import { openApi } from './openapi.ts'
import { open, type Route } from './route.ts'

const outside = { access: 'anyone', does: 'outside', audit: null } as const
const input = z.object({ token: z.string() })

const asJson = call({ ...outside, method: 'POST', path: 'saml/callback', summary: 'JSON.', input, answers: input })
const asForm = call({
  ...outside,
  method: 'POST',
  path: 'saml/callback',
  summary: 'Form.',
  http: { takes: 'form', gives: 'redirect', crossOrigin: true, refusedTo: '/redirect' },
  input: z.object({ SAMLResponse: z.string() }),
  answers: redirectAnswer,
})
const metadata = call({
  ...outside,
  method: 'GET',
  path: 'saml/metadata/:id',
  summary: 'Metadata.',
  http: { gives: 'xml' },
  input: z.object({ id: z.string() }),
  answers: z.string(),
})
const patch = call({
  ...outside,
  method: 'PATCH',
  path: '/scim/v2/Users/:id',
  summary: 'Patches.',
  http: { takes: 'scim', gives: 'scim' },
  input: z.object({ id: z.string(), active: z.boolean() }),
  answers: scimAnswer(z.unknown()),
})

const routes: Route[] = [
  open(asJson, (_, { token }) => ({ token })),
  open(asForm, ({ cookies }, { SAMLResponse }) => {
    if (SAMLResponse === 'often') fail('call.throttled', { retryAfter: 60 })
    cookies.set('saml', 'bound', { path: '/api/saml', seconds: 300 })
    return { location: `/redirect?token=${SAMLResponse}` }
  }),
  open(metadata, (_, { id }) => `<md id="${id}"/>`),
  open(patch, (_, { id, active }) => ({ http: 200, resource: null, body: { id, active } })),
]

async function server() {
  const words = { sentenceOf: (code: string) => code, labelOf: (field: string) => field }
  const app = Fastify({ routerOptions: { constraints: { body: bodyConstraint } } })
  await app.register(cookie)
  const pageErrors = (page: string) => pageErrorHandler({}, page)
  const binding = { gate: {}, clock: {}, scimErrors: scimErrorHandler({}, words), pageErrors } as unknown as Binding
  for (const route of routes) bind(app, route, binding)
  return app
}

const form = (url: string, payload: string) => ({
  method: 'POST' as const,
  url,
  payload,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

test('a form and a JSON call share a path; the media type of the body chooses', async () => {
  const app = await server()
  const json = await app.inject({ method: 'POST', url: '/api/saml/callback', payload: { token: 'a' } })
  expect([json.statusCode, json.json()]).toEqual([200, { token: 'a' }])
  const posted = await app.inject(form('/api/saml/callback', 'SAMLResponse=b%2B&SAMLResponse=c'))
  expect([posted.statusCode, posted.headers.location]).toEqual([303, '/redirect?token=b+'])
  expect(posted.headers['set-cookie']).toBe('saml=bound; Max-Age=300; Path=/api/saml; HttpOnly; Secure; SameSite=None')
})

test('a form that is refused leads to its page, never to JSON', async () => {
  const app = await server()
  // Each field costs time, and the form would be valid.
  const manyFields = `SAMLResponse=b&${'a&'.repeat(60)}`
  for (const body of ['RelayState=x', '', manyFields, `SAMLResponse=${'x'.repeat(3_000_000)}`]) {
    const refused = await app.inject(form('/api/saml/callback', body))
    const status = body.length > 2_000_000 ? 'too_large' : 'invalid'
    expect([refused.statusCode, refused.headers.location]).toEqual([303, `/redirect?status=${status}`])
  }
})

test('a form that is refused by a limit says when to come again', async () => {
  const app = await server()
  const refused = await app.inject(form('/api/saml/callback', 'SAMLResponse=often'))
  expect([refused.statusCode, refused.headers.location]).toEqual([303, '/redirect?status=throttled'])
  expect(refused.headers['retry-after']).toBe('60')
})

test('A10: a call without the form option refuses a form', async () => {
  const app = await server()
  const refused = await app.inject(form('/api/saml/metadata/1', 'a=1'))
  expect(refused.statusCode).toBe(404)
  const other = await app.inject({ ...form('/scim/v2/Users/1', 'a=1'), method: 'PATCH' })
  expect(other.statusCode).toBe(415)
})

test('a part of the path is a field, also against a field of the same name in the body', async () => {
  const app = await server()
  expect((await app.inject({ method: 'GET', url: '/api/saml/metadata/7?id=8' })).body).toBe('<md id="7"/>')
  const headers = { 'content-type': 'application/scim+json' }
  const sent = { method: 'PATCH' as const, url: '/scim/v2/Users/7', headers }
  const patched = await app.inject({ ...sent, payload: '{"id":"8","active":false}' })
  expect([patched.headers['content-type'], patched.json()]).toEqual([
    'application/scim+json; charset=utf-8',
    { id: '7', active: false },
  ])
  const faulty = await app.inject({ ...sent, payload: '{"active":3}' })
  expect([faulty.statusCode, faulty.json()]).toEqual([
    400,
    {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '400',
      scimType: 'invalidSyntax',
      detail: 'call.invalid',
    },
  ])
})

test('OpenAPI shows the media types, and both bodies of a shared path', async () => {
  const { paths } = (await openApi([{ feature: 'saml', routes }], '1')) as {
    paths: Record<string, Record<string, unknown>>
  }
  const bodiesOf = (made: unknown) => Object.keys((made as { requestBody: { content: object } }).requestBody.content)
  expect(bodiesOf(paths['/api/saml/callback']?.['post'])).toEqual([
    'application/json',
    'application/x-www-form-urlencoded',
  ])
  expect(bodiesOf(paths['/scim/v2/Users/{id}']?.['patch'])).toEqual(['application/scim+json'])
})
