import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { Failure } from '#platform/contract/failure.ts'
import { picture } from '#testing/uploads.ts'
import { redraw } from './images.ts'

const frame = { width: 100, height: 100, extension: 'webp' } as const
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  )

describe('redrawing a picture', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('accepts %s and answers WebP within the frame', async (format) => {
    const {
      format: drawn,
      width,
      height,
    } = await sharp(await redraw(await picture(format, 400, 200), frame)).metadata()
    expect([drawn, width, height]).toEqual(['webp', 100, 50])
  })

  it('U2: keeps only the picture: no metadata, no trailing bytes', async () => {
    const tagged = await sharp(await picture('jpeg'))
      .withExif({ IFD0: { Copyright: 'quokka' } })
      .jpeg()
      .toBuffer()
    expect(tagged.includes('quokka')).toBe(true)
    const drawn = Buffer.from(await redraw(Buffer.concat([tagged, Buffer.from('<script>quokka</script>')]), frame))
    expect(drawn.includes('quokka')).toBe(false)
    expect((await sharp(drawn).metadata()).exif).toBeUndefined()
  })

  it('U2: refuses SVG, other formats and files that only begin like a picture', async () => {
    const png = await picture('png')
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
    const wrong: [string, Uint8Array][] = [
      ['svg', Buffer.from(svg)],
      ['svg after spaces', Buffer.from(`\n\n<?xml version="1.0"?>${svg}`)],
      ['png signature over svg', Buffer.concat([png.subarray(0, 8), Buffer.from(svg)])],
      ['gif', await picture('gif')],
      ['tiff', await picture('tiff')],
      ['html', Buffer.from('<!doctype html>')],
      ['torn', png.subarray(0, png.length - 30)],
      ['nothing', new Uint8Array()],
    ]
    for (const [name, bytes] of wrong)
      expect([name, await codeOf(redraw(bytes, frame))]).toEqual([name, 'file.not_an_image'])
  })

  it('U2: refuses a decompression bomb by its number of pixels, without decoding it', async () => {
    const bomb = await picture('png', 6_000, 6_000)
    expect(bomb.length).toBeLessThan(600_000)
    expect(await codeOf(redraw(bomb, frame))).toBe('file.too_many_pixels')
  })

  it('draws two at once, queues twelve, and rejects the rest with 503 and Retry-After', async () => {
    const large = await picture('jpeg', 2_000, 2_000)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        redraw(large, frame).then(
          () => 'taken',
          (fault: unknown) => (fault instanceof Failure ? [fault.code, fault.details.retryAfter] : fault),
        ),
      ),
    )
    const refused = Array.from({ length: 6 }, () => ['call.unavailable', 5])
    expect(answers).toEqual([...Array.from({ length: 14 }, () => 'taken'), ...refused])
    expect(await codeOf(redraw(large, frame))).toBe('taken')
  })

  it('V6: serves waiting callers in turn: many pictures of one caller do not delay another', async () => {
    const large = await picture('jpeg', 2_000, 2_000)
    const begun: string[] = []
    // `width` is read when a drawing begins. The order of ends is not tested, because two drawings run at once.
    const framed = (caller: string) => ({
      ...frame,
      get width() {
        return (begun.push(caller), frame.width)
      },
    })
    const callers = [...Array.from({ length: 10 }, () => 'one'), 'other']
    await Promise.all(callers.map((caller) => redraw(large, framed(caller), caller)))
    // Two drawings begin at once, the first waiting one follows, then comes the turn of the other caller.
    expect([begun.length, begun.indexOf('other')]).toEqual([11, 3])
  })

  it('pads a favicon to a square with transparent margins', async () => {
    const drawn = await redraw(await picture('png', 80, 40), { width: 64, height: 64, extension: 'png', pad: true })
    const { data, info } = await sharp(drawn).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, info.channels, data[3]]).toEqual([64, 64, 4, 0])
  })
})
