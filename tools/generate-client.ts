// `npm run build:client`: writes client/calls.ts, the calls of the client package with their types, from the contracts, and packs the package.
// With `--check` it writes nothing and compares. The methods are called as in the contracts: `addUser` of features/people/users is
// `users.add`. Next: client/vitrine-client.ts, apps/pages/pack-client.ts.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { keyScopes } from '#catalogue/access.ts'
import { errors } from '#catalogue/errors.ts'
import { plural } from '#catalogue/plural.ts'
import { type Call, pathOfCall } from '#platform/contract/call.ts'
import type { Manifest } from '#platform/contract/manifest.ts'
import { isOpenToKeys } from '#platform/server/http/llms-text.ts'
import { wireSchema } from '#platform/server/http/openapi.ts'
import { checkout } from '#platform/server/machine/checkout.ts'
import { eventBodies, sentBody, testEvent } from '#features/integrations/webhooks/contract.ts'
import { routes } from '#apps/server/testing/probes.ts'
import { packClient } from '../apps/pages/pack-client.ts'
import { features } from '../features/list.ts'
import { environment } from './checks.ts'
import { typeOf } from './client/schema-type.ts'

type ClientCall = { noun: string; method: string; call: Call; kind: 'json' | 'upload' | 'file' }

const camelCase = (text: string) => text.replace(/[-_/](\w)/g, (_, letter: string) => letter.toUpperCase())
const pascalCase = (text: string) => camelCase(`_${text}`)

/** The calls of a contract by their names: `addUser`, and `add` of `userCalls`. */
function callsOf(exported: Record<string, unknown>): [name: string, call: Call][] {
  return Object.entries(exported).flatMap(([name, value]): [string, Call][] => {
    if (isCall(value)) return [[name, value]]
    if (!name.endsWith('Calls') || typeof value !== 'object' || value === null) return []
    return Object.entries(value).filter((entry): entry is [string, Call] => isCall(entry[1]))
  })
}

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answers' in value

async function moduleOf(file: string): Promise<Record<string, unknown> | null> {
  const path = join(checkout, file)
  return existsSync(path) ? ((await import(pathToFileURL(path).href)) as Record<string, unknown>) : null
}

/** The form of each bound call: a contract does not say that a call is an upload or answers a file. */
const forms = new Map(routes.map(({ call, form }) => [`${call.method} ${call.path}`, form]))

async function namedCalls(): Promise<ClientCall[]> {
  const folders = features.map((folder) => folder.split('/').at(-1) ?? folder)
  const named = await Promise.all(
    features.map(async (folder) => {
      const contract = await moduleOf(`features/${folder}/contract.ts`)
      const manifest = (await moduleOf(`features/${folder}/manifest.ts`)) as { default: Manifest } | null
      const singular = manifest?.default.noun ?? null
      const last = folder.split('/').at(-1) ?? folder
      // Two areas have a folder `groups`: the noun of the manifest tells them apart.
      const isUnique = folders.filter((each) => each === last).length === 1 && last !== 'library'
      const noun = isUnique || singular === null ? camelCase(last) : camelCase(plural(singular))
      const words = [noun, ...(singular === null ? [] : [singular, plural(singular)])].map(pascalCase)
      return callsOf(contract ?? {}).flatMap(([name, call]): ClientCall[] => {
        const form = forms.get(`${call.method} ${call.path}`)
        if (form === undefined || !isOpenToKeys(call)) return []
        return [
          { noun, method: shortName(name, words), call, kind: form === 'upload' || form === 'file' ? form : 'json' },
        ]
      })
    }),
  )
  return named.flat()
}

/** `addUser` without the noun. */
function shortName(name: string, words: readonly string[]): string {
  const ending = words.find((word) => name.endsWith(word) && name.length > word.length)
  return ending === undefined ? name : name.slice(0, -ending.length)
}

/** Fails for two calls with one name, and for a call that no contract exports: both would be missing without a word. */
function mustBeWhole(named: readonly ClientCall[]): void {
  const names = named.map(({ noun, method }) => `${noun}.${method}`)
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  const known = new Set(named.map(({ call }) => `${call.method} ${call.path}`))
  const open = routes.map(({ call }): Call => call).filter(isOpenToKeys)
  const missing = open.filter(({ method, path }) => !known.has(`${method} ${path}`)).map(({ path }) => path)
  const withParts = named.filter(({ call }) => call.path.includes(':')).map(({ call }) => call.path)
  for (const [what, list] of Object.entries({ twice, missing, withParts }))
    if (list.length > 0) throw new Error(`client/calls.ts, ${what}: ${list.join(', ')}`)
}

const signatureOf = ({ call, kind }: ClientCall): string => {
  const input = typeOf(wireSchema(call.input), 'sent')
  if (kind === 'file') return `FileMethod<${input}>`
  const answer = typeOf(wireSchema(call.answers), 'received')
  return `${kind === 'upload' ? 'UploadMethod' : 'Method'}<${input}, ${answer}>`
}

const grouped = (named: readonly ClientCall[], line: (each: ClientCall) => string) =>
  [...Map.groupBy(named, ({ noun }) => noun)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([noun, own]) => `${noun}: {\n${own.map(line).join('\n')}\n}`)

/** The name of a record is refused by the calls of its noun only. */
const isForKeys = (code: string): boolean =>
  !code.endsWith('.name_taken') || (keyScopes as readonly string[]).includes(code.replace('name_taken', 'add'))

const quoted = (text: string) => `'${text}'`

/** Path below the checkout → text. */
async function source(): Promise<Record<string, string>> {
  const named = await namedCalls()
  mustBeWhole(named)
  const bodies = { ...eventBodies, [testEvent]: sentBody.extend({ type: sentBody.shape.type.extract([testEvent]) }) }
  const events = Object.values(bodies).map((body) => `| ${typeOf(wireSchema(body), 'received')}`)
  const keys = [
    ...new Set(Object.entries(errors).flatMap(([code, { key }]) => (isForKeys(code) ? [key] : []))),
  ].toSorted()
  const text = `// Written by tools/generate-client.ts from the contracts: run \`npm run build:client\`.
import type { FileMethod, Method, UploadMethod } from './result.ts'

/** Method, path and kind of each call. */
export const calls = {
${grouped(named, ({ method, call, kind }) => `${method}: [${[call.method, pathOfCall(call), kind].map(quoted).join(', ')}],`).join(',\n')}
} as const

export type Client = {
${grouped(named, (each) => `/** ${each.call.summary} Scope: \`${each.call.access}\`. */\n${each.method}: ${signatureOf(each)}`).join('\n')}
}

/** The events that a webhook gets, by their type. */
export type WebhookEvent =
${events.join('\n')}
`
  const keyText = `// Written by tools/generate-client.ts from the contracts: run \`npm run build:client\`.

/** The stable keys of refusals. */
export type ErrorKey =
${keys.map((key) => `| ${quoted(key)}`).join('\n')}
`
  return { 'client/calls.ts': formatted(text), 'client/error-keys.ts': formatted(keyText) }
}

const formatted = (input: string): string =>
  execFileSync('oxfmt', ['--stdin-filepath', 'client/calls.ts'], {
    cwd: checkout,
    env: environment,
    input,
    encoding: 'utf8',
    maxBuffer: 20_000_000,
  })

for (const [path, text] of Object.entries(await source())) {
  const target = join(checkout, path)
  if (!process.argv.includes('--check')) writeFileSync(target, text)
  else if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
    console.error(`${path} differs from the contracts.`)
    process.exitCode = 1
  }
}
if (!process.argv.includes('--check')) {
  const file = join(checkout, 'dist/client.tgz')
  mkdirSync(dirname(file), { recursive: true })
  await packClient(file)
}
