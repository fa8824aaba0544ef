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

it('takes DATA_DIR as it is, or from the checkout when it is relative', () => {
  expect(locateDataFolder('/srv/portal')).toBe('/srv/portal')
  expect(locateDataFolder('elsewhere')).toBe(join(checkout, 'elsewhere'))
})

it('has a place of its own for each checkout', () => {
  expect(locateDataFolder(undefined)).toMatch(isRoot ? /^\/var\/lib\/vitrine\/[0-9a-f]{12}$/ : /\/data$/)
})

it('closes the folder to others', () => {
  const folder = join(openFolder(), 'some data')
  openDataFolder(folder)
  expect(statSync(folder).mode & 0o007).toBe(0)
  expect(statSync(folder).mode & 0o060).toBe(0)
})

it('says that a file is in the way', () => {
  const root = openFolder()
  writeFileSync(join(root, 'data'), '')
  expect(() => openDataFolder(join(root, 'data'))).toThrow(/a file of that name is in the way/)
  expect(() => openDataFolder(join(root, 'data', 'below'))).toThrow(/a file of that name is in the way/)
})

it('lets one process have the folder, and names it to the next', () => {
  const folder = openFolder()
  const release = lockDataFolder(folder)
  expect(() => lockDataFolder(folder)).toThrow(`already runs on ${folder} (process ${process.pid})`)
  release()
  lockDataFolder(folder)()
  expect(existsSync(join(folder, 'lock'))).toBe(false)
})

it('takes over the lock of a process that is gone, and of one that has its number by now', async () => {
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
