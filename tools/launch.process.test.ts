import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { commandOf } from '#platform/server/machine/processes.ts'

type Launcher = {
  child: ChildProcessByStdio<null, Readable, null>
  said: string[]
  until: (word: string) => Promise<string>
}
let launched: Launcher['child'] | undefined

afterEach(() => launched?.kill('SIGKILL'))

/** Starts the script with run.js and collects its output lines. */
function launch(file: string, ...args: string[]): Launcher {
  const command = [join(import.meta.dirname, 'run.js'), file, ...args]
  const child = spawn(process.execPath, command, { cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] })
  launched = child
  const said: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => said.push(...text.trim().split('\n')))
  const until = async (word: string) => {
    for (let tries = 0; tries < 500; tries++) {
      const line = said.find((each) => each.startsWith(word))
      if (line !== undefined) return line
      await sleep(20)
    }
    throw new Error(`"${word}" was never said, but: ${said.join(', ')}`)
  }
  return { child, said, until }
}

const script = 'tools/testing/wait-for-signals.ts'

it('runs TypeScript on Node 24 with its arguments, from any folder', async () => {
  const { until } = launch(script, 'one', 'two words')
  expect(await until('ready')).toMatch(/^ready \d+ v(2[4-9]|[3-9]\d)\..* one\|two words$/)
})

it('forwards Ctrl-C once, though npm and the terminal both send it, and ends with the exit code', async () => {
  const { child, said, until } = launch(script)
  await until('ready')
  child.kill('SIGINT')
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  expect(code).toBe(7)
  expect(said.filter((line) => line === 'SIGINT')).toHaveLength(1)
})

it('lets the program notice when the launcher is killed', async () => {
  const { child, until } = launch(script)
  const pid = Number((await until('ready')).split(' ')[1])
  child.kill('SIGKILL')
  await until('disconnect')
  for (let tries = 0; tries < 200 && commandOf(pid) !== null; tries++) await sleep(20)
  expect(commandOf(pid)).toBeNull()
})

it('ends the program when the npm that started it is killed', async () => {
  const command = `"${process.execPath}" "${join(import.meta.dirname, 'run.js')}" ${script}; true`
  const shell = spawn('sh', ['-c', command], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: 'start' },
  })
  const said: string[] = []
  shell.stdout.setEncoding('utf8').on('data', (text: string) => said.push(text))
  for (let tries = 0; tries < 500 && said.length === 0; tries++) await sleep(20)
  shell.kill('SIGKILL')
  for (let tries = 0; tries < 500 && !said.join('').includes('SIGTERM'); tries++) await sleep(20)
  expect(said.join('')).toContain('SIGTERM')
})

it.runIf(process.platform === 'linux')('ends the program when a killed npm leaves its shell running', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine npm '))
  // A shell that still has something to do is not replaced by the command.
  const start = `"${process.execPath}" "${join(import.meta.dirname, 'run.js')}" ${script}; true`
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }))
  const npm = spawn('npm', ['start'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const said: string[] = []
  npm.stdout.setEncoding('utf8').on('data', (text: string) => said.push(text))
  const until = async (word: string) => {
    for (let tries = 0; tries < 500 && !said.join('').includes(word); tries++) await sleep(20)
    expect(said.join('')).toContain(word)
  }
  await until('ready')
  npm.kill('SIGKILL')
  await until('SIGTERM')
  rmSync(folder, { recursive: true })
})

it('prints its usage when no file is given', async () => {
  const child = spawn(process.execPath, [join(dirname(import.meta.filename), 'run.js')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [text] = await once(child.stderr, 'data')
  expect(String(text)).toContain('Usage:')
  const [code] = await once(child, 'exit')
  expect(code).toBe(2)
})
