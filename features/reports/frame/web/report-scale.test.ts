import { expect, it } from 'vitest'
import { scaleInto, sizeOf } from './report-scale.ts'

it('reads a recommended resolution', () => {
  expect(sizeOf('1920x1080')).toEqual({ width: 1920, height: 1080 })
  expect(sizeOf(null)).toBeNull()
  expect(sizeOf('')).toBeNull()
})

it('lays a report out in at least the recommended pixels, and fills the room', () => {
  const target = { width: 1920, height: 1080 }
  expect(scaleInto({ width: 960, height: 540 }, target)).toEqual({ scale: 0.5, width: 1920, height: 1080 })
  expect(scaleInto({ width: 3840, height: 2160 }, target)).toEqual({ scale: 2, width: 1920, height: 1080 })
  // A low window: the height decides, and the frame is wider than recommended.
  expect(scaleInto({ width: 1920, height: 540 }, target)).toEqual({ scale: 0.5, width: 3840, height: 1080 })
})
