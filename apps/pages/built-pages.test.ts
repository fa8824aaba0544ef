import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { builtPages, findBuild, keepBuild, chooseBuild, workshopFor } from './built-pages.ts'

let dist: string
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'dist-'))
})
afterEach(() => rmSync(dist, { recursive: true, force: true }))

const hashOf = (number: number) => String(number).padStart(64, '0').split('').toReversed().join('')

function build(number: number, content = String(number)): void {
  const workshop = workshopFor('web', dist)
  mkdirSync(workshop, { recursive: true })
  writeFileSync(join(workshop, 'index.html'), content)
  keepBuild('web', hashOf(number), dist)
  // One hour apart, whatever the resolution of the file system's clock.
  const at = new Date(Date.UTC(2026, 0, 1, number))
  utimesSync(findBuild('web', hashOf(number), dist) ?? '', at, at)
}

const shown = () => builtPages('web', dist).map((folder) => readFileSync(join(folder, 'index.html'), 'utf8'))

test('a new build is the newest and keeps the files of other builds', () => {
  build(1)
  build(2)
  expect(shown()).toEqual(['2', '1'])
  expect(findBuild('web', hashOf(1), dist)).not.toBeNull()
  expect(findBuild('web', hashOf(3), dist)).toBeNull()
})

test('a build that is used again becomes the newest', () => {
  build(1)
  build(2)
  chooseBuild(findBuild('web', hashOf(1), dist) ?? '')
  expect(shown()).toEqual(['1', '2'])
})

test('a second build of the same sources does not replace the first', () => {
  build(1, 'first')
  build(1, 'second')
  expect(shown()).toEqual(['first'])
  expect(readdirSync(join(dist, 'web'))).toHaveLength(1)
})

test('only five builds are kept, and an interrupted build is ignored', () => {
  mkdirSync(workshopFor('web', dist), { recursive: true })
  expect(shown()).toEqual([])
  const abandoned = join(dist, 'web', 'making-0')
  mkdirSync(abandoned)
  utimesSync(abandoned, new Date(0), new Date(0))
  for (const number of [1, 2, 3, 4, 5, 6, 7]) build(number)
  expect(shown()).toEqual(['7', '6', '5', '4', '3'])
  expect(readdirSync(join(dist, 'web'))).toHaveLength(5)
})
