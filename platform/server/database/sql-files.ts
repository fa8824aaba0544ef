import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** A file of SQL: its name without `.sql`, its text, and the hash by which a database remembers it. */
export type SqlFile = { name: string; sql: string; hash: string }

/** The files of a folder of database/, in the order of their names. */
export async function readSqlFiles(folder: 'migrations' | 'functions'): Promise<SqlFile[]> {
  const path = fileURLToPath(new URL(`../../../database/${folder}/`, import.meta.url))
  const files = (await readdir(path)).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async (file) => sqlFile(file.replace(/\.sql$/, ''), await readFile(`${path}${file}`, 'utf8'))),
  )
}

export const sqlFile = (name: string, sql: string): SqlFile => ({
  name,
  sql,
  hash: createHash('sha256').update(sql).digest('hex'),
})
