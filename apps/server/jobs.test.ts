import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { AnyJob } from '#platform/server/jobs/job.ts'
import { allJobs } from './jobs.ts'
import type { Services } from './services.ts'

const root = join(import.meta.dirname, '../..')

const isJob = (value: unknown): value is AnyJob =>
  typeof value === 'object' && value !== null && 'run' in value && 'scope' in value && 'input' in value

// No job is run here: each service is only stored.
const everyJob = () => allJobs(new Proxy({}, { get: () => ({}) }) as Services)

it('the server runs every job that a noun exports', async () => {
  const files = globSync('features/*/*/server/{jobs,*-jobs}.ts', { cwd: root })
  const modules = await Promise.all(files.map((file) => import(join(root, file)) as Promise<Record<string, unknown>>))
  const exported = modules
    .flatMap((module) => Object.values(module))
    .flat()
    .filter(isJob)
    .map(({ name }) => name)
  const run = new Set(everyJob().map(({ name }) => name))
  expect(exported.length).toBeGreaterThan(20)
  expect(exported.filter((name) => !run.has(name))).toEqual([])
})

/** The table of docs/operating.md: job → what it works over, and what isolates it. */
const documented = () =>
  Object.fromEntries(
    [
      ...readFileSync(join(root, 'docs/operating.md'), 'utf8').matchAll(/^\| `([a-z_]+\.[a-z_]+)` +\| ([^|]+?) +\|$/gm),
    ].map(([, name = '', isolation = '']) => [name, isolation]),
  )

it('J1: docs/operating.md says of every job what keeps the record of one unit from stopping another', () => {
  const said = (each: AnyJob) => (each.scope === 'tenant' ? 'one unit' : each.isolation)
  expect(documented()).toEqual(Object.fromEntries(everyJob().map((each) => [each.name, said(each)])))
})

it('J1: each job that says “savepoint” uses each-apart.ts', () => {
  const files = globSync(['features/*/*/server/*.ts', 'platform/server/**/*.ts'], { cwd: root })
  const texts = files.filter((file) => !file.endsWith('.test.ts')).map((file) => readFileSync(join(root, file), 'utf8'))
  const apart = texts.filter((text) => text.includes('eachApart(context,')).length
  const savepoints = texts.join('').split(`isolation: 'savepoint'`).length - 1
  expect(apart).toBe(savepoints)
})
