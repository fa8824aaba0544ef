// Before the call tests: starts one PostgreSQL with a migrated template database. Each test file clones the template.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#platform/server/database/migrate.ts'
import { startPostgres } from '#platform/server/machine/embedded-postgres.ts'
import { clockVariables } from './clock.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    ownerUrl: string
    template: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const databaseUrl = process.env.TEST_DATABASE_URL
  const server = databaseUrl ? { ownerUrl: databaseUrl, stop: async () => undefined } : await ownServer()
  const template = `vitrine_template_${process.pid}`
  await onOwner(server.ownerUrl, async (owner) => {
    await dropLeftovers(owner)
    await owner.query(`create database ${template}`)
  })
  await migrate(withDatabase(server.ownerUrl, template))
  project.provide('ownerUrl', server.ownerUrl)
  project.provide('template', template)
  return async () => {
    await onOwner(server.ownerUrl, (owner) => owner.query(`drop database if exists ${template} with (force)`))
    await server.stop()
  }
}

/** A separate cluster for this run, so that parallel runs do not interfere. */
async function ownServer() {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  const server = await startPostgres({
    dataDir: folder,
    log: () => undefined,
    durability: 'test',
    env: clockVariables(),
  })
  return {
    ownerUrl: server.ownerUrl,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Removes databases of interrupted runs. */
async function dropLeftovers(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select datname as name from pg_database d where datname like 'vitrine_t%'
        and not exists (select from pg_stat_activity a where a.datname = d.datname)`,
  )
  for (const { name } of rows) await owner.query(`drop database if exists ${owner.escapeIdentifier(name)}`)
}

export async function onOwner<T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.toString()
}
