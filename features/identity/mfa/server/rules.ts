// Decides about the second factor after a right password. Pure functions.

/** What is known of a person at a host, and what the business unit demands. */
export type FactorStanding = {
  /** An authenticator app is set up. */
  totp: boolean
  /** There is a passkey of this host. */
  passkeys: boolean
  /** There are unused recovery codes. */
  recovery: boolean
  required: boolean
  may_trust: boolean
  /** The person trusted this browser less than 30 days ago. */
  trusted: boolean
}

export type FactorStep =
  | { kind: 'none'; secondFactor: boolean }
  | { kind: 'code'; methods: ('totp' | 'passkey' | 'recovery')[] }
  | { kind: 'set_up' }

/**
 * The step after a right password. A person with an authenticator app proves the second factor. Where it is required, a person with only a
 * passkey uses that, and everybody else sets up an app first.
 */
export function factorStep(standing: FactorStanding): FactorStep {
  const { totp, passkeys, recovery, required } = standing
  if (totp && standing.trusted && standing.may_trust) return { kind: 'none', secondFactor: true }
  const has = { totp, passkey: passkeys, recovery: totp && recovery }
  const methods = (['totp', 'passkey', 'recovery'] as const).filter((method) => has[method])
  if (totp || (required && passkeys)) return { kind: 'code', methods }
  return required ? { kind: 'set_up' } : { kind: 'none', secondFactor: false }
}
