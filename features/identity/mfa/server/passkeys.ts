// Challenges and proofs of passkeys (WebAuthn, level 3). A challenge is a one-time token: it works once, for one purpose, at one host. The
// relying party is the host, so a passkey works only where it was made.
import type { z } from 'zod'
import { secondFactor } from '#catalogue/limits.ts'
import type { AnswerOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { addOneTimeToken, takeOneTimeToken } from '#platform/server/session/one-time-token.ts'
import { hashToken } from '#platform/server/session/token.ts'
import type { askPasskeySignIn, assertion, registration, startPasskey } from '../contract.ts'
import type { StoredPasskey } from './store.ts'

/** The purpose of a challenge: a sign-in, the second factor of a pending sign-in, or a new passkey. */
export type ChallengePurpose = 'passkey_sign_in' | 'passkey_second_factor' | 'passkey_new'

type ChallengeScope = { host: string; userId: string | null }

/** The time, in milliseconds, for which browsers wait for the person. The challenge itself is valid longer. */
const timeout = 120_000
/** Signature algorithms: EdDSA, ES256 and RS256, in order of preference (COSE identifiers). */
const algorithms = [-8, -7, -257]

const newChallenge = (db: Database, purpose: ChallengePurpose, { host, userId }: ChallengeScope): Promise<string> =>
  addOneTimeToken(db, { purpose, userId, payload: { host }, seconds: secondFactor.codeMinutes * 60 })

type Known = Pick<StoredPasskey, 'credential_id' | 'transports'>

const descriptors = (known: readonly Known[]) =>
  known.map(({ credential_id: id, transports }) => ({ id, type: 'public-key' as const, transports }))

/** Makes the options with which a browser signs a challenge. Without `known` the browser offers every passkey that it has for the host. */
export async function requestOptionsFor(
  db: Database,
  purpose: ChallengePurpose,
  scope: ChallengeScope,
  known: readonly Known[],
): Promise<AnswerOf<typeof askPasskeySignIn>> {
  const challenge = await newChallenge(db, purpose, scope)
  return {
    challenge,
    rpId: scope.host,
    timeout,
    userVerification: 'required',
    allowCredentials: descriptors(known),
  }
}

type Owner = { userId: string; email: string; name: string; host: string; issuerName: string }

/** Makes the options for a new passkey. Its user id contains no personal data, because authenticators store it. */
export async function creationOptionsFor(
  db: Database,
  { userId, email, name, host, issuerName }: Owner,
  known: readonly Known[],
): Promise<AnswerOf<typeof startPasskey>> {
  const challenge = await newChallenge(db, 'passkey_new', { host, userId })
  return {
    challenge,
    rp: { id: host, name: issuerName },
    user: { id: Buffer.from(userId).toString('base64url'), name: email, displayName: name },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout,
    excludeCredentials: descriptors(known),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

/** Uses up a challenge. Returns true exactly once, at the host and for the person for whom it was made. */
export async function takeChallenge(
  db: Database,
  purpose: ChallengePurpose,
  challenge: string,
  { host, userId }: ChallengeScope,
): Promise<boolean> {
  const taken = await takeOneTimeToken(db, purpose, hashToken(challenge))
  const isOfHost = (taken?.payload as { host?: unknown } | undefined)?.host === host
  return isOfHost && taken?.userId === userId
}

/** Returns the origin at which browsers use the passkeys of a host. */
const originOf = (hosts: Hosts, host: string) => `${hosts.publicUrl.protocol}//${hosts.domainOfHost(host)}`

export type ProvenPasskey = { challenge: string; counter: number }

/**
 * Verifies signature, origin, relying party and user verification. Returns challenge and signature counter; null when the verification
 * fails. The caller must use up the challenge (`takeChallenge`).
 */
export async function verifyAssertion(
  hosts: Hosts,
  passkey: StoredPasskey,
  response: z.output<typeof assertion>,
): Promise<ProvenPasskey | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  let challenge = ''
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...response,
        response: { ...response.response, userHandle: response.response.userHandle ?? undefined },
        clientExtensionResults: {},
      } as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: (signedChallenge) => {
        challenge = signedChallenge
        return true
      },
      expectedOrigin: originOf(hosts, passkey.host),
      expectedRPID: passkey.host,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    })
    return verified ? { challenge, counter: authenticationInfo.newCounter } : null
  } catch {
    // The library throws for every fault of the response, and all faults have the same answer.
    return null
  }
}

export type NewPasskey = Omit<StoredPasskey, 'id' | 'user_id' | 'email' | 'name'> & { challenge: string }

/** Verifies a new passkey. Returns null when the verification fails. The caller must use up the challenge (`takeChallenge`). */
export async function verifyRegistration(
  hosts: Hosts,
  host: string,
  response: z.output<typeof registration>,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  let challenge = ''
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as Parameters<
        typeof verifyRegistrationResponse
      >[0]['response'],
      expectedChallenge: (signedChallenge) => {
        challenge = signedChallenge
        return true
      },
      expectedOrigin: originOf(hosts, host),
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return null
    const { credential } = registrationInfo
    return {
      challenge,
      host,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: response.response.transports ?? [],
    }
  } catch {
    // The library throws for every fault of the new passkey, and all faults have the same answer.
    return null
  }
}
