import { expect, it } from 'vitest'
import { ipAddressIn } from './saml-address.ts'

it('shows an IPv4 or IPv6 address', () => {
  for (const address of ['203.0.113.9', '::1', '2001:db8::ff', '::ffff:203.0.113.9'])
    expect(ipAddressIn(address)).toBe(address)
})

it('E3: shows no other text of a link', () => {
  const links = [
    'call 555-0100',
    '<b>1.2.3.4</b>',
    'evil.example',
    '1.2.3.4 ',
    '',
    'f'.repeat(46),
    7,
    null,
    undefined,
    {},
  ]
  expect(links.map(ipAddressIn)).toEqual(links.map(() => ''))
})
