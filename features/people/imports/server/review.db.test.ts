// The reading of files, the correction of rows, and that no row is lost.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { importReadings } from '#catalogue/limits.ts'
import { createHosts } from '#platform/server/hosts.ts'
import type { Mailing } from '#platform/server/mail/senders.ts'
import { type TestWorker, testWorker } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { uploadOf } from '#testing/uploads.ts'
import { masterInNorte, people, tenants } from '#testing/world.ts'
import * as calls from '../contract.ts'
import { userImportJobs } from './jobs.ts'
import { readAgain } from './service.ts'

const portal = testPortal()
const admin = () => portal.as('adminOfNorte')
const inviting = {
  hosts: createHosts(new URL('http://localhost')),
  mailing: { senderOf: async () => null } as unknown as Mailing,
  showsMails: true,
}

let worker: TestWorker
beforeAll(async () => {
  worker = await testWorker(portal.databaseUrl, userImportJobs(inviting))
})
afterAll(() => worker.close())
beforeEach(() =>
  portal.platform(async (db) => {
    await db.deleteFrom('user_imports').execute()
    await db.deleteFrom('user_import_mappings').execute()
    await db.updateTable('tenants').set({ user_limit: 5_000 }).execute()
    await db.updateTable('settings').set({ send_invitations: false }).execute()
  }),
)

async function sent(bytes: Uint8Array): Promise<string> {
  const { status, raw } = await admin().send({
    method: 'POST',
    url: '/api/auth/users/import/upload',
    ...uploadOf({ name: 'pessoas.csv' }, bytes, 'x.csv', 'text/csv'),
  })
  expect(status, JSON.stringify(raw)).toBe(200)
  return String(raw['id'])
}
const csv = (...lines: string[]) => new TextEncoder().encode(lines.join('\n'))
const seen = async (id: string) => (await admin().ask(calls.readImport, { id })).body
const rowsOf = async (id: string, show: (typeof calls.rowFilters)[number] = 'all') =>
  (await admin().ask(calls.listImportRows, { id, show, size: 100 })).body.data
const storedFiles = () =>
  portal.platform((db) => db.selectFrom('user_imports').select('file').where('file', 'is not', null).execute())

describe('the reading of a file', () => {
  it('is displayed, changes in place, and the file goes when the columns are confirmed', async () => {
    const bytes = Buffer.from('Nome;E-mail\nJoão;joao@import.example', 'latin1')
    const id = await sent(bytes)
    expect(await seen(id)).toMatchObject({
      reading: { encoding: 'windows-1252', delimiter: ';' },
      sample: [['João', 'joao@import.example']],
    })
    const read = (encoding: (typeof calls.encodings)[number], delimiter: (typeof calls.delimiters)[number]) =>
      admin().ask(calls.readImportAgain, { id, encoding, delimiter })
    expect((await read('utf-8', ',')).status).toBe(200)
    expect(await seen(id)).toMatchObject({
      reading: { encoding: 'utf-8', delimiter: ',' },
      headings: ['Nome;E-mail'],
      sample: [['Jo\uFFFDo;joao@import.example']],
    })
    expect(
      (await portal.as('adminOfSul').ask(calls.readImportAgain, { id, encoding: 'utf-8', delimiter: ';' })).status,
    ).toBe(404)
    expect((await read('windows-1252', ';')).status).toBe(200)
    expect((await storedFiles()).length).toBe(1)
    expect((await admin().ask(calls.mapImport, { id, columns: ['nome_usuario', 'email'] })).status).toBe(200)
    expect(await storedFiles()).toEqual([])
    expect(await seen(id)).toMatchObject({ reading: null, rows: { pending: 1 } })
    expect((await read('utf-8', ';')).status).toBe(409)
  })

  it('A10: is limited for each person in a minute', async () => {
    const who = portal.as(masterInNorte)
    const input = { id: people.userOfNorte.id, encoding: 'utf-8', delimiter: ';' } as const
    const statuses = new Set<number>()
    // The calls may fall into two minutes.
    for (let at = 0; at <= 2 * importReadings.perMinute && !statuses.has(429); at += 1)
      statuses.add((await who.ask(calls.readImportAgain, input)).status)
    expect([...statuses]).toEqual([404, 429])
  })

  it('P2: stores no rows again when an erasure deleted the file meanwhile', async () => {
    const id = await sent(csv('Nome;E-mail', 'Ana;ana@import.example'))
    const transaction = async (work: (context: never) => Promise<unknown>) => {
      const answer = await worker.gate.inTenant(tenants.norte.id, (db) => work({ db } as never))
      await portal.platform((db) => db.updateTable('user_imports').set({ file: null }).execute())
      return answer
    }
    const context = { actor: { userId: people.adminOfNorte.id }, transaction } as never
    const form = { encoding: 'utf-8', delimiter: ',' } as const
    await expect(readAgain(context, { id, form, mostRows: 10 })).rejects.toMatchObject({ code: 'import.file_gone' })
    expect((await seen(id)).headings).toEqual(['Nome', 'E-mail'])
  })

  it('a reading that gives no table changes nothing', async () => {
    const id = await sent(csv('Nome;E-mail', 'Ana;ana@import.example'))
    const { status } = await admin().ask(calls.readImportAgain, { id, encoding: 'utf-16le', delimiter: ';' })
    expect(status).toBe(400)
    expect((await seen(id)).headings).toEqual(['Nome', 'E-mail'])
  })

  it('the columns that a unit chose are suggested for its next file, and for no other unit', async () => {
    const file = csv('Quem;Onde achar;Nome', 'Ana;ana@import.example;x')
    const first = await sent(file)
    expect((await seen(first)).columns).toEqual(['', 'email', 'nome_usuario'])
    await admin().ask(calls.mapImport, { id: first, columns: ['nome_usuario', 'email', ''] })
    expect((await seen(await sent(file))).columns).toEqual(['nome_usuario', 'email', ''])
    const sul = portal.as('adminOfSul')
    const { raw } = await sul.send({
      method: 'POST',
      url: '/api/auth/users/import/upload',
      ...uploadOf({ name: 'a.csv' }, file, 'x.csv', 'text/csv'),
    })
    expect((await sul.ask(calls.readImport, { id: String(raw['id']) })).body.columns).toEqual([
      '',
      'email',
      'nome_usuario',
    ])
  })
})

describe('the line of the headings', () => {
  const file = csv('Pessoas da filial', '', 'Nome;E-mail', 'Ana;ana@import.example', 'Bia;bia@import.example')
  const set = (id: string, line: number) => admin().ask(calls.setImportHeading, { id, line })
  const stored = async (id: string) => (await rowsOf(id)).map(({ number, cells }) => [number, ...cells])
  const topRows = () =>
    portal.platform((db) => db.selectFrom('user_imports').select('id').where('top_rows', 'is not', null).execute())

  it('is guessed below titles, and changes in place until the columns are confirmed', async () => {
    const id = await sent(file)
    expect(await seen(id)).toMatchObject({
      headings: ['Nome', 'E-mail'],
      columns: ['nome_usuario', 'email'],
      heading: { line: 3, rows: [{ number: 1 }, { number: 3 }, { number: 4 }, { number: 5 }] },
    })
    expect((await set(id, 0)).status).toBe(200)
    expect(await seen(id)).toMatchObject({ headings: ['', ''], heading: { line: 0 }, rows: { pending: 4 } })
    expect(await stored(id)).toEqual([
      [1, 'Pessoas da filial'],
      [3, 'Nome', 'E-mail'],
      [4, 'Ana', 'ana@import.example'],
      [5, 'Bia', 'bia@import.example'],
    ])
    expect((await set(id, 1)).status).toBe(200)
    expect(await seen(id)).toMatchObject({ headings: ['Pessoas da filial', ''], rows: { pending: 3 } })
    expect((await set(id, 3)).status).toBe(200)
    expect(await stored(id)).toEqual([
      [4, 'Ana', 'ana@import.example'],
      [5, 'Bia', 'bia@import.example'],
    ])
    expect((await admin().ask(calls.mapImport, { id, columns: ['nome_usuario', 'email'] })).status).toBe(200)
    expect((await seen(id)).heading).toBeNull()
    expect(await topRows()).toEqual([])
    expect((await set(id, 1)).status).toBe(409)
  })

  it('is one of the first lines with a person below it, otherwise nothing changes', async () => {
    const id = await sent(file)
    for (const line of [2, 5, 99]) expect((await set(id, line)).status, String(line)).toBe(400)
    expect((await portal.as('adminOfSul').ask(calls.setImportHeading, { id, line: 1 })).status).toBe(404)
    expect(await stored(id)).toHaveLength(2)
    expect((await seen(id)).heading?.line).toBe(3)
  })

  it('may be none: the first person of a file without headings is not lost', async () => {
    const id = await sent(csv('Ana;ana@import.example', 'Bia;bia@import.example'))
    expect(await seen(id)).toMatchObject({ heading: { line: 0 }, columns: ['', 'email'], rows: { pending: 2 } })
  })
})

describe('a correction', () => {
  const columns = ['nome_usuario', 'email', 'perfil_usuario']
  async function reviewed() {
    const lines = Array.from(
      { length: 12 },
      (_, at) => `P;p${String(at)}@import.example;${at < 8 ? 'Chefe' : 'Leitor'}`,
    )
    const id = await sent(csv('Nome;E-mail;Perfil', ...lines))
    await admin().ask(calls.mapImport, { id, columns })
    return id
  }
  const alike = async (id: string, value: string) =>
    (await admin().ask(calls.countImportCells, { id, column: 2, value })).body

  it('is offered for all rows with the same value, which are counted before they change', async () => {
    const id = await reviewed()
    expect((await seen(id)).rows.faulty).toBe(8)
    await admin().ask(calls.editImportCell, { id, number: 2, column: 2, value: 'Leitor' })
    expect(await alike(id, 'Chefe')).toEqual({ count: 7, numbers: [3, 4, 5, 6, 7, 8, 9] })
    const mend = { id, column: 2, value: 'Chefe', replacement: 'Leitor' }
    // Somebody else corrected a row meanwhile: not what the person saw.
    expect((await admin().ask(calls.mendImportCells, { ...mend, count: 8 })).status).toBe(409)
    expect((await seen(id)).rows.faulty).toBe(7)
    expect((await admin().ask(calls.mendImportCells, { ...mend, count: 7 })).status).toBe(200)
    expect((await seen(id)).rows.faulty).toBe(0)
    expect((await rowsOf(id)).every(({ cells }) => cells[2] === 'Leitor')).toBe(true)
  })

  it('is taken back one by one, in the rows that still have its value', async () => {
    const id = await reviewed()
    await admin().ask(calls.mendImportCells, { id, column: 2, value: 'Chefe', replacement: 'Leitor', count: 8 })
    await admin().ask(calls.editImportCell, { id, number: 3, column: 2, value: 'Administrador' })
    const edits = (await admin().ask(calls.listImportEdits, { id })).body
    expect(edits).toMatchObject([
      { column: 2, before: 'Leitor', after: 'Administrador', number: 3, count: 1 },
      { column: 2, before: 'Chefe', after: 'Leitor', number: 2, count: 8 },
    ])
    const undo = { id, edit_id: edits[1]?.id ?? '' }
    expect((await admin().ask(calls.undoImportEdit, undo)).status).toBe(200)
    expect((await admin().ask(calls.undoImportEdit, undo)).status).toBe(404)
    expect((await seen(id)).rows.faulty).toBe(7)
    expect((await rowsOf(id)).find(({ number }) => number === 3)?.cells[2]).toBe('Administrador')
    expect((await admin().ask(calls.listImportEdits, { id })).body).toHaveLength(1)
  })

  it('T1: another business unit neither counts, corrects nor lists', async () => {
    const id = await reviewed()
    const sul = portal.as('adminOfSul')
    const answers = [
      await sul.ask(calls.countImportCells, { id, column: 2, value: 'Chefe' }),
      await sul.ask(calls.mendImportCells, { id, column: 2, value: 'Chefe', replacement: 'x', count: 8 }),
      await sul.ask(calls.listImportEdits, { id }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  })
})

describe('no row is lost', () => {
  const cell = fc.oneof(
    fc.constantFrom('', '=1+1', '@SUM(1)', 'a"b', 'x;y', 'a\nb', '\u00A0Ana\u00A0', '😀', 'ÁÉ', '-', 'null'),
    fc.string({ maxLength: 12 }),
  )
  const address = fc.oneof(
    fc.integer({ min: 0, max: 30 }).map((at) => `q${String(at)}@import.example`),
    fc.constantFrom('', 'sem-arroba', people.userOfNorte.email, people.userOfSul.email, 'Q1@IMPORT.example'),
  )
  const row = fc.tuple(
    cell,
    address,
    fc.oneof(cell, fc.constantFrom('11987654321', '12')),
    fc.constantFrom('', 'Leitor', 'Chefe'),
  )
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

  it(
    'J3: every row of a random file is imported, unchanged, failed with a reason, or removed by hand',
    { timeout: 240_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(row, { minLength: 1, maxLength: 25 }),
          fc.constantFrom(...calls.delimiters),
          fc.constantFrom(...calls.existingChoices),
          fc.array(fc.nat({ max: 26 }), { maxLength: 4 }),
          async (rows, delimiter, existing, removed) => {
            await portal.platform((db) => db.deleteFrom('user_imports').execute())
            // Rows without any text are no rows, and a file without rows is refused.
            const expected = rows.filter((cells) =>
              cells.some((each) => each.replaceAll('\0', '').trim() !== ''),
            ).length
            if (expected === 0) return
            const lines = rows.map((cells) => cells.map(quoted).join(delimiter))
            const id = await sent(
              csv(`sep=${delimiter}`, ['Nome', 'E-mail', 'Telefone', 'Perfil'].join(delimiter), ...lines),
            )
            const columns = ['nome_usuario', 'email', 'phone', 'perfil_usuario']
            const mapped = await admin().ask(calls.mapImport, { id, columns, existing, matched_by: 'email' })
            expect(mapped.status).toBe(200)
            const total = (await seen(id)).rows.pending
            expect(total).toBe(expected)
            const numbers = removed.map((at) => at + 3)
            await admin().ask(calls.removeImportRows, { id, numbers, faulty: 'N' })
            const { status } = await admin().ask(calls.startImport, { id })
            await vi.waitFor(async () => expect((await seen(id)).state).toBe(status === 200 ? 'done' : 'review'), {
              timeout: 25_000,
              interval: 20,
            })
            const { rows: found } = await seen(id)
            const faulty = status === 200 ? found.failed : found.faulty
            expect(found.success + found.changed + found.same + faulty + found.removed).toBe(total)
            expect(found.pending).toBe(status === 200 ? 0 : faulty)
            const left = await rowsOf(id, status === 200 ? 'failed' : 'faulty')
            expect(left.every(({ faults }) => faults.length > 0)).toBe(true)
          },
        ),
        { numRuns: 20 },
      )
    },
  )
})
