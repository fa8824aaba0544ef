// Starts the embedded PostgreSQL in the folder named and holds it until killed: a portal that can be shot.
import { startPostgres } from '../embedded-postgres.ts'

const postgres = await startPostgres({
  dataDir: process.argv[2] ?? '',
  log: (line) => console.error(line),
  durability: 'test',
})
console.log(JSON.stringify({ ownerUrl: postgres.ownerUrl, port: postgres.port }))
setInterval(() => {}, 60_000)
