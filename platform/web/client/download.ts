// Downloads a file from a call in chunks, so a screen can show progress and a person can cancel.
import type { Call } from '#platform/contract/call.ts'
import { failureOf, inSession, request } from './client.ts'
import { type CallInput, encodeInput, toQuery } from './encode-input.ts'

export type DownloadOptions = {
  signal: AbortSignal
  /** Bytes received so far; the total is unknown. */
  onProgress: (bytes: number) => void
}

/** @throws CallFailure when refused, a TypeError when the file breaks off, an AbortError when cancelled. */
export async function download<C extends Call>(call: C, input: CallInput<C>, options: DownloadOptions): Promise<File> {
  const path = `${call.path}${toQuery(encodeInput(call, input))}`
  return inSession(() => receive(path, options))
}

async function receive(path: string, { signal, onProgress }: DownloadOptions): Promise<File> {
  const response = await request(path, { method: 'GET', signal })
  if (!response.ok) throw await failureOf(response)
  const parts: BlobPart[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  for (;;) {
    const part = await reader?.read()
    if (part?.value === undefined) break
    parts.push(part.value)
    bytes += part.value.byteLength
    onProgress(bytes)
  }
  const type = response.headers.get('content-type') ?? ''
  return new File(parts, nameIn(response.headers.get('content-disposition') ?? ''), { type })
}

const nameIn = (disposition: string) =>
  decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? 'export')

/** Saves a file to the person's downloads. */
export function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // The browser has the file after the click; some browsers read the address once more shortly afterwards.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
