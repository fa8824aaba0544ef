import { Readable } from 'node:stream'
import type { FileAnswer } from '../http/route.ts'
import type { Actor } from '../session/actor.ts'
import { takeSlot } from './slots.ts'

/** The time without progress after which a download is aborted, because its bytes are held in memory. */
const stallMs = 20_000
const pieceBytes = 64 * 1024

type HeldFile = { name: string; type: string; bytes: Uint8Array }

/**
 * Answers a file that is held in memory as a download. It occupies an export slot of the person and of the business unit from before the
 * file is read until its last byte is sent (V5). Fails as `takeSlot` does, and with the failure of `read`.
 */
export async function downloadOf(actor: Actor, read: () => Promise<HeldFile>): Promise<FileAnswer> {
  const leave = takeSlot(actor)
  try {
    const { bytes, ...file } = await read()
    const body = Readable.from(
      pieces(bytes, () => patience.refresh()),
      { objectMode: false },
    )
    const patience = setTimeout(() => body.destroy(new Error('the client does not read the file')), stallMs)
    body.once('close', () => {
      clearTimeout(patience)
      leave()
    })
    return { ...file, body }
  } catch (error) {
    leave()
    throw error
  }
}

function* pieces(bytes: Uint8Array, onTaken: () => void): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    onTaken()
    yield bytes.subarray(from, from + pieceBytes)
  }
}
