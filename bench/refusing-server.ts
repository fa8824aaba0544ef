// A server that reads the body of each request and refuses it. The baseline for the visitors of abuse.ts: the visitor's own work takes
// processor time from the readers, because all run on one machine. limit.ts starts this process and receives its port by IPC message.
import { createServer } from 'node:http'

const refusal = JSON.stringify({ status: 'fail', message: 'Too many requests. Wait a moment.' })

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '60' }).end(refusal)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.once('disconnect', () => process.exit(0))
