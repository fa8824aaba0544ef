// Passkeys in the browser. The library is loaded with the first use.
import type { ReceivedOf } from '#platform/contract/call.ts'
import type { addPasskey, askPasskeySignIn, proveSecondFactor, startPasskey } from '../contract.ts'
import type { CallInput } from '#platform/web/client/encode-input.ts'

type Assertion = NonNullable<CallInput<typeof proveSecondFactor>['passkey']>
type Registration = CallInput<typeof addPasskey>['passkey']

/** Whether the browser supports passkeys here: browsers do so on https pages and on localhost. */
export const canUsePasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'

/** Asks the browser to sign a challenge. Returns null when the person cancels or has no passkey for this host. */
export async function signChallenge(options: ReceivedOf<typeof askPasskeySignIn>): Promise<Assertion | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return unlessCancelled(() => startAuthentication({ optionsJSON: options }) as Promise<Assertion>)
}

/** Asks the browser for a new passkey. Returns null when the person cancels, or has one already. */
export async function createPasskey(options: ReceivedOf<typeof startPasskey>): Promise<Registration | null> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return unlessCancelled(() => startRegistration({ optionsJSON: options }) as Promise<Registration>)
}

/** Returns null after a cancellation. Browsers do not distinguish it from an authenticator that has no passkey. */
async function unlessCancelled<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (
      error instanceof Error &&
      ['NotAllowedError', 'AbortError', 'InvalidStateError', 'WebAuthnError'].includes(error.name)
    )
      return null
    throw error
  }
}
