// The PDF of an issued bill, in the language of the client. It says what was copied when the bill was issued, and its credit notes.
import Pdf from 'pdfkit'
import { encode } from 'uqr'
import type { Language } from '#catalogue/languages.ts'
import { writtenTaxId } from '#catalogue/tax-id.ts'
import { bytesOf, registerFonts } from '#platform/server/pdf.ts'
import { filledText } from '#features/messaging/templates/server/commands.ts'
import enUS from '../phrases/en-US.ts'
import es from '../phrases/es.ts'
import ptBR from '../phrases/pt-BR.ts'
import ptPT from '../phrases/pt-PT.ts'
import { difference, isNothing, sum } from './money.ts'
import { pixText } from './pix.ts'
import type { WholeBill } from './store.ts'

const phrases = { 'pt-BR': ptBR, 'en-US': enUS, es, 'pt-PT': ptPT }

/** A4 in points. */
const page = { width: 595, height: 842, margin: 48 }
const inner = page.width - 2 * page.margin
const colours = { ink: '#1f2328', quiet: '#5a626b', line: '#d0d7de' }

export type IssuedBill = WholeBill & { number: number; date_of_issue: string; date_due: string; created_at: Date }

/** The values of the mail of a bill, in the language of the client. The amount is what is left to pay. */
export function mailValues(bill: IssuedBill): Record<string, string> {
  const { money, day, month } = formatsOf(bill.customer.language)
  return {
    name: bill.name,
    unit: bill.supplier.fantasy_name ?? bill.partner,
    bill: String(bill.number),
    month: month(bill.reference_month),
    amount: money(bill.left ?? bill.total),
    day: day(bill.date_due),
  }
}

/** The name of the file, in the language of the client. */
export const fileName = ({ number, customer: { language } }: IssuedBill): string =>
  `${filledText(phrases[language].bill.title, { number: String(number) })}.pdf`

export function billPdf(bill: IssuedBill): Promise<Uint8Array> {
  const { language } = bill.customer
  const says = phrases[language].bill
  const title = filledText(says.title, { number: String(bill.number) })
  const pdf = new Pdf({
    size: [page.width, page.height],
    margin: page.margin,
    bufferPages: true,
    lang: language,
    displayTitle: true,
    // The time of issue: the file of a bill must not depend on when it is written.
    info: { Title: title, Author: bill.supplier.name ?? '', Creator: 'Vitrine', CreationDate: bill.created_at },
  })
  registerFonts(pdf)
  const written = bytesOf(pdf)
  const drawing: Drawing = { pdf, bill, says, language, ...formatsOf(language) }
  drawHead(drawing, title)
  drawParties(drawing)
  const due = drawLines(drawing)
  drawPayment(drawing, due)
  drawPageNumbers(drawing)
  pdf.end()
  return written
}

type Drawing = ReturnType<typeof formatsOf> & {
  pdf: PDFKit.PDFDocument
  bill: IssuedBill
  says: (typeof phrases)[Language]['bill']
  language: Language
}

function formatsOf(language: Language) {
  const currency = new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' })
  const utc = { timeZone: 'UTC' } as const
  const days = new Intl.DateTimeFormat(language, { ...utc, dateStyle: 'long' })
  const months = new Intl.DateTimeFormat(language, { ...utc, month: 'long', year: 'numeric' })
  const count = new Intl.NumberFormat(language)
  return {
    // The text of the amount goes to the formatter as it is: a number would round a large sum.
    money: (amount: string) => currency.format(amount as `${number}`),
    day: (date: string) => days.format(new Date(`${date}T00:00:00Z`)),
    month: (month: string) => months.format(new Date(`${month}-01T00:00:00Z`)),
    count: (value: number) => count.format(value),
  }
}

function drawHead({ pdf, bill, language, day, month }: Drawing, title: string): void {
  pdf.font('bold').fontSize(20).fillColor(colours.ink).text(title)
  const { field } = phrases[language]
  pdf.moveDown(0.6)
  for (const [label, value] of [
    [field.reference_month, month(bill.reference_month)],
    [field.date_of_issue, day(bill.date_of_issue)],
    [field.date_due, day(bill.date_due)],
    ...(bill.customer_code === null ? [] : [[field.customer_code, bill.customer_code]]),
  ] as [string, string][]) {
    pdf.font('regular').fontSize(9.5).fillColor(colours.quiet).text(`${label}: `, { continued: true })
    pdf.fillColor(colours.ink).text(value)
  }
  pdf.moveDown(1.2)
}

function drawParties({ pdf, bill, says }: Drawing): void {
  const width = inner / 2 - 12
  const top = pdf.y
  const bottoms = [
    { label: says.issuedBy, name: bill.supplier.name ?? '', party: bill.supplier },
    { label: says.billedTo, name: bill.name, party: bill.customer },
  ].map(({ label, name, party }, index) => {
    const x = page.margin + index * (width + 24)
    pdf.font('bold').fontSize(9).fillColor(colours.quiet).text(label, x, top, { width })
    pdf.font('bold').fontSize(11).fillColor(colours.ink).text(name, { width })
    pdf.font('regular').fontSize(9.5)
    for (const line of partyLines(name, party)) pdf.text(line, { width })
    return pdf.y
  })
  pdf.x = page.margin
  pdf.y = Math.max(...bottoms) + 24
}

/** Names of Brazilian law, the same in every language. */
const taxIdNames = { legal: 'CNPJ', physical: 'CPF' } as const

/** Tax id, address and contact, without empty lines. A trade name that is the name is not said twice. */
export function partyLines(name: string, party: IssuedBill['supplier'] | IssuedBill['customer']): string[] {
  const joined = (...parts: (string | null)[]) => parts.filter((part) => part !== null && part !== '').join(', ')
  const cep = party.cep === null ? null : party.cep.replace(/^(\d{5})(\d{3})$/, '$1-$2')
  return [
    party.fantasy_name === name ? '' : (party.fantasy_name ?? ''),
    party.cnpj_cpf === null
      ? ''
      : `${taxIdNames[party.client_type]}: ${writtenTaxId(party.cnpj_cpf, party.client_type)}`,
    joined(party.address, party.number, party.complement),
    joined(party.neighborhood, party.city, party.state, cep),
    joined(party.contact_name, party.commercial_phone),
    party.business_email ?? '',
  ].filter((line) => line !== '')
}

/** Columns: what, quantity, price of one, amount. */
const columns = [
  { x: 0, width: 0.46, align: 'left' },
  { x: 0.46, width: 0.14, align: 'right' },
  { x: 0.6, width: 0.2, align: 'right' },
  { x: 0.8, width: 0.2, align: 'right' },
] as const

type Cells = readonly [string, string, string, string]

function drawRow({ pdf }: Drawing, cells: Cells, { bold = false, note = '' } = {}): void {
  const lines = () => pdf.font(bold ? 'bold' : 'regular').fontSize(9.5)
  const height = Math.max(
    ...cells.map((cell, at) => lines().heightOfString(cell || ' ', { width: inner * (columns[at]?.width ?? 1) - 4 })),
  )
  const noteHeight = note === '' ? 0 : pdf.fontSize(8.5).heightOfString(note, { width: inner * columns[0].width - 4 })
  if (pdf.y + height + noteHeight + 12 > page.height - page.margin - 20) pdf.addPage()
  const top = pdf.y + 6
  for (const [at, cell] of cells.entries()) {
    const { x, width, align } = columns[at] ?? columns[0]
    lines()
      .fillColor(colours.ink)
      .text(cell, page.margin + x * inner, top, { width: width * inner - (align === 'left' ? 4 : 0), align })
  }
  if (note !== '') {
    pdf
      .font('regular')
      .fontSize(8.5)
      .fillColor(colours.quiet)
      .text(note, page.margin, top + height + 1, { width: inner * columns[0].width - 4 })
  }
  const bottom = top + height + noteHeight + 6
  pdf
    .moveTo(page.margin, bottom)
    .lineTo(page.margin + inner, bottom)
    .lineWidth(0.6)
    .strokeColor(colours.line)
    .stroke()
  pdf.x = page.margin
  pdf.y = bottom
}

/** Draws the lines, the total and the credit notes. Returns what is to be paid. */
function drawLines(drawing: Drawing): string {
  const { bill, says, language, money, count, day } = drawing
  const { field } = phrases[language]
  drawRow(drawing, [says.item, says.quantity, says.unit, says.amount], { bold: true })
  const words = { shown: count(bill.billed_users), bonus: count(bill.number_of_bonus) }
  const text =
    new Intl.PluralRules(language).select(bill.billed_users) === 'one' ? says.usersText_one : says.usersText_other
  drawRow(drawing, [says.users, count(bill.charged_users), money(bill.price), money(bill.users_amount)], {
    note: filledText(text, words),
  })
  drawRow(drawing, [says.domains, count(bill.domains), money(bill.domain_fee), money(bill.domains_amount)])
  drawRow(drawing, [field.total, '', '', money(bill.total)], { bold: true })
  for (const { number, issued_on, total, reason } of bill.credit_notes) {
    const name = filledText(says.creditNote, { number: String(number), day: day(issued_on) })
    drawRow(drawing, [name, '', '', money(difference('0', total))], { note: reason })
  }
  const credited = bill.credit_notes.reduce((before, { total }) => sum(before, total), '0')
  const due = difference(bill.total, credited)
  if (!isNothing(credited)) drawRow(drawing, [says.due, '', '', money(due)], { bold: true })
  return due
}

function drawPayment({ pdf, bill, says }: Drawing, due: string): void {
  const { supplier, customer } = bill
  if (customer.payment_details !== null) {
    pdf.y += 20
    pdf.font('bold').fontSize(9).fillColor(colours.quiet).text(says.payment)
    pdf.font('regular').fontSize(9.5).fillColor(colours.ink).text(customer.payment_details)
  }
  if (supplier.pix_key === null) return
  const text = pixText({
    key: supplier.pix_key,
    receiver: supplier.fantasy_name ?? supplier.name ?? bill.partner,
    city: supplier.city,
    number: bill.number,
    amount: due,
  })
  if (text === null) return
  const size = 110
  if (pdf.y + size + 60 > page.height - page.margin) pdf.addPage()
  pdf.y += 20
  pdf.font('bold').fontSize(9).fillColor(colours.quiet).text(says.pix)
  const top = pdf.y + 6
  drawCode(pdf, text, { x: page.margin, y: top, size })
  const width = inner - size - 16
  pdf.font('regular').fontSize(9.5).fillColor(colours.ink)
  pdf.text(says.pixText, page.margin + size + 16, top, { width })
  pdf.moveDown(0.5).fontSize(8.5).text(text, { width })
}

function drawCode(pdf: PDFKit.PDFDocument, text: string, { x, y, size }: { x: number; y: number; size: number }): void {
  const { data } = encode(text, { border: 0 })
  const module = size / data.length
  for (const [row, modules] of data.entries()) {
    for (const [column, isDark] of modules.entries()) {
      if (isDark) pdf.rect(x + column * module, y + row * module, module, module)
    }
  }
  pdf.fill('#000000')
}

function drawPageNumbers({ pdf, says }: Drawing): void {
  const { count } = pdf.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(index)
    // Below the margin, where text would otherwise begin a new page.
    pdf.page.margins.bottom = 0
    pdf
      .font('regular')
      .fontSize(8)
      .fillColor(colours.quiet)
      .text(
        filledText(says.page, { page: String(index + 1), pages: String(count) }),
        page.margin,
        page.height - page.margin + 12,
        { width: inner, align: 'right', lineBreak: false },
      )
  }
}
