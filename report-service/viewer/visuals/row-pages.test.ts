import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pagesOf, secondsOfPage } from './row-pages.ts'

test('pages of rows contain every row once, in order, and are as full as the room allows', () => {
  const rows = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 80 })
  fc.assert(
    fc.property(rows, fc.integer({ min: -10, max: 400 }), (heights, room) => {
      const pages = pagesOf(heights, room)
      expect(pages.flatMap(({ from, until }) => heights.slice(from, until))).toEqual(heights)
      const sum = (from: number, until: number) => heights.slice(from, until).reduce((total, each) => total + each, 0)
      expect(pages.filter(({ from, until }) => until <= from)).toEqual([])
      expect(pages.filter(({ from, until }) => until - from > 1 && sum(from, until) > room)).toEqual([])
      const more = pages.slice(0, -1).filter(({ from, until }) => sum(from, until + 1) <= room)
      expect(more).toEqual([])
    }),
  )
})

test('all pages are shown within the time of a slide, unless a page could not be read', () => {
  expect(secondsOfPage(30, 3)).toBe(10)
  expect(secondsOfPage(30, 1)).toBe(30)
  expect(secondsOfPage(30, 20)).toBe(4)
  expect(secondsOfPage(30, 0)).toBe(30)
})
