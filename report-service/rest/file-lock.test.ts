import { fork } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCatalogueFile } from './catalogue-file.ts'
import { withFileLock } from './file-lock.ts'
import { isRunning, processIdentity } from './process-identity.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalogue-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

const member = (name: string) => ({ id: name, name, members: [], project: null })

/** Starts another process that adds workspaces `<name>-0`, `<name>-1`, … until it is killed or has added `count`. */
function startWriter(name: string, count: number) {
  const child = fork(new URL('./testing/catalogue-writer.ts', import.meta.url), [folder, name, String(count)], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const made: string[] = []
  child.on('message', (message) => void made.push(JSON.stringify(message)))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return { child, made, ended }
}

test('runs one task at a time', async () => {
  let inside = 0
  const path = join(folder, 'lock')
  const work = async () => {
    inside += 1
    const tasksInside = inside
    await new Promise((resolve) => setImmediate(resolve))
    inside -= 1
    return tasksInside
  }
  const tasksInside = await Promise.all(Array.from({ length: 20 }, () => withFileLock(path, work)))
  expect(tasksInside).toEqual(Array.from({ length: 20 }, () => 1))
})

test('takes over the lock of a dead process', async () => {
  const path = join(folder, 'lock')
  await writeFile(path, JSON.stringify({ owner: '999999999:1', id: 'x' }))
  expect(await withFileLock(path, async () => 'done')).toBe('done')
  const sameNumber = `${process.pid}:1` // the pid of this process, with the start time of an earlier process
  await writeFile(path, JSON.stringify({ owner: sameNumber, id: 'y' }))
  expect(await withFileLock(path, async () => 'done')).toBe('done')
  expect(isRunning(processIdentity())).toBe(true)
})

test('loses no change when several processes write concurrently', async () => {
  const writers = ['a', 'b', 'c'].map((name) => startWriter(name, 20))
  await Promise.all(writers.map((writer) => writer.ended))
  const { workspaces } = await (await openCatalogueFile(folder)).read()
  expect(workspaces).toHaveLength(60)
})

test('a process killed while writing loses no acknowledged change and does not block others', async () => {
  for (const round of [0, 1, 2, 3, 4]) {
    const writer = startWriter(`r${round}`, 100_000)
    await new Promise<void>((resolve) => writer.child.on('message', () => writer.made.length > 5 + round && resolve()))
    writer.child.kill('SIGKILL')
    await writer.ended
    const catalogue = await openCatalogueFile(folder)
    const names = new Set((await catalogue.read()).workspaces.map((workspace) => workspace.name))
    expect(writer.made.filter((name) => !names.has(JSON.parse(name)))).toEqual([])
    await catalogue.update((held) => ({ ...held, workspaces: [...held.workspaces, member(`after-${round}`)] }))
  }
})

test('reads changes of another process', async () => {
  const mine = await openCatalogueFile(folder)
  expect((await mine.read()).workspaces).toEqual([])
  await startWriter('other', 1).ended
  expect((await mine.read()).workspaces).toEqual([member('other-0')])
})

test('names the damaged file in the error', async () => {
  await writeFile(join(folder, 'catalogue.json'), '{"format":1,"princ')
  await expect(openCatalogueFile(folder)).rejects.toThrow(/catalogue\.json is damaged/)
})

test('leaves the file unchanged when a change throws', async () => {
  const catalogue = await openCatalogueFile(folder)
  await catalogue.update((held) => ({ ...held, workspaces: [member('one')] }))
  const before = await readFile(join(folder, 'catalogue.json'), 'utf8')
  const failing = catalogue.update(() => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await readFile(join(folder, 'catalogue.json'), 'utf8')).toBe(before)
  await catalogue.update((held) => held)
})
