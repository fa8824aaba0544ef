// Files that are made to harm: each is read or refused with a sentence of its own, and takes little memory. Each is read in a process of its own.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { workbook, zip, zipOf } from './testing/workbooks.ts'

const maxMegabytes = 50
const reader = join(import.meta.dirname, 'testing/measure-reading.ts')

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-hostile-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function measured(bytes: Uint8Array): Promise<{ result: unknown; megabytes: number }> {
  const path = join(folder, 'file')
  writeFileSync(path, bytes)
  // The garbage of a young generation of the usual size would count as memory of the file.
  const flags = ['--max-semi-space-size=1', '--max-old-space-size=96']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, reader, path])
  return JSON.parse(stdout) as { result: unknown; megabytes: number }
}

const text = (cell: string) => `<c t="str"><v>${cell}</v></c>`
const row = (...cells: string[]) => `<row>${cells.map(text).join('')}</row>`
const people = row('Nome', 'E-mail') + row('Ana', 'ana@example.com')
const read = [
  ['Nome', 'E-mail'],
  ['Ana', 'ana@example.com'],
]
const million = 1_000_000
const megabyte = deflateRawSync(Buffer.alloc(1024 * 1024, 'a'), { finishFlush: constants.Z_FULL_FLUSH })
const names = '<sst><si><t>'

const files: [name: string, bytes: () => Uint8Array, result: unknown][] = [
  [
    'formulas are texts, and the last result of a formula',
    () => workbook({ rows: row('=HYPERLINK(1)', '@x') + '<row><c><f>1+1</f><v>2</v></c></row>' }),
    [['=HYPERLINK(1)', '@x'], ['2']],
  ],
  [
    'a zip bomb of 3 GB',
    () => zipOf({ 'xl/workbook.xml': Buffer.concat(Array.from({ length: 3_000 }, () => megabyte)) }),
    'too_large',
  ],
  [
    'a zip bomb of texts',
    () => workbook({ rows: people, shared: `${names}${'a'.repeat(60 * million)}</t></si></sst>` }),
    read,
  ],
  [
    'a bomb of shared texts',
    () => workbook({ rows: people, shared: `<sst>${`<si><t>${'a'.repeat(900)}</t></si>`.repeat(60_000)}</sst>` }),
    'too_large',
  ],
  [
    'a million short shared texts',
    () => workbook({ rows: people, shared: `<sst>${'<si><t>a</t></si>'.repeat(million)}</sst>` }),
    'too_large',
  ],
  ['a million columns in a text', () => Buffer.from(`${'a;'.repeat(million)}\nb`), 'too_many_columns'],
  [
    'a million columns in a workbook',
    () => workbook({ rows: `<row>${text('a').repeat(million)}</row>` }),
    'too_many_columns',
  ],
  ['NUL in a text', () => Buffer.from('Nome;E-mail\nA\0na;ana@example.com'), 'unreadable'],
  ['NUL in a workbook', () => workbook({ rows: row('Nome', 'E-mail') + row('A\0na', 'ana@example.com') }), read],
  [
    'two encodings in one text',
    () => Buffer.concat([Buffer.from('Nome;Área\n'), Buffer.from('João;x', 'latin1')]),
    [
      ['Nome', 'Ã\u0081rea'],
      ['João', 'x'],
    ],
  ],
  ['dimensions that lie', () => workbook({ rows: people, around: '<dimension ref="A1:XFD1048576"/>' }), read],
  [
    'a cell beyond every column',
    () => workbook({ rows: '<row r="1048576"><c r="ZZZ1048576" t="str"><v>a</v></c></row>' }),
    'too_many_columns',
  ],
  [
    'a million merged cells',
    () => workbook({ rows: people, around: `<mergeCells>${'<mergeCell ref="A1:B2"/>'.repeat(million)}</mergeCells>` }),
    read,
  ],
  [
    'entities that grow',
    () =>
      zip({
        'xl/workbook.xml': '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><workbook>&b;</workbook>',
      }),
    'unreadable',
  ],
  [
    'an entity of another file',
    () =>
      workbook({
        rows: `${row('Nome', 'E-mail')}<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/hostname">]>${row('Ana', '&f;')}`,
      }),
    [
      ['Nome', 'E-mail'],
      ['Ana', '&f;'],
    ],
  ],
  ['elements within each other', () => workbook({ rows: '<a>'.repeat(million) }), 'unreadable'],
  ['a comment of 60 MB', () => workbook({ rows: `<!--${'a'.repeat(60 * million)}-->` }), 'unreadable'],
  ['an attribute of 60 MB', () => workbook({ rows: `<row r="${'1'.repeat(60 * million)}"/>` }), 'unreadable'],
  ['an open quote before 8 MB', () => Buffer.from(`a;b\n"${'x'.repeat(8 * million)}`), 'open_quote'],
]

it.each(files)('A10, U1: %s: little memory and an end', async (_, bytes, result) => {
  const found = await measured(bytes())
  expect(found.result).toEqual(result)
  expect(found.megabytes).toBeLessThanOrEqual(maxMegabytes)
})
