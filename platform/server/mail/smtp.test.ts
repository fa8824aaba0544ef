import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { handOver, mailTimeLimits } from './smtp.ts'

const open = new Set<Socket>()
let server: Server

afterEach(async () => {
  for (const socket of open) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})

/** A mail server in a few lines: `talk` writes the replies. */
async function listen(talk: (socket: Socket) => void) {
  server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined).once('close', () => open.delete(socket))
    talk(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const from = { name: 'Vitrine', address: 'portal@vitrine.example' }
  return { host: '127.0.0.1', port, security: 'smtp' as const, username: null, password: null, from }
}

const mail = {
  messageId: '<1@vitrine.example>',
  to: { address: 'ana@example.com', name: null },
  subject: 'S',
  text: 'T',
  html: 'H',
}

test('a server that answers slowly for ever is left after the time limit of the attempt', async () => {
  const sender = await listen((socket) => {
    const timer = setInterval(() => socket.write('220-please wait\r\n'), 20)
    socket.once('close', () => clearInterval(timer))
  })
  const limits = { ...mailTimeLimits, total: 300 }
  const fault = await handOver(sender, mail, { reach: 'anywhere', limits }).catch((error: unknown) => error)
  expect(fault).toMatchObject({ message: 'connect: ETIMEDOUT', isInDoubt: false, isOfSender: true })
  await expect.poll(() => open.size).toBe(0)
})

test('a server that keeps a mail without an answer leaves it in doubt', async () => {
  const sender = await listen((socket) => {
    socket.write('220 ready\r\n')
    let isData = false
    socket.on('data', (chunk) => {
      if (isData) return
      isData = chunk.includes('DATA')
      socket.write(isData ? '354 go\r\n' : '250 ok\r\n')
    })
  })
  const limits = { ...mailTimeLimits, answer: 300 }
  const fault = await handOver(sender, mail, { reach: 'anywhere', limits }).catch((error: unknown) => error)
  expect(fault).toMatchObject({ message: 'accept: ETIMEDOUT', isInDoubt: true, isOfSender: true })
})
