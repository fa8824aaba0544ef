import { expect, it } from 'vitest'
import { isListed } from './rules.ts'

it('U3: accepts https pages of listed hosts only', () => {
  const hosts = ['bi.example.com']
  expect(isListed('https://bi.example.com/report?x=1', hosts)).toBe(true)
  for (const url of [
    'http://bi.example.com/',
    'https://example.com/',
    'https://sub.bi.example.com/',
    'https://bi.example.com.evil.example/',
    'https://bi.example.com:8443/',
    'https://evil.example/bi.example.com',
  ])
    expect(isListed(url, hosts), url).toBe(false)
})
