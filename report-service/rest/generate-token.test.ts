import { SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { callerOf, signAccessToken } from './access-token.ts'
import { EMPTY_CATALOGUE, principalKey } from './catalogue.ts'
import type { Catalogue, Principal } from './catalogue.ts'
import { deterministicId } from './deterministic-id.ts'
import { createEmbedTokenReader, signEmbedToken } from './embed-token.ts'
import { grantFor, tokenRequest } from './generate-token.ts'
import { parsed, Refusal } from './refusal.ts'

const MINUTE = 60_000
const now = Date.UTC(2026, 0, 1)
const key = new TextEncoder().encode('a signing key of the tests, long enough for it and for the longest of the hashes')
const readEmbedToken = createEmbedTokenReader(key)

const principal: Principal = { directoryId: 'd1', appId: 'a1', name: 'One', secretHash: 'scrypt$x$y' }
const stranger: Principal = { directoryId: 'd2', appId: 'a1', name: 'Two', secretHash: 'scrypt$x$z' }
const dataset = (id: string, workspaceId: string, roles: string[]) => ({
  id,
  workspaceId,
  name: id,
  source: '/nowhere',
  version: 'v1',
  previous: null,
  roles,
  createdAt: '2026-01-01T00:00:00.000Z',
  refreshedAt: '2026-01-01T00:00:00.000Z',
  refreshes: [],
})
const report = (id: string, workspaceId: string, datasetId: string) => ({
  id,
  workspaceId,
  datasetId,
  name: id,
  version: 'v1',
  previous: null,
})
const catalogue: Catalogue = {
  ...EMPTY_CATALOGUE,
  principals: [principal, stranger],
  workspaces: [
    { id: 'w1', name: 'One', members: [principalKey(principal)], project: null },
    { id: 'w2', name: 'Two', members: [principalKey(stranger)], project: null },
  ],
  datasets: [dataset('secured', 'w1', ['Seller', 'Manager']), dataset('open', 'w1', []), dataset('foreign', 'w2', [])],
  reports: [report('r1', 'w1', 'secured'), report('r2', 'w1', 'open'), report('r3', 'w2', 'foreign')],
}
const caller = { principal, tokenEndsAt: now + 50 * MINUTE }
const seller = { username: 'pamela@example.com', roles: ['Seller'], datasets: ['secured'] }
const secured = { reports: [{ id: 'r1' }], datasets: [{ id: 'secured' }], identities: [seller] }

const grant = (input: unknown) => grantFor(catalogue, caller, parsed(tokenRequest, input), now)

async function refusal(of: unknown): Promise<string> {
  const error: unknown = await Promise.resolve()
    .then(() => (typeof of === 'function' ? of() : of))
    .then(
      () => null,
      (reason: unknown) => reason,
    )
  return error instanceof Refusal ? `${error.status} ${error.code}` : String(error)
}

describe('the grant of an embed token', () => {
  test('opens a report and its secured data set for an identity with roles', () => {
    expect(grant(secured)).toMatchObject({
      principal: 'd1/a1',
      reports: [{ id: 'r1', allowEdit: false }],
      datasets: ['secured'],
      identities: [{ username: 'pamela@example.com', roles: ['Seller'], customData: null, datasets: ['secured'] }],
    })
  })

  test('names the pages of a report, through the signed token', async () => {
    const limitedTo = { pages: ['first'], filterColumns: [{ table: 'T', column: 'C' }] }
    const limitedGrant = grant({ ...secured, reports: [{ id: 'r1', limitedTo }] })
    const token = await signEmbedToken(key, limitedGrant, now)
    expect((await readEmbedToken(catalogue, token, now)).reports).toEqual([{ id: 'r1', allowEdit: false, limitedTo }])
    expect(() => grant({ ...secured, reports: [{ id: 'r1', limitedTo: { ...limitedTo, pages: [] } }] })).toThrow(
      Refusal,
    )
  })

  test('applies an identity without data sets to all data sets of the token', () => {
    const { datasets: _, ...everywhere } = seller
    expect(grant({ ...secured, identities: [everywhere] }).identities[0]?.datasets).toEqual(['secured'])
  })

  test('accepts a role in any letter case, as the model does', () => {
    const identities = [{ ...seller, roles: ['sELLER'] }]
    expect(grant({ ...secured, identities }).identities[0]?.roles).toEqual(['sELLER'])
  })

  const refused: Record<string, [unknown, string]> = {
    'E2 a data set with roles and no identity': [{ ...secured, identities: [] }, '400 InvalidRequest'],
    'E2 an identity without roles': [{ ...secured, identities: [{ ...seller, roles: [] }] }, '400 InvalidRequest'],
    'E2 a role that the data set does not have': [
      { ...secured, identities: [{ ...seller, roles: ['Seller', 'Boss'] }] },
      '400 InvalidRequest',
    ],
    'E2 a second identity for one data set': [
      { ...secured, identities: [seller, { ...seller, roles: ['Manager'] }] },
      '400 InvalidRequest',
    ],
    'E2 an identity on a data set without roles': [
      { reports: [{ id: 'r2' }], datasets: [{ id: 'open' }], identities: [{ ...seller, datasets: ['open'] }] },
      '400 InvalidRequest',
    ],
    'an identity for a data set outside the token': [
      { reports: [{ id: 'r2' }], datasets: [{ id: 'open' }], identities: [seller] },
      '400 InvalidRequest',
    ],
    'a report without its data set': [{ reports: [{ id: 'r1' }] }, '400 InvalidRequest'],
    'an empty request': [{}, '400 InvalidRequest'],
    'E1 a report of another workspace': [
      { reports: [{ id: 'r3' }], datasets: [{ id: 'foreign' }] },
      '404 PowerBIEntityNotFound',
    ],
    'E1 a data set of another workspace': [
      { ...secured, datasets: [{ id: 'secured' }, { id: 'foreign' }] },
      '404 PowerBIEntityNotFound',
    ],
    'E1 a target workspace without membership': [
      { ...secured, targetWorkspaces: [{ id: 'w2' }] },
      '404 PowerBIEntityNotFound',
    ],
    'a user name with a space': [{ ...secured, identities: [{ ...seller, username: 'a b' }] }, '400 InvalidRequest'],
    'a role with a comma': [
      { ...secured, identities: [{ ...seller, roles: ['Seller,Manager'] }] },
      '400 InvalidRequest',
    ],
    'fifty-one reports': [
      { ...secured, reports: Array.from({ length: 51 }, () => ({ id: 'r1' })) },
      '400 InvalidRequest',
    ],
    'identities of data sources': [{ ...secured, datasourceIdentities: [{}] }, '501 NotSupportedByLocalService'],
  }
  test.each(Object.entries(refused))('refuses %s', async (_, [input, expected]) => {
    expect(await refusal(() => grant(input))).toBe(expected)
  })
})

describe('E1 the life of an embed token', () => {
  const life = (lifetimeInMinutes: number | null, tokenEndsAt = now + 600 * MINUTE) =>
    grantFor(catalogue, { principal, tokenEndsAt }, parsed(tokenRequest, { ...secured, lifetimeInMinutes }), now)
      .expiresAt - now

  test('is one hour at most', () => expect(life(null)).toBe(60 * MINUTE))
  test('can be shortened by the request', () => expect(life(15)).toBe(15 * MINUTE))
  test('cannot be lengthened by the request', () => expect(life(600)).toBe(60 * MINUTE))
  test('is the default for a requested life of zero', () => expect(life(0)).toBe(60 * MINUTE))
  test('ends with the access token at the latest', () => expect(life(15, now + 5 * MINUTE)).toBe(5 * MINUTE))
})

describe('A7 signed tokens', () => {
  const read = (token: string, at = now) => readEmbedToken(catalogue, token, at)
  const call = (token: string, at = now) => callerOf(key, catalogue, `Bearer ${token}`, at)
  const header = { alg: 'HS256', typ: 'embed+jwt' }
  const forge = (change: Record<string, unknown>, typ: string, audience: string, by = key) =>
    new SignJWT({ sub: 'd1/a1', grant: grant(secured), ...change })
      .setProtectedHeader({ ...header, typ })
      .setAudience(audience)
      .setIssuedAt(now / 1000)
      .setExpirationTime(now / 1000 + 600)
      .sign(by)
  const good = { typ: 'embed+jwt', audience: 'urn:report-service:viewer' }

  test('A7 valid tokens are accepted', async () => {
    expect((await read(await signEmbedToken(key, grant(secured), now))).reports).toEqual([
      { id: 'r1', allowEdit: false },
    ])
    expect((await read(await forge({}, good.typ, good.audience))).datasets).toEqual(['secured'])
    expect((await call(await signAccessToken(key, principal, now))).principal).toEqual(principal)
  })

  test('A7 an embed token is refused as access token, and the reverse', async () => {
    const embed = await signEmbedToken(key, grant(secured), now)
    const access = await signAccessToken(key, principal, now)
    expect(await refusal(call(embed))).toBe('401 InvalidToken')
    expect(await refusal(read(access))).toBe('403 PowerBINotAuthorizedException')
  })

  test('A7 a token with a wrong type, audience, key or algorithm is refused', async () => {
    const expected = '403 PowerBINotAuthorizedException'
    expect(await refusal(read(await forge({}, 'at+jwt', good.audience)))).toBe(expected)
    expect(await refusal(read(await forge({}, good.typ, 'another')))).toBe(expected)
    expect(
      await refusal(read(await forge({}, good.typ, good.audience, new TextEncoder().encode('x'.repeat(40))))),
    ).toBe(expected)
    const unsigned = new UnsecuredJWT({ sub: 'd1/a1', grant: grant(secured) }).setAudience(good.audience).encode()
    expect(await refusal(read(unsigned))).toBe(expected)
    const stronger = await new SignJWT({ sub: 'd1/a1', grant: grant(secured) })
      .setProtectedHeader({ alg: 'HS512', typ: good.typ })
      .setAudience(good.audience)
      .setIssuedAt(now / 1000)
      .setExpirationTime(now / 1000 + 600)
      .sign(key)
    expect(await refusal(read(stronger))).toBe(expected)
    for (const nonsense of ['', 'x', 'a.b.c', '\u0000']) expect(await refusal(read(nonsense))).toBe(expected)
  })

  test('A7 an expired token is refused with TokenExpired', async () => {
    const embed = await signEmbedToken(key, grant(secured), now)
    const access = await signAccessToken(key, principal, now)
    expect(await refusal(read(embed, now + 51 * MINUTE))).toBe('403 TokenExpired')
    await read(embed)
    expect(await refusal(read(embed, now + 51 * MINUTE)), 'after it was verified').toBe('403 TokenExpired')
    expect(await refusal(call(access, now + 61 * MINUTE))).toBe('403 TokenExpired')
  })

  test('A6 a new secret invalidates the access tokens of the old one', async () => {
    const access = await signAccessToken(key, principal, now)
    const renewed = { ...catalogue, principals: [{ ...principal, secretHash: 'scrypt$x$new' }] }
    expect(await refusal(callerOf(key, renewed, `Bearer ${access}`, now))).toBe('401 InvalidToken')
  })

  test('A6 a revoked token is refused immediately, but only if its own principal revoked it', async () => {
    const held = grant(secured)
    const token = await signEmbedToken(key, held, now)
    const revokedBy = (by: Principal): Catalogue => ({
      ...catalogue,
      revocations: [{ tokenId: held.tokenId, principal: principalKey(by), until: now + MINUTE }],
    })
    expect((await readEmbedToken(revokedBy(stranger), token, now)).tokenId).toBe(held.tokenId)
    expect(await refusal(readEmbedToken(revokedBy(principal), token, now))).toBe('403 TokenExpired')
  })

  test('A6 the tokens of a principal are refused after it loses the workspace', async () => {
    const token = await signEmbedToken(key, grant(secured), now)
    const lost = { ...catalogue, workspaces: [{ id: 'w1', name: 'One', members: [], project: null }] }
    expect((await readEmbedToken(catalogue, token, now)).reports).toHaveLength(1)
    expect(await refusal(readEmbedToken(lost, token, now))).toBe('403 TokenExpired')
  })
})

test('derives ids from workspace and name by RFC 9562, version 5', () => {
  // RFC 9562, Appendix A.4: the DNS namespace and www.example.com.
  expect(deterministicId('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  )
})
