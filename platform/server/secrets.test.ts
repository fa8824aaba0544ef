import { expect, test } from 'vitest'
import { createSecrets } from './secrets.ts'

const [first, second, third] = [
  'the first secret of the portal, long enough',
  'the second one, also long enough for it',
  'the third one, of which nobody has heard',
]
const before = createSecrets(first)
const after = createSecrets(second, [first])
const alone = createSecrets(second)

test('a value sealed with an old secret is unsealed only with that secret and for its purpose', () => {
  const sealed = before.seal('a password', 'mail')
  expect(after.unseal(sealed, 'mail')).toBe('a password')
  expect(() => after.unseal(sealed, 'account')).toThrow('cannot be opened')
  expect(() => alone.unseal(sealed, 'mail')).toThrow('cannot be opened')
  expect(() => after.unseal(Buffer.from('short'), 'mail')).toThrow('cannot be opened')
})

test('a value is sealed anew once with the present secret, and left alone when no secret unseals it', () => {
  const anew = after.sealedAnew(before.seal('a password', 'mail'), 'mail')
  expect(anew && alone.unseal(anew, 'mail')).toBe('a password')
  expect(anew && after.sealedAnew(anew, 'mail')).toBeNull()
  expect(after.sealedAnew(createSecrets(third).seal('of somebody', 'mail'), 'mail')).toBeNull()
})

test('an old secret verifies and does not sign', () => {
  expect(after.verify('a file', before.sign('a file'))).toBe(true)
  expect(alone.verify('a file', before.sign('a file'))).toBe(false)
  expect(before.verify('a file', after.sign('a file'))).toBe(false)
  expect(after.verify('another file', before.sign('a file'))).toBe(false)
})
