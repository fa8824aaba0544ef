// Several stop signals, or one during the start: the portal stops in order, together with its PostgreSQL.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commandOf } from '#platform/server/machine/processes.ts'
import { launchPortal, postgresOf, startPortal, until } from './testing/running-portal.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine stop '))
})

/** The state file of PostgreSQL: its process id in the first line, `ready` in the last one. Empty before it starts. */
function pidFile(): string {
  try {
    return readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  } catch {
    return ''
  }
}

afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe('a portal that gets stop signals', () => {
  it('stops once and completely after several signals', async () => {
    const portal = await startPortal({ dataDir, env: { REPORT_SERVICE: '0', DEMO_WORLD: '0' } })
    const { postmaster } = postgresOf(portal)
    // The terminal is closed, and a service manager stops the portal at the same time.
    for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) portal.kill(signal)
    expect(await portal.ended).toEqual({ code: 0, signal: null })
    expect(commandOf(postmaster)).toBeNull()
  })

  it.each([
    ['while PostgreSQL starts for the first time', /^\d+\n/],
    ['while the first migrations run', /\nready/],
  ])(
    'V6: leaves no PostgreSQL running after Ctrl-C %s',
    async (_, state) => {
      const { child, said, ended } = launchPortal({ dataDir, env: { REPORT_SERVICE: '0', DEMO_WORLD: '0' } })
      expect(await until(() => state.test(pidFile())), said()).toBe(true)
      const { postmaster } = postgresOf({ dataDir })
      child.kill('SIGINT')
      expect(await ended, said()).toEqual({ code: 0, signal: null })
      expect(said()).not.toContain('Vitrine is ready')
      expect(commandOf(postmaster)).toBeNull()
    },
    120_000,
  )

  it('stops the parts that have started when the signal arrives during the start', async () => {
    const { child, said, ended } = launchPortal({ dataDir, env: { REPORT_SERVICE: '0' } })
    expect(await until(() => said().includes('Demo world'))).toBe(true)
    const { postmaster } = postgresOf({ dataDir })
    child.kill('SIGTERM')
    expect(await ended, said()).toEqual({ code: 0, signal: null })
    expect(commandOf(postmaster)).toBeNull()
  })
})
