// A ZIP archive, written while its files are read. Memory holds one part of the text, never the archive. fflate writes the format, and
// the thread pool of Node compresses, so that the event loop stays free (docs/decisions/0033).
import { finished } from 'node:stream/promises'
import { constants, createDeflateRaw } from 'node:zlib'
import { Zip, ZipPassThrough } from 'fflate'

export type ZipFile = { name: string; text: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array> }

/** The first day that the format can express. The same rows make the same archive. */
const mtime = new Date(1980, 0, 1)
/** fflate does not write ZIP64: sizes and offsets have 32 bits. */
const maxBytes = 0xffff_ffff

export async function* writeZip(files: Iterable<ZipFile>): AsyncGenerator<Buffer> {
  const written: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    written.push(part)
  })
  let bytes = 0
  const takeWritten = () => {
    const part = Buffer.concat(written.splice(0))
    bytes += part.length
    if (bytes > maxBytes) throw new Error('the archive is too large')
    return part
  }
  for (const { name, text } of files) {
    const file = new DeflatedFile(name)
    zip.add(file)
    try {
      for await (const part of text) {
        file.push(typeof part === 'string' ? Buffer.from(part) : part)
        await file.compressed
        if (written.length > 0) yield takeWritten()
      }
      file.push(Buffer.alloc(0), true)
      await file.compressed
    } finally {
      file.close()
    }
  }
  zip.end()
  yield takeWritten()
}

/** fflate counts and checks what is pushed; zlib compresses it. */
class DeflatedFile extends ZipPassThrough {
  override compression = 8
  override mtime = mtime
  /** Settles when zlib has taken the last part that was pushed. */
  compressed: Promise<void> = Promise.resolve()
  readonly #deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED })

  constructor(name: string) {
    super(name)
    this.#deflate.on('data', (part: Buffer<ArrayBuffer>) => this.ondata(null, part, false))
    // `compressed` reports it. An error event without a listener would end the process.
    this.#deflate.on('error', () => undefined)
  }

  protected override process(part: Uint8Array, isLast: boolean): void {
    this.compressed = isLast ? this.#end() : this.#write(part)
  }

  close(): void {
    this.#deflate.destroy()
  }

  #write(part: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => this.#deflate.write(part, (error) => (error ? reject(error) : resolve())))
  }

  async #end(): Promise<void> {
    await finished(this.#deflate.end())
    this.ondata(null, Buffer.alloc(0), true)
  }
}
