export const databaseOwner = 'vitrine_owner'
export const databaseName = 'vitrine'

/** `test` disables the protection against power failures, for temporary clusters only. */
export type Durability = 'durable' | 'test'

/** Connections only by TCP on the loopback interface, with a password. */
export const hostAccess = `# Written by the portal at every start.
host all all 127.0.0.1/32 scram-sha-256
`

/** The text of portal.conf: our settings that differ from PostgreSQL's defaults, with reasons. */
export function serverSettings(port: number, durability: Durability): string {
  return `# Written by the portal at every start; put your own settings into postgresql.auto.conf (ALTER SYSTEM).
listen_addresses = '127.0.0.1'
port = ${port}
# A socket file has a length limit of about 100 bytes that a deep data folder exceeds.
unix_socket_directories = ''
max_connections = ${durability === 'test' ? 200 : 100}
shared_buffers = 128MB
password_encryption = 'scram-sha-256'
timezone = 'UTC'
log_timezone = 'UTC'
lc_messages = 'C'
# Short queries: compiling them costs more than it gains.
jit = off
# One file for starts, crashes and recoveries. Failed statements are the portal's to log: their text may hold personal data.
log_destination = 'stderr'
log_min_messages = log
log_checkpoints = off
log_error_verbosity = terse
log_statement = 'none'
${durability === 'test' ? 'fsync = off\nfull_page_writes = off\nmax_wal_size = 4GB\n' : ''}`
}
