// Counts the statements and the session checks that a process sends to PostgreSQL. A process that is started with `countingOptions`
// prints its counts at SIGUSR2 and starts again from zero.
import pg from 'pg'

/** Begins the line with the counts. */
export const countMark = 'statement counts: '

/** `NODE_OPTIONS` of a process that counts. */
export const countingOptions = `--import=${import.meta.url}`

/** Set in a process that counts: this file is its preload module. */
if (process.env['NODE_OPTIONS']?.includes(import.meta.url)) startCounting()

function startCounting(): void {
  let counts = { statements: 0, sessionChecks: 0 }
  const send = Reflect.get(pg.Client.prototype, 'query') as (...parameters: unknown[]) => unknown
  pg.Client.prototype.query = function counted(this: pg.Client, ...parameters: unknown[]) {
    counts.statements += 1
    if (textOf(parameters[0]).includes('app.open_session')) counts.sessionChecks += 1
    return Reflect.apply(send, this, parameters)
  } as typeof pg.Client.prototype.query
  process.on('SIGUSR2', () => {
    process.stdout.write(`${countMark}${JSON.stringify(counts)}\n`)
    counts = { statements: 0, sessionChecks: 0 }
  })
}

const textOf = (statement: unknown): string =>
  typeof statement === 'object' && statement !== null && 'text' in statement
    ? String(statement.text)
    : String(statement)
