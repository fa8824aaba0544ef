// The file of a bill: drawn when somebody needs it first, and the same bytes for everybody afterwards.
import { createHash } from 'node:crypto'
import { fail } from '#platform/contract/failure.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { newFilePath } from '#platform/server/files/file-path.ts'
import { noteFile, useFile } from '#platform/server/files/kept-files.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import { billPdf, type IssuedBill } from './bill-pdf.ts'
import * as store from './store.ts'

export const fileKind = 'bill.document'

type Needs = {
  storage: FileStorage
  acrossTenants: <T>(reason: string, work: (db: Database) => Promise<T>) => Promise<T>
}

export type BillFile = { path: string; sha256: string; bytes: number }

/**
 * Answers the file of a bill with its present credit notes. The caller has checked that the person may read the bill. No connection is held
 * while the file is drawn and stored.
 */
export async function billFile({ storage, acrossTenants }: Needs, bill: IssuedBill): Promise<BillFile> {
  const place = { billId: bill.id, creditNotes: bill.credit_notes.length }
  const found = await acrossTenants('the file of a bill', (db) => store.findFile(db, place))
  if (found) return found
  const content = await billPdf(bill)
  const { partner_id: partnerId } = bill
  const path = newFilePath('private', partnerId, 'bin')
  const file = { path, sha256: createHash('sha256').update(content).digest('hex'), bytes: content.length }
  const owner = { partnerId, tenantId: null }
  await acrossTenants('a new file of a bill', (db) =>
    noteFile(db, { path, owner, kind: fileKind, bytes: content.length }, Infinity),
  )
  await storage.put(path, content)
  return acrossTenants('the file of a bill', async (db) => {
    const isNew = await store.addFile(db, place, { ...file, partnerId })
    // Of two that are drawn at the same time the first is used; the other is removed after a day.
    if (isNew) await useFile(db, path, fileKind)
    return isNew ? file : ((await store.findFile(db, place)) ?? fail('call.failed'))
  })
}

/** The bill, when it is issued and valid. */
export function issuedBill(bill: store.WholeBill): IssuedBill {
  const { number, date_of_issue, date_due, created_at } = bill
  if (bill.state === 'void') return fail('bill.is_void')
  if (number === null || date_of_issue === null || date_due === null || created_at === null)
    return fail('call.not_found')
  return { ...bill, number, date_of_issue, date_due, created_at }
}
