import { expect, it } from 'vitest'
import { needsGround } from './logo-ground.ts'

type Pixel = readonly [red: number, green: number, blue: number, opacity: number]
const clear: Pixel = [0, 0, 0, 0]
const black: Pixel = [20, 20, 20, 255]
const white: Pixel = [255, 255, 255, 255]
const orange: Pixel = [240, 140, 30, 255]

/** A picture with these numbers of pixels. */
const picture = (...parts: (readonly [Pixel, number])[]) =>
  new Uint8ClampedArray(parts.flatMap(([pixel, count]) => Array.from({ length: count }, () => [...pixel]).flat()))

it('a dark logo needs a light ground in the dark scheme, also when only its letters are dark', () => {
  expect(needsGround(picture([clear, 60], [black, 40]))).toBe(true)
  expect(needsGround(picture([clear, 60], [orange, 25], [black, 15]))).toBe(true)
})

it('a light logo, a bright one, and one with a ground of its own need none', () => {
  expect(needsGround(picture([clear, 60], [white, 40]))).toBe(false)
  expect(needsGround(picture([clear, 60], [orange, 40]))).toBe(false)
  expect(needsGround(picture([white, 70], [black, 30]))).toBe(false)
  expect(needsGround(picture([clear, 100]))).toBe(false)
})
