import { expect, test } from 'vitest'
import { scheduledExports } from '#catalogue/limits.ts'
import enUS from '../phrases/en-US.ts'
import es from '../phrases/es.ts'
import ptBR from '../phrases/pt-BR.ts'
import ptPT from '../phrases/pt-PT.ts'
import { rowPathOf } from './notification-text.ts'

const about = { id: '7', type: 'access_requested', path: '/catalogs/requests' }

test('a notification with a short text leads to what it is about', () => {
  expect(rowPathOf(about, null)).toBe('/notifications/7/open')
  expect(rowPathOf(about, 'x'.repeat(200))).toBe('/notifications/7/open')
})

test('a notification with a long text, a text of a person or no target has a page of its own', () => {
  expect(rowPathOf(about, 'x'.repeat(201))).toBe('/notifications/7')
  expect(rowPathOf({ ...about, type: 'message' }, null)).toBe('/notifications/7')
  expect(rowPathOf({ ...about, path: null }, null)).toBe('/notifications/7')
})

test('the text of a delivered export names the days for which its file is kept', () => {
  expect(scheduledExports.keptDays).toBe(7)
  const texts = [ptBR, ptPT, enUS, es].map(({ type }) => type.export_delivered.text)
  expect(texts).toEqual([
    expect.stringContaining('sete dias'),
    expect.stringContaining('sete dias'),
    expect.stringContaining('seven days'),
    expect.stringContaining('siete días'),
  ])
})
