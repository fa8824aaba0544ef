// COPY … FROM STDIN, which pg has no call for: a query object that answers the messages of the protocol.
import type pg from 'pg'

type CopyConnection = pg.Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }

const chunkBytes = 64 * 1024

/** Sends `rows` as the input of a COPY statement. */
export const copyIn = (client: pg.Client, statement: string, rows: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query({
      submit: (connection: pg.Connection) => connection.query(statement),
      handleCopyInResponse: (connection: CopyConnection) => {
        for (let from = 0; from < rows.length; from += chunkBytes) {
          connection.sendCopyFromChunk(rows.subarray(from, from + chunkBytes))
        }
        connection.endCopyFrom()
      },
      handleCommandComplete: () => {},
      handleReadyForQuery: () => resolve(),
      handleError: reject,
    })
  })
