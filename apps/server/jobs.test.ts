import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { AnyJob } from '#platform/server/jobs/job.ts'
import { allJobs } from './jobs.ts'
import type { Services } from './services.ts'

const root = join(import.meta.dirname, '../..')

const isJob = (value: unknown): value is AnyJob =>
  typeof value === 'object' && value !== null && 'run' in value && 'scope' in value && 'input' in value

it('the server runs every job that a noun exports', async () => {
  const files = globSync('features/*/*/server/{jobs,*-jobs}.ts', { cwd: root })
  const modules = await Promise.all(files.map((file) => import(join(root, file)) as Promise<Record<string, unknown>>))
  const exported = modules
    .flatMap((module) => Object.values(module))
    .flat()
    .filter(isJob)
    .map(({ name }) => name)
  // No job is run here: each service is only stored.
  const services = new Proxy({}, { get: () => ({}) }) as Services
  const run = new Set(allJobs(services).map(({ name }) => name))
  expect(exported.length).toBeGreaterThan(20)
  expect(exported.filter((name) => !run.has(name))).toEqual([])
})
