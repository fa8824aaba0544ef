import { describe, expect, it } from 'vitest'
import { networkOf } from './network.ts'

describe('the network of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
    ['2001:0DB8:0:7:ffff:1:2:3', '2001:db8:0:7::/64'],
    ['2001:db8::7:ffff:1:2:3', '2001:db8:0:7::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('A2: %s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it('V3: a /48 is one network for limits of concurrent work', () => {
    const site = ['2001:db8:1::1', '2001:db8:1:ffff::1', '2001:db8:1:7:1:2:3:4'].map((address) =>
      networkOf(address, 48),
    )
    expect(new Set(site)).toEqual(new Set(['2001:db8:1::/48']))
    expect(networkOf('203.0.113.9', 48)).toBe('203.0.113.9')
  })
})
