// One sheet as an Office Open XML workbook (ECMA-376), row by row. Text is inline in its cell instead of in a table of shared strings,
// so that memory stays constant. Text is never a formula in this format. Next: zip.ts.
import { slicesOf } from '../slices.ts'
import { type Cell, dayText, type Sheet, wallClock } from './sheet.ts'
import { type ZipFile, writeZip } from './zip.ts'

export const writeXlsx = (sheet: Sheet): AsyncGenerator<Buffer> => writeZip(filesOf(sheet))

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const parts = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const filesOf = (sheet: Sheet): ZipFile[] => [
  {
    name: '[Content_Types].xml',
    text: [
      `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">`,
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      '<Default Extension="xml" ContentType="application/xml"/>',
      `<Override PartName="/xl/workbook.xml" ContentType="${parts}.sheet.main+xml"/>`,
      `<Override PartName="/xl/styles.xml" ContentType="${parts}.styles+xml"/>`,
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${parts}.worksheet+xml"/></Types>`,
    ],
  },
  { name: '_rels/.rels', text: [relationsOf(['officeDocument', 'xl/workbook.xml'])] },
  {
    name: 'xl/workbook.xml',
    text: [
      `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${sheetName(sheet.name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    text: [relationsOf(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml'])],
  },
  { name: 'xl/styles.xml', text: [styles] },
  { name: 'xl/worksheets/sheet1.xml', text: sheetText(sheet) },
]

/** A sheet name that Excel accepts: 31 characters, none of `[]:*?/\\`, no apostrophe at either end, and not the reserved word. */
export function sheetName(title: string): string {
  const plain = title.replace(/[[\]:*?/\\\p{Cc}]+/gu, ' ').replace(/\s+/g, ' ')
  const name = plain
    .trim()
    .slice(0, 31)
    .replace(/^'+|'+$/g, '')
    .trim()
  return escaped(name === '' || /^history$/i.test(name) ? `${name}1` : name).replaceAll('"', '&quot;')
}

const relationsOf = (...targets: [kind: string, path: string][]) =>
  `${xml}<Relationships xmlns="${relations}">${targets
    .map(([kind, path], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${kind}" Target="${path}"/>`)
    .join('')}</Relationships>`

/** Indexes of the cell formats: 0 plain, then these. */
const format = { heading: 1, instant: 2, day: 3 } as const

const styles = `${xml}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="dd\\/mm\\/yyyy"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>\
<cellXfs count="4"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" numFmtId="165" applyNumberFormat="1"/></cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const columnWidth = 24

async function* sheetText({ titles, parts: rowParts, timezone }: Sheet): AsyncGenerator<string> {
  const timeOf = wallClock(timezone)
  const letters = titles.map((_, index) => letterOf(index))
  const row = (cells: Cell[], at: number, style: number) =>
    `<row r="${at}">${cells.map((cell, column) => cellText(cell, `${letters[column]}${at}`, style, timeOf)).join('')}</row>`
  yield `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">`
  yield '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  yield `<cols><col min="1" max="${titles.length}" width="${columnWidth}" customWidth="1"/></cols><sheetData>`
  yield row(titles, 1, format.heading)
  let at = 1
  for await (const rows of rowParts)
    for await (const texts of slicesOf(rows, (cells) => row(cells, (at += 1), 0))) yield texts.join('')
  yield '</sheetData></worksheet>'
}

function cellText(cell: Cell, reference: string, style: number, timeOf: (instant: Date) => string): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${reference}"><v>${cell}</v></c>` : ''
  if (cell instanceof Date) return `<c r="${reference}" s="${format.instant}"><v>${serialOf(timeOf(cell))}</v></c>`
  if (typeof cell === 'string') return textCell(cell, reference, style)
  const serial = serialOf(`${cell.day} 00:00:00`)
  return serial >= firstDay
    ? `<c r="${reference}" s="${format.day}"><v>${serial}</v></c>`
    : textCell(dayText(cell), reference, style)
}

const textCell = (text: string, reference: string, style: number) =>
  `<c r="${reference}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/** 1 March 1900. Before it, spreadsheets disagree (some count a 29 February 1900, which did not exist) or have no dates. */
const firstDay = 61

/** Days since 30 December 1899, as spreadsheets count them. The input is local time, because a sheet has no zones. */
const serialOf = (clock: string) => Date.parse(`${clock.replace(' ', 'T')}Z`) / 86_400_000 + 25_569

/** Maximum characters of a cell. */
const longestText = 32_767

/** Escapes text for XML. Characters that XML cannot hold are removed. `_x0041_` is escaped, because Excel would read it as a letter. */
export function escaped(text: string): string {
  return text
    .slice(0, longestText)
    .toWellFormed()
    .replace(/(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]/gu, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>\r]/g, (sign) => entities[sign] ?? '')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** A, B, … Z, AA, AB, … */
export function letterOf(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? letterOf(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}
