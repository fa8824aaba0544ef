import { expect, it } from 'vitest'
import { noTexts } from '#catalogue/languages.ts'
import { digestAt, digestText, maxMessageLength } from './digest.ts'

const entry = (task: string, text: string) => ({ task, text: { ...noTexts, 'pt-BR': text } })

it('a digest is sent at the next full hour', () => {
  expect(digestAt(new Date('2026-11-30T10:59:59Z'))).toEqual(new Date('2026-11-30T11:00:00Z'))
  expect(digestAt(new Date('2026-11-30T11:00:00Z'))).toEqual(new Date('2026-11-30T12:00:00Z'))
})

it('a digest has a line for each message, and counts those that do not fit', () => {
  expect(digestText([entry('A', 'um\ndois'), entry('B', 'três')])['pt-BR']).toBe('A: um · dois\nB: três')
  const many = Array.from({ length: 100 }, (_, index) => entry(`T${index}`, 'x'.repeat(500)))
  const text = digestText(many)['pt-BR']
  expect(text.length).toBeLessThanOrEqual(maxMessageLength)
  const lines = text.split('\n')
  expect(lines.at(-1)).toBe(`… (+${101 - lines.length})`)
})
