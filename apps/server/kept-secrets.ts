// Secrets that the first start generates and later starts need, in a file of the data folder that only its owner can read.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartFault } from '#platform/server/machine/start-fault.ts'

const shape = z.object({
  /** The password of the application's login for the embedded PostgreSQL. */
  databasePassword: z.string(),
  demoPassword: z.string(),
  /** The secret of the demo accounts at the embedded report service. */
  reportServiceSecret: z.string(),
})
export type KeptSecrets = z.output<typeof shape>

/** A password that a person can type: 13 characters of a set of 31 are 64 bits. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const typeable = () => Array.from(randomBytes(13), (byte) => letters[byte % letters.length]).join('')

/** Reads or creates the file. Throws a StartFault when it is damaged: new secrets would not match the old data. */
export function keptSecrets(dataDir: string, demoPassword: string | null): KeptSecrets {
  const file = join(dataDir, 'secrets.json')
  if (!existsSync(file)) {
    const made: KeptSecrets = {
      databasePassword: randomBytes(24).toString('base64url'),
      demoPassword: demoPassword ?? typeable(),
      reportServiceSecret: randomBytes(32).toString('base64url'),
    }
    writeFileSync(`${file}.new`, JSON.stringify(made, null, 2), { mode: 0o600 })
    renameSync(`${file}.new`, file)
    return made
  }
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new StartFault(
      `The file ${file} is damaged: restore it from a backup, or remove the data folder to start anew.`,
    )
  }
}
