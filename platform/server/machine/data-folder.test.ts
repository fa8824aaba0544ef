import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkout } from './checkout.ts'
import { isRoot, locateDataFolder, lockDataFolder, openDataFolder } from './data-folder.ts'
import { startMarkOf } from './processes.ts'
import { writeTree } from '#testing/tree.ts'

function openFolder(): string {
  const root = writeTree({})
  chmodSync(root, 0o755)
  return root
}

it('uses an absolute DATA_DIR as it is, and a relative one from the checkout', () => {
  expect(locateDataFolder('/srv/portal')).toBe('/srv/portal')
  expect(locateDataFolder('elsewhere')).toBe(join(checkout, 'elsewhere'))
})

it('has a separate default for each checkout', () => {
  expect(locateDataFolder(undefined)).toMatch(isRoot ? /^\/var\/lib\/vitrine\/[0-9a-f]{12}$/ : /\/data$/)
})

it('denies other users access to the folder', () => {
  const folder = join(openFolder(), 'some data')
  openDataFolder(folder)
  expect(statSync(folder).mode & 0o007).toBe(0)
  expect(statSync(folder).mode & 0o060).toBe(0)
})

it('says that a file has the name of the folder', () => {
  const root = openFolder()
  writeFileSync(join(root, 'data'), '')
  expect(() => openDataFolder(join(root, 'data'))).toThrow(/a file of that name is in the way/)
  expect(() => openDataFolder(join(root, 'data', 'below'))).toThrow(/a file of that name is in the way/)
})

it('refuses a file system that takes no new folders', () => {
  expect(() => openDataFolder('/proc/vitrine/data')).toThrow(/takes no new folders: set DATA_DIR/)
})

it('lets one process use the folder, and names it to the next', () => {
  const folder = openFolder()
  const release = lockDataFolder(folder)
  expect(() => lockDataFolder(folder)).toThrow(`already runs on ${folder} (process ${process.pid})`)
  release()
  lockDataFolder(folder)()
  expect(existsSync(join(folder, 'lock'))).toBe(false)
})

it('takes over the lock of a process that has ended, also when another process has its pid', async () => {
  const folder = openFolder()
  const child = spawn(process.execPath, ['-e', ''])
  await new Promise((resolve) => child.once('exit', resolve))
  for (const left of [`${child.pid} 12345`, `${process.pid} 12345`, 'nonsense', '']) {
    writeFileSync(join(folder, 'lock'), left)
    const release = lockDataFolder(folder)
    expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(`${process.pid} ${startMarkOf(process.pid)}`)
    release()
  }
})
