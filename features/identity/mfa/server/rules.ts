// Decides about the second factor after a right password. Pure functions.

/** The second factors of a person that are usable at a host, and what the business unit requires. */
export type FactorStanding = {
  /** True: the person has set up an authenticator app. */
  totp: boolean
  /** True: the person has a passkey of this host. */
  passkeys: boolean
  /** True: the person has unused recovery codes. */
  recovery: boolean
  required: boolean
  may_trust: boolean
  /** True: the person trusted this browser less than 30 days ago. */
  trusted: boolean
}

export type FactorStep =
  | { kind: 'none'; secondFactor: boolean }
  | { kind: 'code'; methods: ('totp' | 'passkey' | 'recovery')[] }
  | { kind: 'set_up' }

/**
 * Returns the step after a right password. A person with an authenticator app proves the second factor. If a second factor is required, a
 * person who has only a passkey uses it, and everybody else first sets up an app.
 */
export function factorStep(standing: FactorStanding): FactorStep {
  const { totp, passkeys, recovery, required } = standing
  if (totp && standing.trusted && standing.may_trust) return { kind: 'none', secondFactor: true }
  const has = { totp, passkey: passkeys, recovery: totp && recovery }
  const methods = (['totp', 'passkey', 'recovery'] as const).filter((method) => has[method])
  if (totp || (required && passkeys)) return { kind: 'code', methods }
  return required ? { kind: 'set_up' } : { kind: 'none', secondFactor: false }
}
