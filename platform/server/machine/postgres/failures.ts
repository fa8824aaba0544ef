import { StartFault } from '../start-fault.ts'

/** The remedy for a server that did not start: another port, waiting, or none. */
export type StartFailure = { remedy: 'other-port' | 'wait' | 'none'; fault: StartFault }

/** Known error messages of PostgreSQL. They are in English, because the server is started with LC_ALL=C. */
const known: { says: RegExp; remedy: StartFailure['remedy']; sentence: (folder: string) => string }[] = [
  {
    says: /could not bind .*address already in use/i,
    remedy: 'other-port',
    sentence: () => 'The port remembered for the embedded PostgreSQL is taken by another program.',
  },
  {
    // The children of a killed server need a moment to notice its end.
    says: /pre-existing shared memory block|lock file ".*" already exists/i,
    remedy: 'wait',
    sentence: (folder) => `Another PostgreSQL still uses ${folder}: stop it and start again.`,
  },
  {
    says: /no space left on device|disk full/i,
    remedy: 'none',
    sentence: (folder) => `The disk that holds ${folder} is full: free some space and start again.`,
  },
  {
    says: /database files are incompatible/i,
    remedy: 'none',
    sentence: (folder) => `The database in ${folder} was made by another version of PostgreSQL.`,
  },
  {
    says: /checkpoint record|incorrect checksum|invalid page|could not open file|could not find the database system|invalid data in|is missing|could not read file/i,
    remedy: 'none',
    sentence: (folder) =>
      `The database in ${folder} is damaged: restore a backup, or move the folder away to start empty.`,
  },
  {
    says: /could not look up effective user ID/i,
    remedy: 'none',
    sentence: () =>
      'PostgreSQL does not run as a user without an entry in /etc/passwd: add one, or set DATABASE_URL and DATABASE_OWNER_URL.',
  },
  {
    says: /cannot allocate memory|could not map anonymous shared memory/i,
    remedy: 'none',
    sentence: () => 'There is not enough memory to start the embedded PostgreSQL.',
  },
  {
    says: /permission denied|has wrong ownership|invalid permissions/i,
    remedy: 'none',
    sentence: (folder) =>
      `The database in ${folder} belongs to another user: start as the user who made it, or set DATA_DIR.`,
  },
]

/** Interprets the output of a server or initdb that failed. Names `logFile` when no known message matches. */
export function explainFailure(output: string, folder: string, logFile: string | null): StartFailure {
  const match = known.find(({ says }) => says.test(output))
  if (match) return { remedy: match.remedy, fault: new StartFault(match.sentence(folder)) }
  const last =
    output.split('\n').findLast((line) => /FATAL|PANIC|error:/i.test(line)) ?? output.trim().split('\n').at(-1)
  const where = logFile === null ? '' : ` (more in ${logFile})`
  return {
    remedy: 'none',
    fault: new StartFault(`The embedded PostgreSQL did not start: ${last || 'it printed nothing'}${where}`),
  }
}
