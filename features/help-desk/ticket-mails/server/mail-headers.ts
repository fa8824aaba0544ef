// The headers of a mail, before it is parsed. Names are in lower case, values unfolded and undecoded.
export type MailHeaders = ReadonlyMap<string, readonly string[]>

/** Headers are within the first bytes of a mail. */
export const headerBytes = 256 * 1024

export function headersOf(raw: Uint8Array): MailHeaders {
  const text = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, headerBytes)).toString('latin1')
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  const headers = new Map<string, string[]>()
  const unfolded = text.slice(0, end).replace(/\r?\n[ \t]+/g, ' ')
  for (const line of unfolded.split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    const values = headers.get(name)
    const value = line.slice(colon + 1).trim()
    // A stranger may send 80,000 headers of one name, so that a copy of the list for each would block the process.
    if (values) values.push(value)
    else headers.set(name, [value])
  }
  return headers
}

/** The part behind the headers. */
export function bodyOf(raw: Uint8Array): Uint8Array {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const ends = ['\r\n\r\n', '\n\n'].map((sign) => ({ at: bytes.indexOf(sign), length: sign.length }))
  const [first] = ends.filter(({ at }) => at !== -1).toSorted((one, other) => one.at - other.at)
  return first ? bytes.subarray(first.at + first.length) : bytes.subarray(bytes.length)
}

export const firstOf = (headers: MailHeaders, name: string): string | null => headers.get(name)?.[0] ?? null
