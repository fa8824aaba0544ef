import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compressFiles } from './compress-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'compress-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('each text file gets two compressed copies of the same content', async () => {
  const text = 'export const word = 1\n'.repeat(100)
  mkdirSync(join(folder, 'assets'))
  for (const name of ['a.js', 'b.css', 'c.svg']) writeFileSync(join(folder, 'assets', name), text)
  await compressFiles(folder)
  for (const name of ['a.js', 'b.css', 'c.svg']) {
    const file = join(folder, 'assets', name)
    expect(brotliDecompressSync(readFileSync(`${file}.br`)).toString()).toBe(text)
    expect(gunzipSync(readFileSync(`${file}.gz`)).toString()).toBe(text)
  }
})

test('fonts, the page with its nonce and files that would grow get no copies', async () => {
  for (const name of ['index.html', 'font.woff2']) writeFileSync(join(folder, name), 'x'.repeat(1_000))
  writeFileSync(join(folder, 'tiny.js'), 'x')
  await compressFiles(folder)
  expect(readdirSync(folder).toSorted()).toEqual(['font.woff2', 'index.html', 'tiny.js'])
})
