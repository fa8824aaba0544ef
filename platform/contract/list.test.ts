import { expect, it } from 'vitest'
import { z } from 'zod'
import { pageSizes } from '#catalogue/limits.ts'
import { listInput } from './list.ts'

const input = listInput(['name'], {})

it('documents the accepted page sizes', () => {
  const { properties } = z.toJSONSchema(input, { io: 'input' })
  expect(properties?.['size']).toMatchObject({ type: 'integer', enum: pageSizes, default: 25 })
})

it.each(pageSizes)('accepts %i rows per page, as text of a query', (size) => {
  expect(input.parse({ size: String(size) }).size).toBe(size)
})

it.each(['0', '26', '1000', 'all', ''])('refuses the page size %j', (size) => {
  expect(input.safeParse({ size }).success).toBe(false)
})
