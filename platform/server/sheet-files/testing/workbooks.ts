// Workbooks and archives made by hand, for files that no spreadsheet program writes.
import { deflateRawSync } from 'node:zlib'

export type Parts = { rows: string; shared?: string; styles?: string; pr?: string; around?: string }

/** A workbook with these rows. `around`: what the sheet has beside its rows. */
export const workbook = ({ rows, shared, styles, pr = '', around = '' }: Parts) =>
  zip({
    'xl/workbook.xml': `<x:workbook>${pr}<x:sheets><x:sheet name="A" r:id="rId7"/></x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId7" Target="worksheets/sheet9.xml"/></Relationships>',
    'xl/worksheets/sheet9.xml': `<worksheet><sheetData>${rows}</sheetData>${around}</worksheet>`,
    ...(shared && { 'xl/sharedStrings.xml': shared }),
    ...(styles && { 'xl/styles.xml': styles }),
  })

export const zip = (parts: Record<string, string>) =>
  zipOf(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, deflateRawSync(text)])))

/** An archive of deflated parts. Its directory claims that each has ten bytes. */
export function zipOf(parts: Record<string, Buffer>): Buffer {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const [name, packed] of Object.entries(parts)) {
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(10, 22)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(10, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    bodies.push(head, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, listed, end])
}
