// The backup procedure of docs/operating.md: copy a stopped portal's data folder, lose the folder, start the copy.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { checkout } from '#platform/server/machine/checkout.ts'
import { callPortal } from './testing/portal-calls.ts'
import { fatesOf, writeGroups, writersAt } from './testing/portal-history.ts'
import { type RunningPortal, startPortal, until } from './testing/running-portal.ts'

const password = 'a password for the demo people'
const env = { DEMO_PASSWORD: password, REPORT_SERVICE: '0' }
const dataDir = mkdtempSync(join(tmpdir(), 'vitrine backup '))
const vault = mkdtempSync(join(tmpdir(), 'vitrine vault '))
const restored = join(vault, 'restored')

let portal: RunningPortal | undefined

afterAll(async () => {
  portal?.kill('SIGTERM')
  await portal?.ended
  for (const folder of [dataDir, vault]) rmSync(folder, { recursive: true, force: true })
})

it('D1: a copy of the stopped data folder has all acknowledged writes, and the same passwords work', async () => {
  portal = await startPortal({ dataDir, env })
  const history = writeGroups(portal.port, await writersAt(portal.port, password), { sides: 1, mark: 'kept' })
  expect(await until(() => history.acknowledged() >= 20)).toBe(true)
  const writes = await history.stop()
  portal.kill('SIGTERM')
  await portal.ended

  const archive = join(vault, 'vitrine.tar')
  execFileSync('tar', ['-cpf', archive, '-C', dataDir, '.'])
  rmSync(dataDir, { recursive: true, force: true })
  // Run as root, PostgreSQL uses another user, who must be able to reach its folder.
  execFileSync('sh', ['-c', 'chmod 711 "$1" && mkdir "$2" && tar -xpf "$3" -C "$2"', 'sh', vault, restored, archive])

  portal = await startPortal({ dataDir: restored, env })
  const [writer] = await writersAt(portal.port, password)
  const list = await callPortal(portal.port, {
    host: '',
    ...writer,
    method: 'GET',
    path: '/api/auth/users/all?size=25',
  })
  const fates = await fatesOf(restored, 'kept')
  expect(list.status).toBe(200)
  expect(writes.filter(({ name }) => fates.get(name)?.entries !== 1)).toEqual([])
  const verified = execFileSync(process.execPath, [join(checkout, 'tools/verify-audit.ts')], {
    env: { ...process.env, DATA_DIR: restored },
    encoding: 'utf8',
  })
  expect(verified).toContain('No chain is broken.')
  console.log(`restored: ${fates.size} of ${writes.length} writes, ready after ${portal.readyAfterMs} ms`)
})
