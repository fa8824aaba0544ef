// Every refusal of a field names it: “State is required!”, and not “status is required!”. So each input field of each call has a label
// in four languages, except fields that no person fills in.
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { languages } from '#catalogue/languages.ts'
import type { Call } from '#platform/contract/call.ts'
import { featureRoutes } from './features.ts'
import { sharedLabels } from './labels.ts'
import { phraseOf } from './phrases.ts'

/** Fields that a person never fills in, by the reason for it. */
const withoutLabel: Record<string, readonly string[]> = {
  'the record of the screen, which its address or its row names': [
    'id', 'ids', 'version', 'path', 'item_id', 'view_id', 'domain_id', 'service_dashboard_id',
  ],
  'the list’s own buttons: pages, order, columns, and which list it is': [
    'page', 'size', 'sort', 'order', 'before', 'list', 'layout', 'views', 'for', 'app',
  ],
  'a button that sends one fixed value': ['confirm', 'read', 'rotate', 'month', 'hint', 'wakes', 'edit'],
  'measured or remembered by the browser': [
    'active', 'auth', 'device', 'endpoint', 'p256dh', 'event', 'load_ms', 'origem', 'redirect', 'render_ms', 'rota', 'slicers',
  ],
  'from a link, or from the provider at which the person signed in': ['token', 'iss', 'SAMLResponse', 'RelayState'],
  'sent by a directory; its refusals have the form of RFC 7644, which names no fields': [
    'attributes', 'excludedAttributes', 'startIndex', 'count', 'filter', 'sortBy', 'sortOrder', 'Operations', 'schemas',
  ],
} // prettier-ignore

const exempt = new Set(Object.values(withoutLabel).flat())

type Field = { feature: string; name: string; call: string }

const fields: Field[] = featureRoutes({ hosts: {}, embedding: {}, tokens: {} } as never).flatMap(
  ({ feature, routes }) =>
    routes.flatMap(({ call }: { call: Call }) =>
      [...new Set(namesIn(call.input))].map((name) => ({ feature, name, call: `${call.method} ${call.path}` })),
    ),
)

/** The names of an input on the wire. A refusal names fields of the first level only. */
function namesIn(schema: z.core.$ZodType): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.keys(def.shape)
    // The input side of a pipe has the names of the wire: a codec of `renamed()`, or an input with a check of all fields together.
    case 'pipe':
      return namesIn(def.in)
    case 'union':
      return def.options.flatMap(namesIn)
    default:
      throw new Error(`An input of the kind ${def.type}: say here how its fields are named.`)
  }
}

const isLabelled = ({ feature, name }: Field) =>
  languages.every((language) => phraseOf(feature, `field.${name}`, language) !== undefined)

test('every input field of every call has a label in four languages, or nobody fills it in', () => {
  expect(fields.length).toBeGreaterThan(1_000)
  const raw = fields.filter((field) => !exempt.has(field.name) && !isLabelled(field))
  expect(raw.map(({ feature, name, call }) => `${name} of ${call}: no phrase field.${name} in ${feature}`)).toEqual([])
})

test('the list of fields without a label holds no field that all calls label, and none that no call has', () => {
  const unlabelled = new Set(fields.filter((field) => !isLabelled(field)).map(({ name }) => name))
  expect([...exempt].filter((name) => !unlabelled.has(name))).toEqual([])
})

test('every shared label exists, and some call needs it', () => {
  const needed = new Set(fields.map(({ name }) => name))
  const stale = Object.keys(sharedLabels).filter((name) => !needed.has(name))
  expect(stale).toEqual([])
  const missing = Object.keys(sharedLabels).filter((name) =>
    languages.some((language) => phraseOf('', `field.${name}`, language) === undefined),
  )
  expect(missing).toEqual([])
})

test.each([
  ['people.users', 'status', ['Situação', 'State', 'Estado', 'Estado']],
  ['reports.catalogs', 'roles', ['Funções', 'Roles', 'Roles del modelo', 'Funções']],
  ['people.users', 'search', ['Busca', 'Search', 'Búsqueda', 'Pesquisa']],
])('%s names %s by a label of another feature', (feature, field, labels) => {
  expect(languages.map((language) => phraseOf(feature, `field.${field}`, language))).toEqual(labels)
})

test('a feature’s own label comes before a shared one', () => {
  const statusOf = (feature: string) => phraseOf(feature, 'field.status', 'en-US')
  expect([statusOf('people.users'), statusOf('identity.saml')]).toEqual(['State', 'Active'])
})
