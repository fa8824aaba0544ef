// Reads some parts of a ZIP archive as streams: a part is never in memory as a whole. Reading stops at the limit, whatever size the archive
// claims (zip bombs).
import { createInflateRaw } from 'node:zlib'
import { SheetFault } from './sheet-row.ts'

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const maxEntries = 2_000

type Entry = { method: number; start: number; packed: number }

/** Opens an archive. `part` answers a part by its name, undefined when there is none. Its chunks throw when all parts together are too large. */
export function openZip(bytes: Uint8Array, maxBytes: number) {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = readable(() => entriesOf(view))
  let left = maxBytes
  return {
    part(name: string): AsyncIterable<Buffer> | undefined {
      const entry = entries.get(name)
      if (!entry) return undefined
      const packed = readable(() => packedOf(view, entry))
      return within(entry.method === 0 ? stored(packed) : unpacked(packed))
    },
  }

  async function* within(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      left -= chunk.length
      if (left < 0) throw new SheetFault('too_large')
      yield chunk
    }
  }
}

const chunkSize = 64 * 1024

async function* stored(packed: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < packed.length; at += chunkSize) yield packed.subarray(at, at + chunkSize)
}

async function* unpacked(packed: Buffer): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize })
  inflate.end(packed)
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) yield chunk
  } catch {
    throw new SheetFault('unreadable')
  }
}

/** A broken archive leads out of the buffer. */
function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) throw new SheetFault('unreadable')
    throw error
  }
}

/** The entries by name, from the directory at the end. */
function entriesOf(view: Buffer): Map<string, Entry> {
  const end = view.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || view.readUInt32LE(end) !== endMark) throw new SheetFault('unreadable')
  const count = view.readUInt16LE(end + 10)
  if (count > maxEntries) throw new SheetFault('unreadable')
  const entries = new Map<string, Entry>()
  let at = view.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (view.readUInt32LE(at) !== entryMark) throw new SheetFault('unreadable')
    const flags = view.readUInt16LE(at + 8)
    const method = view.readUInt16LE(at + 10)
    const [name, extra, comment] = [view.readUInt16LE(at + 28), view.readUInt16LE(at + 30), view.readUInt16LE(at + 32)]
    // Encrypted parts, and methods other than stored and deflated.
    if ((flags & 1) === 0 && (method === 0 || method === 8)) {
      entries.set(view.toString('utf8', at + 46, at + 46 + name), {
        method,
        packed: view.readUInt32LE(at + 20),
        start: view.readUInt32LE(at + 42),
      })
    }
    at += 46 + name + extra + comment
  }
  return entries
}

function packedOf(view: Buffer, { start, packed }: Entry): Buffer {
  if (view.readUInt32LE(start) !== localMark) throw new SheetFault('unreadable')
  const from = start + 30 + view.readUInt16LE(start + 26) + view.readUInt16LE(start + 28)
  if (from + packed > view.length) throw new SheetFault('unreadable')
  return view.subarray(from, from + packed)
}
