import fc from 'fast-check'
import { expect, test } from 'vitest'
import { covers } from './settings-ranges.ts'

test.each([
  ['203.0.113.0/24', '203.0.113.9', true],
  ['203.0.113.0/24', '203.0.114.9', false],
  ['203.0.113.9', '203.0.113.9', true],
  ['203.0.113.9', '203.0.113.10', false],
  ['0.0.0.0/0', '198.51.100.1', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['2001:db8::/32', '2001:db8:ffff::1', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['::1', '0:0:0:0:0:0:0:1', true],
  ['::ffff:192.0.2.1', '::ffff:c000:201', true],
  ['nonsense', '203.0.113.9', false],
])('%s covers %s: %j', (entry, address, expected) => expect(covers(entry, address)).toBe(expected))

test('an address is inside every range derived from it', () => {
  const outside = (address: string, width: number) =>
    Array.from({ length: width + 1 }, (_, length) => `${address}/${length}`).filter((range) => !covers(range, address))
  const addresses = [
    ...fc.sample(fc.ipV4(), 50).map((address) => outside(address, 32)),
    ...fc.sample(fc.ipV6(), 50).map((address) => outside(address, 128)),
  ]
  expect(addresses.flat()).toEqual([])
})
