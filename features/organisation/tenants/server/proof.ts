// The proof of an erasure: a JSON document, and the same document as PDF for people.
import { createHash } from 'node:crypto'
import Pdf from 'pdfkit'
import { z } from 'zod'
import { bytesOf, registerFonts } from '#platform/server/pdf.ts'
import type { Unproved } from './erasure-store.ts'

const person = z.object({ id: z.string().nullable(), name: z.string(), at: z.string() })

export const proofDocument = z.object({
  format: z.literal('vitrine.erasure/1'),
  unit: z.object({ id: z.string(), name: z.string() }),
  partner: z.object({ id: z.string(), name: z.string() }).nullable(),
  ordered: person,
  /** Null: nobody confirmed, and the grace period passed. */
  confirmed: person.nullable(),
  due_at: z.string(),
  begun_at: z.string(),
  rows_erased_at: z.string(),
  proved_at: z.string(),
  tables: z.array(z.object({ name: z.string(), before: z.number(), after: z.number() })),
  /** `stray`: files without a row, which a crash had left. */
  files: z.object({ before: z.number(), after: z.number(), stray: z.number() }),
  kept: z.array(z.object({ what: z.enum(['bills', 'audit_entries', 'models']), count: z.number() })),
})
export type ProofDocument = z.output<typeof proofDocument>

const counts = z.record(z.string(), z.number())

type Left = { tables: readonly { name: string; rows: number }[]; stray: number; at: Date }

/** Writes the document. @throws when something is left: there is then no proof. */
export function writeProof(
  erasure: Unproved,
  { tables, stray, at }: Left,
): { document: string; sha256: string; at: Date } {
  const before = counts.parse(erasure.counts ?? {})
  const after = new Map(tables.map(({ name, rows }) => [name, rows]))
  const left = tables.filter(({ rows }) => rows > 0)
  if (left.length > 0) throw new Error(`rows are left in ${left.map(({ name }) => name).join(', ')}`)
  const names = [...new Set([...Object.keys(before), ...after.keys()])].toSorted()
  const { partner_id, partner, confirmed_at, confirmed_by_name } = erasure
  const text = (instant: Date | null) => (instant ?? at).toISOString()
  const proof = proofDocument.parse({
    format: 'vitrine.erasure/1',
    unit: { id: erasure.unit_id, name: erasure.unit_name },
    partner: partner_id === null || partner === null ? null : { id: partner_id, name: partner },
    ordered: { id: erasure.ordered_by, name: erasure.ordered_by_name, at: text(erasure.ordered_at) },
    confirmed:
      confirmed_at === null || confirmed_by_name === null
        ? null
        : { id: erasure.confirmed_by, name: confirmed_by_name, at: text(confirmed_at) },
    due_at: text(erasure.erase_at),
    begun_at: text(erasure.begun_at),
    rows_erased_at: text(erasure.rows_erased_at),
    proved_at: text(at),
    tables: names.map((name) => ({ name, before: before[name] ?? 0, after: after.get(name) ?? 0 })),
    files: { before: before['files'] ?? 0, after: 0, stray },
    kept: erasure.kept,
  } satisfies Record<keyof ProofDocument, unknown>)
  const document = `${JSON.stringify(proof, null, 2)}\n`
  return { document, sha256: sha256Of(document), at }
}

export const sha256Of = (document: string): string => createHash('sha256').update(document, 'utf8').digest('hex')

/** `word`: a phrase by its full key. */
type Words = { word: (key: string) => string; language: string; sha256: string }

/** The document for people. The JSON document is the one whose SHA-256 counts; the PDF names it. */
export function proofPdf(proof: ProofDocument, { word, language, sha256 }: Words): Promise<Uint8Array> {
  const title = `${word('organisation.tenants.proof.title')}: ${proof.unit.name}`
  const instants = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' })
  const count = (value: number) => new Intl.NumberFormat(language).format(value)
  const when = (instant: string) => instants.format(new Date(instant))
  const pdf = new Pdf({
    size: 'A4',
    margin: 48,
    lang: language,
    displayTitle: true,
    info: { Title: title, Creator: 'Vitrine', CreationDate: new Date(proof.proved_at) },
  })
  registerFonts(pdf)
  const written = bytesOf(pdf)
  const heading = (text: string) => pdf.moveDown().font('bold').fontSize(12).text(text).moveDown(0.3)
  const line = (label: string, value: string) =>
    pdf.font('bold').fontSize(9.5).text(`${label}: `, { continued: true }).font('regular').text(value)
  pdf.font('bold').fontSize(18).text(title).moveDown(0.5)
  line(word('organisation.tenants.proof.unit'), `${proof.unit.name} (${proof.unit.id})`)
  if (proof.partner) line(word('organisation.tenants.field.parceiro_id'), `${proof.partner.name} (${proof.partner.id})`)
  line(word('organisation.tenants.proof.ordered'), `${proof.ordered.name}, ${when(proof.ordered.at)}`)
  const { confirmed } = proof
  line(
    word('organisation.tenants.proof.confirmed'),
    confirmed ? `${confirmed.name}, ${when(confirmed.at)}` : word('organisation.tenants.proof.gracePassed'),
  )
  line(word('organisation.tenants.proof.begun'), when(proof.begun_at))
  line(word('organisation.tenants.proof.rowsErased'), when(proof.rows_erased_at))
  line(word('organisation.tenants.proof.proved'), when(proof.proved_at))
  line(word('organisation.tenants.proof.files'), `${count(proof.files.before)} → ${count(proof.files.after)}`)
  line('SHA-256 (JSON)', sha256)
  heading(word('organisation.tenants.proof.kept'))
  for (const { what, count: number } of proof.kept) {
    pdf
      .font('regular')
      .fontSize(9.5)
      .text(`${word(`organisation.tenants.proof.keptWhat.${what}`)}: ${count(number)}`)
  }
  heading(word('organisation.tenants.proof.tables'))
  pdf.font('regular').fontSize(8.5)
  for (const { name, before, after } of proof.tables) pdf.text(`${name}: ${count(before)} → ${count(after)}`)
  pdf.end()
  return written
}
