// Whether a logo needs a light ground in the dark scheme. Most logos are designed for white paper; a light one, or one with a ground of its
// own, is readable without.
import { useCallback, useState } from 'react'
import { toHex } from '#platform/contract/colour.ts'
import { contrastRatio } from '../theme/contrast.ts'

/** The menu and the sign-in page of the dark scheme. */
const darkGround = '#191d25'

/** A part of a logo that is harder to see than this, as a contrast ratio, counts as lost. */
const visible = 2

/** The pixels as four numbers each: red, green, blue, opacity. */
export function needsGround(pixels: Uint8ClampedArray): boolean {
  let [painted, lost] = [0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = pixels.subarray(at, at + 4)
    // The half-transparent edges of letters tell nothing.
    if (opacity < 128) continue
    painted += 1
    if (contrastRatio(toHex([red, green, blue]), darkGround) < visible) lost += 1
  }
  // A logo that fills its rectangle brings its own ground.
  if (painted * 4 > 0.97 * pixels.length) return false
  return lost > 0.1 * painted
}

/** The size at which a logo is examined, in pixels. */
const [width, height] = [96, 32]

/** `examine` is for `onLoad` of the picture. */
export function useLogoGround() {
  const [isNeeded, setNeeded] = useState(false)
  const examine = useCallback((picture: HTMLImageElement) => {
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context?.drawImage(picture, 0, 0, width, height)
    setNeeded(context !== null && needsGround(context.getImageData(0, 0, width, height).data))
  }, [])
  return { isNeeded, examine }
}
