import { constants, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { writeCsv } from '../export/csv.ts'
import type { Cell, Sheet } from '../export/sheet.ts'
import { writeXlsx } from '../export/xlsx.ts'
import { readSheet } from './read-sheet.ts'
import { workbook, zip, zipOf } from './testing/workbooks.ts'

const limits = { rows: 100, columns: 20, cellLength: 200, characters: 100_000, unpackedBytes: 1024 * 1024 }
const cellsOf = async (bytes: Uint8Array, more: Partial<typeof limits> = {}) =>
  (await readSheet(bytes, { ...limits, ...more })).rows.map(({ cells }) => cells)
const bytesOf = (text: string) => new TextEncoder().encode(text)
const fault = (bytes: Uint8Array, more: Partial<typeof limits> = {}) =>
  readSheet(bytes, { ...limits, ...more }).then(
    () => null,
    (error: { kind?: string }) => error.kind,
  )

describe('CSV', () => {
  it.each([
    ['comma', 'Nome,E-mail\nAna,ana@example.com\n'],
    ['semicolon', 'Nome;E-mail\r\nAna;ana@example.com'],
    ['tab', 'Nome\tE-mail\rAna\tana@example.com\r'],
    ['the line of Excel', 'sep=;\r\nNome;E-mail\r\nAna;ana@example.com'],
    ['a byte order mark', '\uFEFFNome;E-mail\nAna;ana@example.com'],
  ])('is read with %s', async (_, text) => {
    expect(await cellsOf(bytesOf(text))).toEqual([
      ['Nome', 'E-mail'],
      ['Ana', 'ana@example.com'],
    ])
  })

  it('is read in UTF-8, in Windows-1252 and in UTF-16', async () => {
    const text = 'Nome;Área\nJoão;São Paulo – “€”'
    const expected = [
      ['Nome', 'Área'],
      ['João', 'São Paulo – “€”'],
    ]
    const special: Record<string, number> = { '–': 0x96, '“': 0x93, '”': 0x94, '€': 0x80 }
    const windows = Uint8Array.from(Array.from(text).map((sign) => special[sign] ?? sign.charCodeAt(0)))
    expect(await cellsOf(bytesOf(text))).toEqual(expected)
    expect(await cellsOf(windows)).toEqual(expected)
    expect(await cellsOf(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toEqual(expected)
  })

  it('keeps separators, quotes and line breaks inside of quotes, and the numbers of lines', async () => {
    const text = 'a;b\n"x;""y""\nz";"1"\n\n;;\n2;3'
    const { rows } = await readSheet(bytesOf(text), limits)
    expect(rows).toEqual([
      { number: 1, cells: ['a', 'b'] },
      { number: 2, cells: ['x;"y"\nz', '1'] },
      { number: 5, cells: ['2', '3'] },
    ])
  })

  it('A10: is refused when it is no text, has an open quote, or exceeds a limit', async () => {
    expect(await fault(Uint8Array.from([0, 1, 2, 0, 255]))).toBe('unreadable')
    expect(await fault(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toBe('old_workbook')
    expect(await fault(bytesOf('%PDF-1.7'))).toBe('unreadable')
    expect(await fault(bytesOf('a;b\n"x;y'))).toBe('open_quote')
    expect(await fault(bytesOf('a\n'.repeat(101)))).toBe('too_many_rows')
    expect(await fault(bytesOf('a;'.repeat(21) + 'a'))).toBe('too_many_columns')
    expect(await fault(bytesOf('abc\n'.repeat(50)), { characters: 100 })).toBe('too_large')
    expect((await cellsOf(bytesOf(`a\n${'x'.repeat(5_000)}`)))[1]?.[0]).toHaveLength(201)
  })

  it('is read in UTF-16 without a mark, which every second zero byte shows', async () => {
    const text = 'Nome;Área\nJoão;São Paulo\n'.repeat(20)
    const little = Buffer.from(text, 'utf16le')
    const big = Buffer.from(little).swap16()
    for (const [bytes, encoding] of [
      [little, 'utf-16le'],
      [big, 'utf-16be'],
      // Without accents the bytes are valid UTF-8 as well.
      [Buffer.from('Nome;Area\nAna;Sul\n', 'utf16le'), 'utf-16le'],
    ] as const) {
      const { rows, form } = await readSheet(bytes, limits)
      expect(form).toEqual({ encoding, delimiter: ';' })
      expect(rows[0]?.cells[0]).toBe('Nome')
    }
  })

  it.each([
    ['commas inside of names', 'Nome;E-mail\nSouza, Ana;ana@example.com\nLima, Bia, Dra.;bia@example.com', ';'],
    ['semicolons inside of quotes', 'Nome,Grupos\nAna,"a;b;c"\nBia,"d;e"', ','],
    ['a bar', 'Nome|E-mail\nAna|ana@example.com', '|'],
    ['one column', 'E-mail\nana@example.com', ';'],
    ['a title above the table', 'Lista de pessoas\nNome;E-mail\nAna;a@example.com\nBia;b@example.com', ';'],
    ['a named delimiter that occurs less often', 'sep=,\nNome;x;y,E-mail\na;b;c,d', ','],
  ])('finds the delimiter with %s', async (_, text, delimiter) => {
    expect((await readSheet(bytesOf(text), limits)).form).toEqual({ encoding: 'utf-8', delimiter })
  })

  it('is read as a person wants, whatever it looks like', async () => {
    const form = { encoding: 'windows-1252', delimiter: ',' } as const
    const table = await readSheet(bytesOf('sep=;\nÁrea;x,y'), limits, form)
    expect(table).toEqual({ rows: [{ number: 2, cells: ['Ã\u0081rea;x', 'y'] }], form })
  })

  it('reads a million quotes and separators in linear time', async () => {
    const started = performance.now()
    await fault(bytesOf('"";'.repeat(300_000)))
    await fault(bytesOf(`a\n${'"x""'.repeat(200_000)}"`))
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})

const sheet = (titles: string[], rows: Cell[][]): Sheet => ({
  name: 'Pessoas',
  titles,
  parts: (async function* () {
    yield rows
  })(),
  language: 'pt-BR',
  timezone: 'America/Sao_Paulo',
})

async function joined(parts: AsyncIterable<Buffer | string>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const part of parts) all.push(Buffer.from(part))
  return Buffer.concat(all)
}

describe('XLSX', () => {
  it('reads what the exports write, as CSV and as XLSX', async () => {
    const table = () =>
      sheet(
        ['Nome', 'Nascimento', 'Número'],
        [
          ['Ana & José <1>', { day: '2026-02-28' }, 5_511_987_654_321],
          ['', null, -1.5],
        ],
      )
    expect(await cellsOf(await joined(writeXlsx(table())))).toEqual([
      ['Nome', 'Nascimento', 'Número'],
      ['Ana & José <1>', '2026-02-28', '5511987654321'],
      ['', '', '-1.5'],
    ])
    expect(await cellsOf(await joined(writeCsv(table())))).toEqual([
      ['Nome', 'Nascimento', 'Número'],
      ['Ana & José <1>', '28/02/2026', '5511987654321'],
      ['', '', '-1,5'],
    ])
  })

  it('reads shared texts with runs, places of cells, results of formulas and days of both calendars', async () => {
    const shared = '<sst><si><t>Nome</t></si><si><r><t>Ana </t></r><r><t>Souza</t></r><rPh><t>no</t></rPh></si></sst>'
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[Red]&quot;d&quot;0"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>'
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Dia</t></is></c></row>' +
      '<row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4" t="str"><f>1+1</f><v>dois</v></c><c r="C4" s="1"><v>45000</v></c><c r="D4" s="2"><v>7</v></c><c r="E4" t="e"><v>#REF!</v></c><c r="ZZ4" s="1"/></row>'
    const book = (pr: string) => workbook({ shared, styles, rows, pr })
    expect((await readSheet(book(''), limits)).rows).toEqual([
      { number: 1, cells: ['Nome', '', 'Dia'] },
      { number: 4, cells: ['Ana Souza', 'dois', '2023-03-15', '7'] },
    ])
    expect((await cellsOf(book('<workbookPr date1904="1"/>')))[1]?.[2]).toBe('2027-03-16')
  })

  it('A10: is refused when it is broken, encrypted, without a sheet, or larger than it may be', async () => {
    const good = workbook({ rows: '<row r="1"><c r="A1" t="str"><v>a</v></c></row>' })
    expect(await fault(good)).toBeNull()
    expect(await fault(good.subarray(0, good.length - 30))).toBe('unreadable')
    expect(await fault(zip({ 'word/document.xml': '<document/>' }))).toBe('unreadable')
    expect(await fault(bytesOf('PK\u0003\u0004'))).toBe('unreadable')
    const far = workbook({ rows: '<row r="1"><c r="XFD1" t="str"><v>a</v></c></row>' })
    expect(await fault(far)).toBe('too_many_columns')
  })

  it('A10: a zip bomb of 3 GB is stopped while it is unpacked, whatever size it claims', async () => {
    const megabyte = deflateRawSync(Buffer.alloc(1024 * 1024, 'a'), { finishFlush: constants.Z_FULL_FLUSH })
    const bomb = zipOf({ 'xl/workbook.xml': Buffer.concat(Array.from({ length: 3_000 }, () => megabyte)) })
    expect(bomb.length).toBeLessThan(4 * 1024 * 1024)
    const started = performance.now()
    expect(await fault(bomb)).toBe('too_large')
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  it('U1: elements within each other are refused before the parser works on them for minutes', async () => {
    const nested = (depth: number) => workbook({ rows: '<a>'.repeat(depth) })
    expect(await fault(nested(29))).toBeNull()
    expect(await fault(nested(40))).toBe('unreadable')
    expect(await fault(nested(300_000), { unpackedBytes: 32 * 1024 * 1024 })).toBe('unreadable')
  })

  it.each(['[', '"x[', '\\\\['])('U6: a format of a hundred thousand %s is read in linear time', async (part) => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${part.replaceAll('"', '&quot;').repeat(100_000)}"/></numFmts></styleSheet>`
    const book = workbook({ styles, rows: '<row r="1"><c r="A1" t="str"><v>a</v></c></row>' })
    const started = performance.now()
    expect(await fault(book, { unpackedBytes: 4 * 1024 * 1024 })).toBeNull()
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  it('A10: row numbers that are none, that repeat or that go back are counted on', async () => {
    const row = (number: string) => `<row r="${number}"><c t="str"><v>a</v></c></row>`
    const { rows } = await readSheet(
      workbook({ rows: ['x', '1', '1', '5', '2', '-3', '1e9', '7.5', ''].map(row).join('') }),
      limits,
    )
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 5, 6, 7, 8, 9, 10])
  })

  it('A10: one shared text in many cells does not exceed the characters of a file', async () => {
    const shared = `<sst><si><t>${'a'.repeat(200)}</t></si></sst>`
    const row = '<row>' + '<c t="s"><v>0</v></c>'.repeat(20) + '</row>'
    expect(await fault(workbook({ shared, rows: row.repeat(50) }))).toBe('too_large')
  })
})
