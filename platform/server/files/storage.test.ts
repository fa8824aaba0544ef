import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asFilePath, type FilePath, newFilePath } from './file-path.ts'
import { diskStorage } from './disk-storage.ts'
import { s3Storage } from './s3-storage.ts'
import type { FileStorage } from './storage.ts'

const owner = '00000002-0000-4000-8000-000000000001'
const storages: Record<string, FileStorage> = {}
let folder = ''
let server: S3rver
let place = { endpoint: '', bucket: 'vitrine', region: 'us-east-1', keyId: 'S3RVER', secret: 'S3RVER' }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-storage-'))
  server = new S3rver({
    port: 0,
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'vitrine', configs: [] }],
  })
  const { port } = await server.run()
  place = { ...place, endpoint: `http://127.0.0.1:${port}` }
  storages['disk'] = diskStorage(join(folder, 'disk'))
  storages['S3'] = s3Storage(place, fetch)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const storageOf = (name: string): FileStorage => {
  const storage = storages[name]
  if (!storage) throw new Error(name)
  return storage
}

describe.each(['disk', 'S3'])('the storage on %s', (name) => {
  it('answers the bytes that were put, and null after they are removed', async () => {
    const storage = storageOf(name)
    const path = newFilePath('public', owner, 'webp')
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251)
    expect(await storage.read(path)).toBeNull()
    await storage.put(path, bytes)
    expect(Buffer.compare(Buffer.from((await storage.read(path)) ?? []), Buffer.from(bytes))).toBe(0)
    const stream = await storage.stream(path)
    expect(Buffer.compare(Buffer.concat((await stream?.toArray()) ?? []), Buffer.from(bytes))).toBe(0)
    await storage.remove(path)
    expect(await storage.read(path)).toBeNull()
    expect(await storage.stream(path)).toBeNull()
    await storage.remove(path)
  })

  it('P2: removes all files of an owner, and none of others', async () => {
    const storage = storageOf(name)
    const [gone, other] = ['00000002-0000-4000-8000-00000000000a', '00000002-0000-4000-8000-00000000000b']
    const paths = [newFilePath('public', gone, 'png'), newFilePath('private', gone, 'bin')]
    const kept = newFilePath('private', other, 'bin')
    for (const path of [...paths, kept]) await storage.put(path, new Uint8Array([1]))
    expect(await storage.removeOwner(gone)).toBe(2)
    for (const path of paths) expect(await storage.read(path)).toBeNull()
    expect(await storage.read(kept)).not.toBeNull()
    expect(await storage.removeOwner(gone)).toBe(0)
    for (const wrong of ['', '..', `${gone}/..`])
      await expect(storage.removeOwner(wrong)).rejects.toThrow('not the owner')
  })
})

it('fails with our own error when the service refuses the key', async () => {
  const stranger = s3Storage({ ...place, keyId: 'nobody' }, fetch)
  await expect(stranger.put(newFilePath('public', owner, 'png'), new Uint8Array(3))).rejects.toThrow(
    /refused to put: 403/,
  )
  await expect(stranger.stream(newFilePath('public', owner, 'png'))).rejects.toThrow(/refused to read: 403/)
  await expect(stranger.read(newFilePath('public', owner, 'png'))).rejects.toThrow(/refused to read: 403/)
})

/** A garbage collection on demand, which only a flag of V8 gives. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}

/**
 * Runs `work` with the storage of a service that answers with `answerTo`. Each call has a time limit of 0.3 s. Garbage is collected every
 * 20 ms, because a time limit must also end a call to which nothing else has a reference.
 */
async function withService(answerTo: RequestListener, work: (silent: FileStorage, path: FilePath) => Promise<void>) {
  const silentServer = createServer(answerTo)
  silentServer.listen(0, '127.0.0.1')
  await once(silentServer, 'listening')
  const { port } = silentServer.address() as AddressInfo
  const collecting = setInterval(collector(), 20)
  try {
    const silent = s3Storage({ ...place, endpoint: `http://127.0.0.1:${port}` }, fetch, 300)
    await work(silent, newFilePath('public', owner, 'png'))
  } finally {
    clearInterval(collecting)
    silentServer.closeAllConnections()
    silentServer.close()
  }
}

it('V6: a service without an answer fails within the time limit, also after garbage collections', () =>
  withService(
    () => undefined,
    async (silent, path) => {
      await expect(silent.read(path)).rejects.toThrow(/timeout/)
      await expect(silent.put(path, new Uint8Array(3))).rejects.toThrow(/timeout/)
      await expect(silent.remove(path)).rejects.toThrow(/timeout/)
    },
  ))

it('V6: an answer that never ends fails within the time limit, also after garbage collections', () =>
  withService(
    (_, answer) => void answer.writeHead(200, { 'content-length': '9' }).write('x'),
    (silent, path) => expect(silent.read(path)).rejects.toThrow(/timeout/),
  ))

it('V6: leaves no partial file when the disk refuses a write', async () => {
  const blocked = join(folder, 'blocked')
  await diskStorage(blocked).put(newFilePath('public', owner, 'png'), new Uint8Array(3))
  const bad = { length: 1 } as unknown as Uint8Array
  await expect(diskStorage(blocked).put(newFilePath('public', owner, 'png'), bad)).rejects.toThrow(
    /ERR_INVALID_ARG_TYPE|must be/,
  )
  expect(await readdir(join(blocked, 'public', owner))).toHaveLength(1)
})

it('U2: accepts only names that it generated', () => {
  const good = newFilePath('private', owner, 'png')
  expect(asFilePath(good)).toBe(good)
  const bad = [
    '',
    '/',
    '..',
    '../secrets.json',
    `public/${owner}/../../secrets.json`,
    `public/${owner}/..%2f..%2fsecrets.png`,
    `${good}\0`,
    `/${good}`,
    good.replace('.png', '.svg'),
    good.replace('.png', '.png.html'),
    good.replace('private', 'other'),
    good.toUpperCase(),
    ` ${good}`,
    `${good}\n`,
  ]
  expect(bad.filter((name) => asFilePath(name) !== null)).toEqual([])
})
