// A mail server that accepts every mail and keeps none, as a process of its own. It sends its port to the
// parent process. It answers each message of the parent with the number of accepted mails, and with the times of the first and the last
// mail since the previous message.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type SinkCount = { mails: number; firstAt: number; lastAt: number }

const count: SinkCount = { mails: 0, firstAt: 0, lastAt: 0 }

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onData: (stream, _session, done) => {
    stream.resume().on('end', () => {
      count.lastAt = performance.timeOrigin + performance.now()
      if (count.mails === 0) count.firstAt = count.lastAt
      count.mails += 1
      done()
    })
  },
})
server.on('error', () => undefined)
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.server.address() as AddressInfo).port }))
process.on('message', (command: 'count' | 'begin') => {
  if (command === 'begin') Object.assign(count, { mails: 0, firstAt: 0, lastAt: 0 })
  process.send?.(count)
})
process.on('disconnect', () => process.exit())
