import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { onOwner, withDatabase } from './global-setup.ts'

/** Runs `work` on a new empty database and drops it. */
export async function onNewDatabase(work: (url: string, owner: pg.Client) => Promise<void>): Promise<void> {
  const server = inject('ownerUrl')
  const name = `vitrine_t${randomBytes(6).toString('hex')}`
  await onOwner(server, (owner) => owner.query(`create database ${name}`))
  const url = withDatabase(server, name)
  try {
    await onOwner(url, (owner) => work(url, owner))
  } finally {
    await onOwner(server, (owner) => owner.query(`drop database ${name} with (force)`))
  }
}
