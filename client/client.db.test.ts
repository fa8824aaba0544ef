// The packed client as a customer uses it: installed by npm, compiled with `tsc --strict`, run against a real portal over HTTP.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keyScopes } from '#catalogue/access.ts'
import { checkout } from '#platform/server/machine/checkout.ts'
import { addApiKey } from '#features/integrations/api-keys/contract.ts'
import { packClient } from '#apps/pages/pack-client.ts'
import { testPortal } from '#testing/portal.ts'

const run = promisify(execFile)
const portal = testPortal({ reports: true })

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-program-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const keyWith = async (name: string, scopes: readonly (typeof keyScopes)[number][]) => {
  const expires_on = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
  const { body } = await portal
    .as('adminOfNorte')
    .ask(addApiKey, { name, expires_on, scopes: [...scopes], networks: [] })
  return body.token
}

/** An event that the library of the standard has signed. */
function signedEvent() {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const body = JSON.stringify({
    type: 'user.added',
    timestamp: new Date().toISOString(),
    data: { user: { id: '1', name: 'Ana Souza' } },
  })
  const now = new Date()
  const headers = {
    'Webhook-Id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('msg_1', now, body)}`,
  }
  return { SECRET: secret, BODY: body, HEADERS: JSON.stringify(headers) }
}

async function compiledProgram(): Promise<string> {
  const modules = join(checkout, 'node_modules')
  await packClient(join(folder, 'client.tgz'))
  await writeFile(join(folder, 'package.json'), '{"name":"erp","private":true,"type":"module"}')
  const install = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', './client.tgz']
  await run('npm', install, { cwd: folder, env: { ...process.env, npm_config_cache: join(folder, 'cache') } })
  const program = await readFile(join(checkout, 'client/testing/program.ts'), 'utf8')
  await writeFile(join(folder, 'program.ts'), program.replace('../vitrine-client.ts', '@vitrine/client'))
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck', 'false']
  const types = ['--types', 'node', '--typeRoots', join(modules, '@types'), '--lib', 'ES2023']
  const how = ['--module', 'NodeNext', '--target', 'ES2023', '--outDir', 'made', 'program.ts']
  const compiler = join(modules, 'typescript', 'bin', 'tsc')
  const faults = await run(process.execPath, [compiler, '--ignoreConfig', ...strict, ...types, ...how], {
    cwd: folder,
  }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  )
  expect(faults).toBe('')
  return join(folder, 'made/program.js')
}

it('lists, invites, grants, reads the trail, and gets typed refusals, repeats and events', async () => {
  const program = await compiledProgram()
  const { port } = new URL(await portal.portal.app.listen({ port: 0, host: '127.0.0.1' }))
  const key = await keyWith('ERP', keyScopes)
  const env = {
    ...process.env,
    PORTAL: `http://norte.localhost:${port}`,
    KEY: key,
    READER_KEY: await keyWith('Reader', ['user.read']),
    WRONG_KEY: `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
    ...signedEvent(),
  }
  const { stdout } = await run(process.execPath, [program], { env })
  const seen = JSON.parse(stdout) as Record<string, unknown>
  expect((seen['reports'] as string[]).length).toBeGreaterThan(0)
  expect(seen).toMatchObject({
    invited: [true, true, true],
    conflict: [409, 'email_already_exists'],
    reused: [422, 'idempotency_key_reused'],
    invalid: [400, ['email']],
    granted: 'ok',
    audit: [true, true],
    forbidden: [403, true],
    stranger: [401, expect.any(String)],
    repeated: ['ok', 1, true],
    tooLong: [[429, 'unknown'], 5],
    redirect: 'unreachable',
    bounded: [[503, 'unknown'], 3],
    webhook: 'Ana Souza',
    forged: ['signature_wrong', 'signature_wrong', 'header_missing', 'too_old', 'too_new', 'too_old'],
  })
}, 120_000)

it('packs the same bytes from the same files', async () => {
  const [one, other] = [join(folder, 'one.tgz'), join(folder, 'other.tgz')]
  await packClient(one)
  await packClient(other)
  expect((await readFile(one)).equals(await readFile(other))).toBe(true)
})
