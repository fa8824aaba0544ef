import { describe, expect, it } from 'vitest'
import { firstMigration, refusal } from './migrate.ts'

const migrations = [{ name: firstMigration, sql: '', hash: 'a' }]
const server16 = 160_000

describe('whether migrations may run on a database', () => {
  it('accepts an empty database and one that ran the same files', () => {
    expect(refusal(server16, [], migrations)).toBeNull()
    expect(refusal(server16, migrations, migrations)).toBeNull()
  })

  it('refuses a server older than PostgreSQL 16', () => {
    expect(refusal(150_018, [], migrations)).toBe('The database server is PostgreSQL 15: use PostgreSQL 16 or later.')
  })

  it('refuses a database that was made before the baseline', () => {
    expect(refusal(server16, [{ name: '2026-11-21-44-sort-names', hash: 'b' }], migrations)).toMatch(
      /^The database was made by a version from before 22 November 2026, .*: begin with an empty database/,
    )
  })

  it('refuses a database that a newer version has migrated', () => {
    expect(refusal(server16, [{ name: '2999-01-01-01-beyond', hash: 'b' }], migrations)).toBe(
      'The database is newer than this version: it has the migration 2999-01-01-01-beyond.',
    )
  })

  it('refuses a database on which a migration ran with another text', () => {
    expect(refusal(server16, [{ name: firstMigration, hash: 'b' }], migrations)).toMatch(
      `The migration ${firstMigration} changed after it had run on this database`,
    )
  })
})
