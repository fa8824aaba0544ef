import { expect, it } from 'vitest'
import { readSheetInThread } from './read-in-thread.ts'
import { readSheet } from './read-sheet.ts'
import { SheetFault } from './sheet-row.ts'

const limits = { rows: 3, columns: 5, cellLength: 20, characters: 1_000, unpackedBytes: 10_000 }
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))

it('answers the rows that the function answers', async () => {
  const bytes = bytesOf('nome;email\nAna;ana@example.com\n')
  expect(await readSheetInThread({ bytes, limits, form: null }, 'a')).toEqual(await readSheet(bytes, limits))
})

it('refuses what the function refuses', async () => {
  const refusalOf = async (text: string) => {
    const fault: unknown = await readSheetInThread({ bytes: bytesOf(text), limits, form: null }, 'a').catch(
      (error: unknown) => error,
    )
    return fault instanceof SheetFault ? fault.kind : fault
  }
  expect(await refusalOf('a\nb\nc\nd\n')).toBe('too_many_rows')
  expect(await refusalOf('%PDF-1.7')).toBe('unreadable')
})
