// Uploaded pictures: checked by their bytes, decoded within limits and drawn again, so that no other part of the file is kept:
// no metadata, no trailing bytes, no second format hidden in the first. SVG can contain scripts and is refused.
import sharp from 'sharp'
import { upload } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { createBoundedQueue } from '../bounded-queue.ts'
import type { Extension } from './file-path.ts'

/** The frame into which a picture is scaled down. A smaller one keeps its size. `pad`: a square with transparent margins. */
export type Frame = { width: number; height: number; extension: Extension; pad?: true }

// An allow-list of decoders, whatever libvips was built with.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// One thread per picture and two pictures at once: decoding takes up to 100 MB, a waiting upload 8 MB.
sharp.concurrency(1)
sharp.cache(false)
const queue = createBoundedQueue({ atOnce: 2, maxWaiting: 12, retryAfter: 5 })

/**
 * @throws Failure `file.not_an_image` for anything but a complete JPEG, PNG or WebP, `file.too_many_pixels` above the limit,
 * `call.unavailable` when the queue is full. The queue is fair between callers (round robin).
 */
export async function redraw(bytes: Uint8Array, frame: Frame, caller?: string): Promise<Uint8Array> {
  if (!isPicture(bytes)) fail('file.not_an_image', { fields: { file: 'file.not_an_image' } })
  return queue.run(async () => {
    try {
      return await draw(bytes, frame)
    } catch (error) {
      const code = /pixel limit/i.test(String(error)) ? 'file.too_many_pixels' : 'file.not_an_image'
      fail(code, { fields: { file: code } })
    }
  }, caller)
}

/** Decodes at most `upload.pixels`, and at most for 15 s. */
const decode = (bytes: Uint8Array) =>
  sharp(bytes, { limitInputPixels: upload.pixels, failOn: 'error', pages: 1 }).timeout({ seconds: 15 })

function draw(bytes: Uint8Array, { width, height, extension, pad }: Frame): Promise<Uint8Array> {
  const picture = decode(bytes)
    .autoOrient()
    .resize(
      width,
      height,
      pad ? { fit: 'contain', background: '#00000000' } : { fit: 'inside', withoutEnlargement: true },
    )
  const drawn =
    extension === 'png' ? picture.png({ compressionLevel: 9 }) : picture.webp({ quality: 86, alphaQuality: 90 })
  return drawn.toBuffer()
}

/** An icon of an installed web app: a square PNG. `margin`: the empty part of each side, 0 to 0.5. `ground`: without one it is transparent. */
export type Icon = { size: number; margin: number; ground: string | null }

/** Draws a stored picture as an icon, enlarged if it is smaller. Shares the queue of uploads, with turns of its own. */
export const drawIcon = (bytes: Uint8Array, { size, margin, ground }: Icon): Promise<Uint8Array> =>
  queue.run(async () => {
    const inner = Math.round(size * (1 - 2 * margin))
    const clear = { r: 0, g: 0, b: 0, alpha: 0 }
    const picture = await decode(bytes).resize(inner, inner, { fit: 'contain', background: clear }).toBuffer()
    const canvas = { width: size, height: size, channels: 4, background: ground ?? clear } as const
    return sharp({ create: canvas })
      .composite([{ input: picture, gravity: 'centre' }])
      .png({ compressionLevel: 9 })
      .toBuffer()
  }, 'icons')

/** The first bytes of JPEG, PNG and WebP. */
export function isPicture(bytes: Uint8Array): boolean {
  const text = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1')
  return (
    text(0, 3) === '\u00FF\u00D8\u00FF' ||
    text(0, 8) === '\u0089PNG\r\n\u001A\n' ||
    (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP')
  )
}
