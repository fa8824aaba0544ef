import { describe, expect, it } from 'vitest'
import { hostIn, isBelow, nextWaitingCheck, nextVerifiedCheck, readableName } from './rules.ts'

describe('host names', () => {
  it.each([
    ['bi.empresa.com.br', 'bi.empresa.com.br'],
    ['BI.Empresa.COM.', 'bi.empresa.com'],
    ['relatórios.açaí.com.br', 'xn--relatrios-96a.xn--aa-4iaz.com.br'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['bücher。example', 'xn--bcher-kva.example'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  ])('%s is %s', (typed, host) => {
    expect(hostIn(typed)).toBe(host)
  })

  it.each([
    'localhost', '10.0.0.1', '0x7f.1', '127.1', '２０３.0.113.9', '::1', '[::1]', 'a.b:80', 'https://a.example', 'a.example/x', 'u@a.example',
    'a_b.example', '-a.example', 'a-.example', 'a..example', '.example', 'a b.example', 'a.example\n', 'a%2eexample', `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(130)}example`, 'a.1', '*.a.example', '', 'a\u200b.example',
  ])('U5: %s is none', (typed) => {
    expect(hostIn(typed)).toBeNull()
  }) // prettier-ignore

  it('are shown readably, and only names that differ', () => {
    expect(readableName('xn--bcher-kva.example')).toBe('bücher.example')
    expect(readableName('bi.empresa.com.br')).toBeNull()
    // Looks like apple.example in most fonts; the list shows the ASCII form beside it.
    expect(readableName('xn--pple-43d.example')).toBe('аpple.example')
  })

  it('T6: a partner cannot use the portal’s own hosts', () => {
    expect(
      ['localhost', 'reports.localhost', 'a.b.localhost', 'notlocalhost'].map((host) => isBelow(host, 'localhost')),
    ).toEqual([true, true, true, false])
  })
})

describe('the next check', () => {
  const begun = new Date('2026-01-01T00:00:00Z')
  const after = (minutes: number) => {
    const now = new Date(begun.getTime() + minutes * 60_000)
    const nextCheck = nextWaitingCheck(begun, now)
    return nextCheck === null ? null : (nextCheck.getTime() - now.getTime()) / 60_000
  }
  it('comes at growing intervals, and never after 30 days', () => {
    expect([0, 10, 60, 600, 10_000, 43_199, 43_200].map(after)).toEqual([5, 5, 15, 150, 360, 360, null])
  })

  it('of a verified domain comes once a day, or in an hour when no DNS server answered', () => {
    expect(nextVerifiedCheck(begun, false).toISOString()).toBe('2026-01-02T00:00:00.000Z')
    expect(nextVerifiedCheck(begun, true).toISOString()).toBe('2026-01-01T01:00:00.000Z')
  })
})
