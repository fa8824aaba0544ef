// Upload bodies for tests: multipart/form-data like a browser writes it, and generated pictures.
import sharp from 'sharp'

export type Upload = { body: Buffer; headers: Record<string, string> }

const boundary = 'vitrine-test-boundary'

/** @param name the file name of the sender; nothing may depend on it. */
export function uploadOf(
  fields: Record<string, string>,
  file: Uint8Array,
  name = 'picture.png',
  type = 'image/png',
): Upload {
  const head = (disposition: string) => `--${boundary}\r\ncontent-disposition: form-data; ${disposition}`
  const parts = Object.entries(fields).map(([key, value]) => `${head(`name="${key}"`)}\r\n\r\n${value}\r\n`)
  const opening = `${parts.join('')}${head(`name="file"; filename="${name}"`)}\r\ncontent-type: ${type}\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(opening), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** A picture of one colour. */
export const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff', width = 40, height = 30): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0f766e' } })
    .toFormat(format)
    .toBuffer()
