// The text of a PDF that pdfkit wrote: the characters of each page, read with the character maps of its fonts.
import { inflateSync } from 'node:zlib'

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

/** Texts of a line of a scene follow each other; lines are separated by line breaks. */
export function pdfText(pdf: Buffer): string {
  const objects = new Map(
    [...latin(pdf).matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map((match) => [
      match[1] ?? '',
      match[2] ?? '',
    ]),
  )
  const streamOf = (object: string): string => {
    const body = /stream\n([\s\S]*)\nendstream/.exec(object)?.[1] ?? ''
    return object.includes('/FlateDecode') ? latin(inflateSync(Buffer.from(body, 'latin1'))) : body
  }
  const maps = new Map<string, ReadonlyMap<string, string>>()
  const fontMaps = new Map<string, ReadonlyMap<string, string>>()
  for (const object of objects.values()) {
    for (const [, name, id] of object.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id ?? '') ?? '')?.[1]
      if (name === undefined || unicode === undefined) continue
      const known = maps.get(unicode) ?? characterMap(streamOf(objects.get(unicode) ?? ''))
      maps.set(unicode, known)
      fontMaps.set(name, known)
    }
  }
  const contents = [...objects.values()].flatMap((object) => /\/Contents (\d+) 0 R/.exec(object)?.[1] ?? [])
  return contents.map((id) => textIn(streamOf(objects.get(id) ?? ''), fontMaps)).join('\f')
}

function characterMap(cmap: string): ReadonlyMap<string, string> {
  const map = new Map<string, string>()
  for (const [, from, , list] of cmap.matchAll(/<([\da-f]{4})> <([\da-f]{4})> \[([^\]]*)\]/gi)) {
    const start = Number.parseInt(from ?? '0', 16)
    for (const [index, [, codes = '']] of [...(list ?? '').matchAll(/<([\da-f ]+)>/gi)].entries()) {
      const units = codes.replaceAll(' ', '').match(/.{4}/g) ?? []
      const text = String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)))
      map.set((start + index).toString(16).padStart(4, '0'), text)
    }
  }
  return map
}

/** A font, a text, a text in parts with the distances between them, or the end of a text. */
const shows = /\/(F\d+) [\d.]+ Tf|<([\da-f]+)> Tj|\[<([\da-f]+(?:>[^<\]]*<[\da-f]+)*)>[^\]]*\] TJ|\b(ET)\b/gi

function textIn(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let map: ReadonlyMap<string, string> = new Map()
  let text = ''
  for (const [, font, one, list, end] of content.matchAll(shows)) {
    const codes = one ?? list?.replace(/>[^<]*</g, '')
    if (font !== undefined) map = fonts.get(font) ?? new Map()
    else if (end !== undefined) text += '\n'
    else text += (codes?.match(/.{4}/g) ?? []).map((code) => map.get(code.toLowerCase()) ?? '').join('')
  }
  return text
}
