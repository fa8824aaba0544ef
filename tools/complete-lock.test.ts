import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Lock, missingBuilds, platformOf } from './complete-lock.ts'

it('finds no build missing from our lock file (else: node tools/run.js tools/complete-lock.ts)', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8')) as Lock
  expect(Object.keys(missingBuilds(lock))).toEqual([])
})

it('names the build that is missing, with its version and its platform', () => {
  const optionalDependencies = { '@fast/core-linux-arm64-musl': '1.2.3', '@fast/core-linux-x64-gnu': '1.2.3' }
  const packages = {
    '': { optionalDependencies: { 'of-our-own': '1.0.0' } },
    'node_modules/fast': { version: '1.2.3', optionalDependencies },
    'node_modules/@fast/core-linux-x64-gnu': { version: '1.2.3' },
  }
  expect(missingBuilds({ packages })).toEqual({
    'node_modules/@fast/core-linux-arm64-musl': {
      version: '1.2.3',
      optional: true,
      os: ['linux'],
      cpu: ['arm64'],
      libc: ['musl'],
    },
  })
})

it.each([
  ['@duckdb/node-bindings-darwin-x64', { os: ['darwin'], cpu: ['x64'] }],
  ['@oxc-parser/binding-win32-x64-msvc', { os: ['win32'], cpu: ['x64'] }],
  ['@oxc-parser/binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
  ['@oxc-parser/binding-android-arm-eabi', { os: ['android'], cpu: ['arm'] }],
  ['@oxc-parser/binding-wasm32-wasi', { cpu: ['wasm32'] }],
])('reads the platform of %s from its name', (name, platform) => {
  expect(platformOf(name)).toEqual(platform)
})
