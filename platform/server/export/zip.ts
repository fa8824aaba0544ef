// A ZIP archive while it is written: each file deflated as its text comes, sizes and checksum behind it (APPNOTE 6.3, data
// descriptors), so that nothing is kept. No ZIP64: an archive of 4 GiB is refused, which a sheet's million rows do not reach.
import { Readable, pipeline } from 'node:stream'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

export type ZipFile = { name: string; text: Iterable<string> | AsyncIterable<string> }

type Entry = { name: Buffer; offset: number; crc: number; packed: number; size: number }

/** Names in UTF-8; sizes and checksum follow the data. */
const flags = 0x0808
const deflated = 8
const version = 20
/** 1 January 1980, the format's first day: an archive of the same rows is the same archive. */
const day = 0x21
const most = 0xffff_ffff

export async function* writeZip(files: Iterable<ZipFile>): AsyncGenerator<Buffer> {
  const entries: Entry[] = []
  let offset = 0
  for (const { name, text } of files) {
    const entry: Entry = { name: Buffer.from(name), offset, crc: 0, packed: 0, size: 0 }
    for await (const part of writeFile(entry, text)) {
      offset += part.length
      if (offset > most) throw new Error('the archive is too large')
      yield part
    }
    entries.push(entry)
  }
  const directory = Buffer.concat(entries.map(listing))
  yield Buffer.concat([directory, ending(entries.length, directory.length, offset)])
}

async function* writeFile(entry: Entry, text: ZipFile['text']): AsyncGenerator<Buffer> {
  yield Buffer.concat([fields([4, 0x04034b50], [2, version], ...described(entry, false)), entry.name])
  const packer = createDeflateRaw({ level: constants.Z_BEST_SPEED })
  // Its error ends the packer with the same error, and with it the loop below.
  pipeline(Readable.from(counted(entry, text)), packer, () => undefined)
  for await (const part of packer as AsyncIterable<Buffer>) {
    entry.packed += part.length
    yield part
  }
  yield fields([4, 0x08074b50], [4, entry.crc], [4, entry.packed], [4, entry.size])
}

async function* counted(entry: Entry, text: ZipFile['text']): AsyncGenerator<Buffer> {
  for await (const part of text) {
    const bytes = Buffer.from(part)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    yield bytes
  }
}

/** What the head of a file and its line in the directory share; a head does not know sizes yet. */
const described = ({ name, crc, packed, size }: Entry, known: boolean): Field[] => [
  [2, flags], [2, deflated], [2, 0], [2, day], [4, known ? crc : 0], [4, known ? packed : 0], [4, known ? size : 0], [2, name.length], [2, 0],
] // prettier-ignore

const listing = (entry: Entry) =>
  Buffer.concat([
    fields([4, 0x02014b50], [2, version], [2, version], ...described(entry, true), [2, 0], [2, 0], [2, 0], [4, 0], [4, entry.offset]),
    entry.name,
  ]) // prettier-ignore

const ending = (count: number, length: number, offset: number) =>
  fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, length], [4, offset], [2, 0])

type Field = [bytes: 2 | 4, value: number]

/** Numbers one after the other, the least byte first. */
function fields(...values: Field[]): Buffer {
  const buffer = Buffer.alloc(values.reduce((length, [bytes]) => length + bytes, 0))
  let at = 0
  for (const [bytes, value] of values) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}
