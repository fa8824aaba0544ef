import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { exports } from '#catalogue/limits.ts'
import { downloadOf } from './download.ts'

const actor = { userId: 'ana', tenantId: 'norte', partnerId: 'p' } as Parameters<typeof downloadOf>[0]
const file = () => Promise.resolve({ name: 'a.pdf', type: 'application/pdf', bytes: Buffer.from('a file') })
const refusal = { code: 'call.throttled' }

test('V5: downloads that nobody reads occupy the slots of the person, until they are read or aborted', async () => {
  const open = await Promise.all(Array.from({ length: exports.perPerson }, () => downloadOf(actor, file)))
  await expect(downloadOf(actor, file)).rejects.toMatchObject(refusal)
  const [read, ...aborted] = open
  expect(read && (await text(read.body))).toBe('a file')
  const next = await downloadOf(actor, file)
  await expect(downloadOf(actor, file)).rejects.toMatchObject(refusal)
  for (const { body } of [next, ...aborted]) await new Promise((done) => body.once('close', done).destroy())
  const last = await downloadOf(actor, file)
  await new Promise((done) => last.body.once('close', done).destroy())
})

test('a slot is taken before the file is read, and freed when the reading fails', async () => {
  for (let count = 0; count <= exports.perPerson; count += 1)
    await expect(downloadOf(actor, () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
})
