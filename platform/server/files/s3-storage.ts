// Files in a bucket of an S3-compatible service, with path-style addresses. The bucket is private: only the portal serves files.
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { filePath, mediaTypeOf, ownerFolders } from './file-path.ts'
import type { FileStorage } from './storage.ts'

export type S3Place = { endpoint: string; bucket: string; region: string; keyId: string; secret: string }

/** @param send `fetch`, which gets signed requests. @param waitMs the time limit of each request, its answer included. */
export function s3Storage(
  { endpoint, bucket, region, keyId, secret }: S3Place,
  send: (request: Request, init: RequestInit) => Promise<Response>,
  waitMs = 20_000,
): FileStorage {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3' })

  async function ask(method: 'GET' | 'PUT' | 'DELETE', path: string, body?: Uint8Array<ArrayBuffer>, type?: string) {
    const address = `${endpoint.replace(/\/$/, '')}/${bucket}/${path}`
    const signal = AbortSignal.timeout(waitMs)
    const headers = type ? { 'content-type': type } : {}
    const signed = await client.sign(address, { method, headers, ...(body ? { body } : {}) })
    // The signal goes to the call: a Request only follows it weakly, so a garbage collection would end the time limit.
    return send(signed, { signal, redirect: 'error' })
  }

  /** At most 1,000 names of files in a folder, the first ones. */
  async function keysIn(folder: string): Promise<string[]> {
    const answer = await ask('GET', `?list-type=2&prefix=${encodeURIComponent(`${folder}/`)}`)
    if (!answer.ok) await finish(answer, 'list')
    const text = await answer.text()
    return [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => filePath(key))
  }

  return {
    async put(path, bytes) {
      const answer = await ask('PUT', path, Uint8Array.from(bytes), mediaTypeOf(path))
      await finish(answer, 'put')
    },
    async read(path) {
      const answer = await ask('GET', path)
      if (answer.status === 404) {
        await answer.body?.cancel()
        return null
      }
      if (!answer.ok) await finish(answer, 'read')
      return new Uint8Array(await answer.arrayBuffer())
    },
    async stream(path) {
      const answer = await ask('GET', path)
      if (answer.ok && answer.body) return Readable.fromWeb(answer.body as ReadableStream)
      if (answer.status !== 404) await finish(answer, 'read')
      await answer.body?.cancel()
      return null
    },
    async remove(path) {
      const answer = await ask('DELETE', path)
      if (answer.status !== 404) return finish(answer, 'remove')
      await answer.body?.cancel()
    },
    async removeOwner(owner) {
      let removed = 0
      for (const folder of ownerFolders(owner)) {
        for (let keys = await keysIn(folder); keys.length > 0; keys = await keysIn(folder)) {
          for (const key of keys) await finish(await ask('DELETE', key), 'remove')
          removed += keys.length
        }
      }
      return removed
    },
  }
}

/** The service's answer is not passed to the caller: the log gets its status. */
async function finish(answer: Response, what: string): Promise<void> {
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`the file storage refused to ${what}: ${answer.status}`)
}
