import { describe, expect, it } from 'vitest'
import { factsOf, faultsOf, isOfDomains, keepsSecret } from './rules.ts'

const issuer = 'https://login.microsoftonline.com/11111111-1111-4111-8111-111111111111/v2.0'
const entra = { kind: 'entra' as const, issuer, directories: [], domains: [] }
const many = { ...entra, issuer: 'https://login.microsoftonline.com/organizations/v2.0', directories: ['x'] }
const other = { ...entra, kind: 'other' as const, issuer: 'https://login.example' }
const names = { email: '', nome_usuario: '', groups: '', custom: {} }
const claims = (claimValues: object) => ({ claims: new Map<string, unknown>(Object.entries(claimValues)) })

describe('facts of a person', () => {
  it('S8: one directory answers for the names of its people; of several, only a verified e-mail counts', () => {
    const facts = claims({ preferred_username: 'ana@empresa.example', name: 'Ana' })
    expect(factsOf(facts, names, entra)).toMatchObject({ email: 'ana@empresa.example', isProven: true, name: 'Ana' })
    expect(factsOf(facts, names, many).isProven).toBe(false)
    expect(factsOf(claims({ email: 'ana@empresa.example', xms_edov: true }), names, many).isProven).toBe(true)
    expect(factsOf(claims({ email: 'ana@empresa.example', xms_edov: false }), names, many).isProven).toBe(false)
  })

  it.each([
    [true, true],
    [false, false],
    ['true', false],
    [1, false],
    [undefined, false],
  ])('S8: email_verified = %s proves the e-mail of another provider: %s', (email_verified, isProven) => {
    expect(factsOf(claims({ email: 'a@b.example', email_verified }), names, other).isProven).toBe(isProven)
  })

  it('S8: email_verified says nothing about another claim that the unit takes for the e-mail', () => {
    const verified = claims({ email: 'a@b.example', upn: 'victim@b.example', email_verified: true })
    expect(factsOf(verified, { ...names, email: 'upn' }, other)).toMatchObject({
      email: 'victim@b.example',
      isProven: false,
      mayLink: false,
    })
  })

  it.each([
    ['the verified claim email', { email: 'ana@empresa.example', xms_edov: '1' }, true, true],
    ['the claim email of one directory', { email: 'ana@empresa.example' }, true, true],
    ['a bare preferred_username', { preferred_username: 'ana@empresa.example' }, true, false],
    ['a bare upn', { upn: 'ana@empresa.example' }, true, false],
    [
      'xms_edov: false',
      {
        email: 'ana@empresa.example',
        xms_edov: false,
      },
      false,
      false,
    ],
    ['xms_edov: "0"', { email: 'ana@empresa.example', xms_edov: '0' }, false, false],
    ['email_verified: false', { email: 'ana@empresa.example', email_verified: false }, false, false],
    [
      'email_verified: false beside xms_edov: true',
      { email: 'a@b.example', email_verified: false, xms_edov: true },
      false,
      false,
    ],
  ] as const)('S8, S7: Entra with one directory, %s: proves %o, links as given', (_, sent, isProven, mayLink) => {
    expect(factsOf(claims(sent), names, entra)).toMatchObject({ isProven, mayLink })
  })

  it('take texts only, and groups only where they are asked for', () => {
    const malformed = claims({ email: ['a@b.example'], name: 7, groups: ['A', 5, 'B'], cost: 'x' })
    expect(factsOf(malformed, names, other)).toEqual({
      email: null,
      isProven: false,
      mayLink: false,
      name: null,
      groups: null,
      custom: {},
    })
    const wider = { ...names, groups: 'groups', custom: { id: 'cost', none: 'missing' } }
    expect(factsOf(malformed, wider, other)).toMatchObject({ groups: ['A', 'B'], custom: { id: 'x' } })
  })
})

describe('a provider', () => {
  it('S8: of several directories needs their list, and is Entra', () => {
    expect(faultsOf(entra)).toEqual({})
    expect(faultsOf(many)).toEqual({})
    expect(faultsOf({ ...many, directories: [] })).toEqual({ directories: 'openid.directories_needed' })
    expect(faultsOf({ ...many, kind: 'other' })).toEqual({ directories: 'openid.directories_needed' })
    expect(faultsOf({ ...many, issuer: many.issuer.replace('organizations', 'common'), directories: [] })).not.toEqual(
      {},
    )
  })

  it('keeps its secret for one issuer and one client only', () => {
    const before = { issuer, client_id: 'a' }
    expect(keepsSecret(before, { ...before })).toBe(true)
    expect(keepsSecret(before, { ...before, issuer: 'https://evil.example' })).toBe(false)
    expect(keepsSecret(before, { ...before, client_id: 'b' })).toBe(false)
  })

  it('lets people of its domains in; with Google the organization of the account counts', () => {
    const of = { ...other, domains: ['b.example'] }
    const google = { ...of, kind: 'google' as const }
    expect(isOfDomains(claims({}), 'a@B.example', of)).toBe(true)
    expect(isOfDomains(claims({}), 'a@c.b.example', of)).toBe(false)
    expect(isOfDomains(claims({}), null, of)).toBe(false)
    expect(isOfDomains(claims({}), 'a@b.example', google)).toBe(false)
    expect(isOfDomains(claims({ hd: 'b.example' }), 'a@other.example', google)).toBe(true)
    expect(isOfDomains(claims({}), null, { ...of, domains: [] })).toBe(true)
  })
})
