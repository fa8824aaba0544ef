// A DNS server on loopback for tests: answers TXT and CNAME questions by UDP with what a test gave it, and counts them.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export type TestDns = {
  /** Address with port, as `DNS_SERVERS` has it. */
  address: string
  /** TXT records of a name: each is a list of strings. */
  texts: Map<string, string[][]>
  aliases: Map<string, string>
  /** Names that get no answer at all. */
  silent: Set<string>
  asked: string[]
  close(): Promise<void>
}

const TXT = 16
const CNAME = 5

export async function testDns(): Promise<TestDns> {
  const [texts, aliases, silent] = [new Map<string, string[][]>(), new Map<string, string>(), new Set<string>()]
  const requestedNames: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const { name, type, end } = questionIn(question)
    requestedNames.push(name)
    if (silent.has(name)) return
    const alias = aliases.get(name)
    const records =
      alias !== undefined
        ? [record(CNAME, nameOf(alias))]
        : type === TXT
          ? (texts.get(name) ?? []).map((strings) => record(TXT, Buffer.concat(strings.map(stringOf))))
          : []
    const head = Buffer.alloc(12)
    question.copy(head, 0, 0, 2)
    const exists = texts.has(name) || alias !== undefined
    // An answer with authority; without the name, NXDOMAIN.
    head.writeUInt16BE(0x8580 | (exists ? 0 : 3), 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(records.length, 6)
    socket.send(Buffer.concat([head, question.subarray(12, end), ...records]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const close = async () => {
    const closed = once(socket, 'close')
    socket.close()
    await closed
  }
  return { address: `127.0.0.1:${socket.address().port}`, texts, aliases, silent, asked: requestedNames, close }
}

function questionIn(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

/** A record of the name of the question, valid for one second. */
function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(1, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

const stringOf = (text: string) => Buffer.concat([Buffer.of(Buffer.byteLength(text)), Buffer.from(text)])
const nameOf = (name: string) => Buffer.concat([...name.split('.').map(stringOf), Buffer.of(0)])
