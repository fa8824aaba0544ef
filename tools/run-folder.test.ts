import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openRunFolder } from './run-folder.ts'

// Only Linux shows the variables of a process.
it.runIf(process.platform === 'linux')('ends what still works in the folder, and removes it', async () => {
  const env: NodeJS.ProcessEnv = { PATH: process.env['PATH'] }
  const close = openRunFolder(env)
  const folder = env['TMPDIR'] ?? ''
  const named = spawn('sleep', ['60'], { env })
  const argued = spawn('sh', ['-c', 'trap "" TERM; while :; do sleep 0.1; done', join(folder, 'postgres')])
  const stranger = spawn('sleep', ['60'])
  await Promise.all([named, argued, stranger].map((child) => once(child, 'spawn')))
  const ended = Promise.all([named, argued].map((child) => once(child, 'exit')))
  await close()
  expect((await ended).map(([code, signal]) => code ?? signal)).toEqual(['SIGTERM', 'SIGKILL'])
  expect([existsSync(folder), stranger.exitCode]).toEqual([false, null])
  stranger.kill()
})
