import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPublicAddress, reach } from './reach.ts'

test('U5: an address of a private network is not public', () => {
  const inside = [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
  ]
  const inside6 = [
    '::1',
    '::',
    'fc00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    '2001:db8::1',
  ]
  for (const address of [...inside, ...inside6, '255.255.255.255', '224.0.0.1', 'localhost', '']) {
    expect(isPublicAddress(address), address).toBe(false)
  }
  for (const address of ['8.8.8.8', '172.32.0.1', '1.1.1.1', '2606:4700::1111'])
    expect(isPublicAddress(address), address).toBe(true)
})

test('U5: an IPv4-mapped IPv6 address is not public', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(isPublicAddress(`::ffff:${address}`)).toBe(false)
    }),
  )
})

test('U5: other spellings of this machine are refused after they are resolved', async () => {
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '::1', '0']) {
    await expect(reach({ host, port: 25 }, 'public', 10_000), host).rejects.toThrow(/^(dns|connect): /)
  }
})
