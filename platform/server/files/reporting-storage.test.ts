import { expect, it } from 'vitest'
import { newFilePath } from './file-path.ts'
import { reportingStorage } from './reporting-storage.ts'

const path = newFilePath('public', '00000002-0000-4000-8000-000000000001', 'webp')
const cause = new Error('the service is away')

it('V6: logs each failure with its cause, and answers with the code of what failed', async () => {
  const logged: [object, string][] = []
  const away = () => Promise.reject(cause)
  const storage = reportingStorage(
    { put: away, read: away, stream: away, remove: away, removeOwner: away },
    { error: (fields, message) => void logged.push([fields, message]) },
  )
  await expect(storage.put(path, new Uint8Array(1))).rejects.toMatchObject({ code: 'file.not_stored', http: 503 })
  await expect(storage.read(path)).rejects.toMatchObject({ code: 'file.not_read', http: 503 })
  expect(logged).toEqual([
    [{ err: cause, path }, 'a file could not be stored'],
    [{ err: cause, path }, 'a file could not be read'],
  ])
  await expect(storage.remove(path)).rejects.toBe(cause)
})

it('passes on what the storage answers', async () => {
  const bytes = new Uint8Array([1, 2])
  const storage = reportingStorage(
    {
      put: async () => undefined,
      read: async () => bytes,
      stream: async () => null,
      remove: async () => undefined,
      removeOwner: async () => 3,
    },
    { error: () => expect.fail('nothing failed') },
  )
  expect(await storage.read(path)).toBe(bytes)
  await storage.put(path, bytes)
  await storage.remove(path)
  expect(await storage.removeOwner('an owner')).toBe(3)
})
