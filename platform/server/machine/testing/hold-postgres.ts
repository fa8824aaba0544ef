// Starts the embedded PostgreSQL in the given folder and keeps it running until this process is killed.
import { startPostgres } from '../embedded-postgres.ts'

const postgres = await startPostgres({
  dataDir: process.argv[2] ?? '',
  log: (line) => console.error(line),
  durability: 'test',
})
console.log(JSON.stringify({ ownerUrl: postgres.ownerUrl, port: postgres.port }))
setInterval(() => {}, 60_000)
