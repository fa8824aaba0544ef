import { expect, test } from 'vitest'
import { createSecretCheck, hashSecret, isSecret, secretMark } from './client-secret.ts'

test('accepts the right secret for a hash and refuses every other', async () => {
  const hash = await hashSecret('the right one')
  expect(await isSecret('the right one', hash)).toBe(true)
  for (const wrong of ['the right one ', 'The right one', 'the right one\u0000', '']) {
    expect(await isSecret(wrong, hash)).toBe(false)
  }
  expect(await isSecret('the right one', null)).toBe(false)
  expect(await isSecret('', 'scrypt$$')).toBe(false)
  expect(hash).not.toContain('right')
})

test('hashes the same secret differently each time, with a different mark for each hash', async () => {
  const [one, other] = await Promise.all([hashSecret('same'), hashSecret('same')])
  expect(one).not.toBe(other)
  expect(secretMark(one)).not.toBe(secretMark(other))
})

test('accepts a remembered right secret during a flood of wrong ones', async () => {
  const hash = await hashSecret('right')
  const check = createSecretCheck(2)
  expect(await check('right', hash)).toBe(true)
  const flood = Promise.all(Array.from({ length: 10 }, (_, index) => check(`wrong ${index}`, hash)))
  expect(await check('right', hash)).toBe(true)
  const answers = await flood
  expect(answers.filter((answer) => answer === 'busy')).toHaveLength(8)
  expect(answers).not.toContain(true)
  expect(await check('wrong after all', hash)).toBe(false)
})
