// Reads some parts of a ZIP archive. zlib stops at the limit, whatever size the archive claims (zip bombs).
import { inflateRaw } from 'node:zlib'
import { promisify } from 'node:util'
import { SheetFault } from './sheet-row.ts'

const inflate = promisify(inflateRaw)

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const maxEntries = 2_000

type Entry = { method: number; start: number; packed: number }

/** Opens an archive. `part` answers a part by its name, undefined when there is none, and throws when all parts together are too large. */
export function openZip(bytes: Uint8Array, maxBytes: number) {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = readable(() => entriesOf(view))
  let left = maxBytes
  return {
    async part(name: string): Promise<Buffer | undefined> {
      const entry = entries.get(name)
      if (!entry) return undefined
      const packed = readable(() => packedOf(view, entry))
      const part = entry.method === 0 ? packed : await unpacked(packed, left)
      left -= part.length
      if (left < 0) throw new SheetFault('too_large')
      return part
    },
  }
}

async function unpacked(packed: Buffer, max: number): Promise<Buffer> {
  try {
    return await inflate(packed, { maxOutputLength: Math.max(1, max) })
  } catch (error) {
    const isTooLarge = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw new SheetFault(isTooLarge ? 'too_large' : 'unreadable')
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
