// U6: the token of one directory cannot reach the prototypes of the process that serves everybody. The attack runs against a real portal, in
// one process and with three servers. `npm run test:long` waits 60 s for the garbage collection that once ended the process.
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callPortal, tokenAt } from './testing/portal-calls.ts'
import { processesOf, type RunningPortal, startPortal } from './testing/running-portal.ts'

const aliveAfterMs = process.env['TEST_LONG'] === '1' ? 60_000 : 15_000
const password = 'a password for the demo people'
const planted = 'a password that the attacker planted'
const metricsToken = 'bearer of the figures of this test'
const attacked = 'lisboa.localhost'
const victim = 'aw-brasil.localhost'

describe.each([
  { workers: '0', processes: 1 },
  { workers: '3', processes: 4 },
])('a patch of SCIM that names a prototype, WORKERS=$workers', ({ workers, processes }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine attack '))
  let portal: RunningPortal
  let directory: string

  beforeAll(async () => {
    const env = { DEMO_PASSWORD: password, WORKERS: workers, REPORT_SERVICE: '0', METRICS_TOKEN: metricsToken }
    portal = await startPortal({ dataDir, env })
    const master = await tokenAt(portal.port, attacked, 'vasco.teles@bicicletas-tejo.example', password)
    const { body } = await callPortal(portal.port, {
      host: attacked,
      path: '/api/auth/scim/add',
      token: master,
      body: {},
    })
    directory = String(body['token'])
  })
  afterAll(async () => {
    portal.kill('SIGTERM')
    await portal.ended
    rmSync(dataDir, { recursive: true, force: true })
  })

  const patchOp = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']
  const scim = (method: 'POST' | 'PATCH', path: string, body?: object) =>
    new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
      const headers = {
        host: `${attacked}:${portal.port}`,
        authorization: `Bearer ${directory}`,
        'content-type': 'application/scim+json',
      }
      const clientRequest = request(
        { host: '127.0.0.1', port: portal.port, method, path: `/scim/v2${path}`, headers },
        (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) as Record<string, unknown> }),
          )
        },
      )
      clientRequest.on('error', reject)
      clientRequest.end(body && JSON.stringify(body))
    })

  it('is refused, plants nothing, and leaves every process alive', async () => {
    const { servers } = processesOf(portal)
    const added = await scim('POST', '/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'reader@directory.example',
      displayName: 'A reader',
    })
    const person = String(added.body['id'])
    const values = [
      '__proto__.polluted',
      '__proto__.password',
      '__proto__.status',
      'constructor.keys',
      'constructor.prototype.polluted',
    ]
    const statuses = []
    // Each attack is sent eight times, so that it reaches every server: the portal chooses the server of a connection.
    for (let round = 0; round < 8; round += 1) {
      for (const path of values) {
        const operations = [{ op: 'add', path, value: planted }]
        statuses.push((await scim('PATCH', `/Users/${person}`, { schemas: patchOp, Operations: operations })).status)
        statuses.push(
          (
            await scim('PATCH', `/Users/${person}`, {
              schemas: patchOp,
              Operations: [{ op: 'add', value: { [path]: planted } }],
            })
          ).status,
        )
      }
    }
    expect(new Set(statuses)).toEqual(new Set([400]))

    // An administrator of another partner changes a department only.
    const admin = await tokenAt(portal.port, victim, 'ana.souza@adventure-works.com', password)
    const call = (method: 'GET' | 'PUT', path: string, body?: object) =>
      callPortal(portal.port, { host: victim, token: admin, method, path: `/api/${path}`, body })
    const listed = await call('GET', 'auth/users/all?size=25&search=jillian')
    const [found] = listed.body['data'] as { id: string }[]
    const { body: reader } = await call('GET', `auth/users/get?id=${found?.id}`)
    const changed = await call('PUT', 'auth/users/update', {
      id: reader['id'],
      version: reader['version'],
      department: 'Compras',
    })
    expect([changed.status, changed.body]).toEqual([200, expect.objectContaining({ status: true })])
    const entered = await callPortal(portal.port, {
      host: victim,
      path: '/api/login',
      body: { email: 'jillian0@adventure-works.com', password: planted },
    })
    expect(entered.status).toBe(401)

    await sleep(aliveAfterMs)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => call('GET', 'auth/users/all?size=25').then(({ status }) => status)),
    )
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(processesOf(portal).servers).toEqual(servers)
    const metrics = await textAt('/metrics')
    expect(metrics).toMatch(new RegExp(`^vitrine_built_ins_frozen ${processes}$`, 'm'))
    expect(metrics).toMatch(/^vitrine_survived_faults_total 0$/m)
  })

  const textAt = (path: string) =>
    new Promise<string>((resolve, reject) => {
      const headers = { host: `localhost:${portal.port}`, authorization: `Bearer ${metricsToken}` }
      request({ host: '127.0.0.1', port: portal.port, path, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        answer.on('end', () => resolve(text))
      })
        .on('error', reject)
        .end()
    })
})
