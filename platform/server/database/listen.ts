import pg from 'pg'

export type Listening = { close(): Promise<void> }

type Handlers = { onMessage(text: string): void; onEnd(): void }

/** One connection that listens on a channel. `onEnd` is called once when the connection is lost, and not after `close()`. */
export async function listenTo(url: string, channel: string, { onMessage, onEnd }: Handlers): Promise<Listening> {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  let closing = false
  client.on('notification', ({ payload }) => payload && onMessage(payload))
  client.on('error', () => undefined) // `end` follows and reports it
  await client.connect()
  await client.query(`listen ${client.escapeIdentifier(channel)}`)
  client.on('end', () => closing || onEnd())
  return {
    close: () => {
      closing = true
      return client.end()
    },
  }
}
