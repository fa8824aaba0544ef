import { crc32, inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Cell } from './sheet.ts'
import { escaped, letterOf, sheetName, writeXlsx } from './xlsx.ts'
import { writeZip } from './zip.ts'

async function bytesOf(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

/** Reads an archive like a spreadsheet: from the directory at its end. */
function unzip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const files = new Map<string, string>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [crc, packed, size, length, head] = [16, 20, 24, 28, 42].map((place) =>
      place === 28 ? archive.readUInt16LE(at + place) : archive.readUInt32LE(at + place),
    ) as [number, number, number, number, number]
    const name = archive.toString('utf8', at + 46, at + 46 + length)
    const data = inflateRawSync(archive.subarray(head + 30 + length, head + 30 + length + packed))
    expect([name, data.length, crc32(data)]).toEqual([name, size, crc])
    files.set(name, data.toString('utf8'))
    at += 46 + length
  }
  return files
}

async function sheetOf(titles: string[], rows: Cell[][]): Promise<string> {
  const parts = (async function* () {
    for (const row of rows) yield [row]
  })()
  const files = unzip(
    await bytesOf(
      writeXlsx({ name: 'Vendas & “metas”', titles, parts, language: 'pt-BR', timezone: 'America/Sao_Paulo' }),
    ),
  )
  expect([...files.keys()]).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
  ])
  expect(files.get('xl/workbook.xml')).toContain('<sheet name="Vendas &amp; “metas”" sheetId="1"')
  return files.get('xl/worksheets/sheet1.xml') ?? ''
}

it('writes text as text, numbers as numbers and instants in the time zone of the unit', async () => {
  const sheet = await sheetOf(
    ['Nome', 'Valor'],
    [
      ['=1+1 & <b>', -5],
      [null, new Date('2026-11-21T15:00:00Z')],
    ],
  )
  expect(sheet).toContain('<c r="A1" t="inlineStr" s="1"><is><t xml:space="preserve">Nome</t></is></c>')
  expect(sheet).toContain(
    '<c r="A2" t="inlineStr" s="0"><is><t xml:space="preserve">=1+1 &amp; &lt;b&gt;</t></is></c><c r="B2"><v>-5</v></c>',
  )
  // 21 November 2026, noon, is day 46347.5 in the calendar of spreadsheets.
  expect(sheet).toContain('<row r="3"><c r="B3" s="2"><v>46347.5</v></c></row>')
  expect(sheet).not.toContain('<f>')
})

it('writes a calendar day as a day in any zone, and as text before 1 March 1900', async () => {
  const sheet = await sheetOf(['Dia'], [[{ day: '2020-02-29' }], [{ day: '1900-03-01' }], [{ day: '1900-02-28' }]])
  expect(sheet).toContain('<c r="A2" s="3"><v>43890</v></c>')
  expect(sheet).toContain('<c r="A3" s="3"><v>61</v></c>')
  expect(sheet).toContain('<c r="A4" t="inlineStr" s="0"><is><t xml:space="preserve">28/02/1900</t></is></c>')
})

it('keeps only characters that XML can hold', async () => {
  expect(escaped('a\u0000\u000bb\ud800_x0041_\r')).toBe('ab\ufffd_x005F_x0041_&#13;')
  expect(escaped('x'.repeat(40_000))).toHaveLength(32_767)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(escaped(text)).toMatch(/^[\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u)
      expect(escaped(text)).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|#13;)/)
    }),
  )
})

it('names the sheet after the list, within the rules of Excel', () => {
  const names = ['Grupos [A/B]: *?', "'Aspas'", 'Campos '.repeat(9), 'a"<b>', '[]', 'History', 'Linha\nnova']
  expect(names.map(sheetName)).toEqual([
    'Grupos A B',
    'Aspas',
    'Campos Campos Campos Campos Cam',
    'a&quot;&lt;b&gt;',
    '1',
    'History1',
    'Linha nova',
  ])
})

it('names columns like a spreadsheet', () => {
  expect([0, 25, 26, 27, 701, 702].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AB', 'ZZ', 'AAA'])
})

it('compresses text that arrives in parts, and passes errors on', async () => {
  const text = (async function* () {
    for (let part = 0; part < 200; part += 1) yield `${part} ção\n`.repeat(500)
  })()
  const files = unzip(
    await bytesOf(
      writeZip([
        { name: 'ação.txt', text },
        { name: 'empty', text: [] },
      ]),
    ),
  )
  expect(files.get('ação.txt')?.split('\n')).toHaveLength(100_001)
  expect(files.get('empty')).toBe('')
  const broken = (async function* () {
    yield 'a'
    throw new Error('gone')
  })()
  await expect(bytesOf(writeZip([{ name: 'x', text: broken }]))).rejects.toThrow('gone')
})
