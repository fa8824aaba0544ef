import { Failure } from '#platform/contract/failure.ts'
import { open, outside, type Route, rows } from '#platform/server/http/route.ts'
import type { WithinLimits } from '#features/identity/attempts/server/commands.ts'
import { createProviderLimits } from '#features/identity/federation/server/commands.ts'
import {
  addPasskey,
  askPasskeyProof,
  askPasskeySignIn,
  confirmTwoFactor,
  endTwoFactor,
  forgetBrowsers,
  proveSecondFactor,
  readTwoFactor,
  removePasskey,
  renewRecoveryCodes,
  setUpAtSignIn,
  signInWithPasskey,
  startPasskey,
  startTwoFactor,
} from '../contract.ts'
import {
  beginPasskey,
  confirmFactor,
  dropPasskey,
  endFactor,
  endTrust,
  keepPasskey,
  type OwnFactors,
  renewCodes,
  startFactor,
} from './enrolment.ts'
import { challengeForFactor, challengeForSignIn, proveFactor, setUpDuringSignIn, signInByPasskey } from './service.ts'
import * as store from './store.ts'

const status = true as const

const twoFactorRoute = rows(readTwoFactor, store.ownQuery, ([own], { actor }) => ({
  enabled_at: own?.enabled_at ?? null,
  recovery_left: own?.recovery_left ?? 0,
  required: own?.required ?? false,
  trusted_browsers: own?.trusted_browsers ?? 0,
  passkeys: (own?.passkeys ?? []).map(({ created_at, last_used_at, ...passkey }) => ({
    ...passkey,
    here: passkey.host === actor.host,
    created_at: new Date(created_at),
    last_used_at: last_used_at === null ? null : new Date(last_used_at),
  })),
  can: own?.auth_type === 'password' ? ['update'] : [],
}))

type Dependencies = OwnFactors & { withinSignInLimits: WithinLimits }

/** An answer that proves nobody's identity is written to the audit trail. Therefore it counts. */
const isUnproven = (fault: unknown) => fault instanceof Failure && fault.code === 'sign_in.passkey_refused'

export const routes = (
  { withinSignInLimits: within, ...own }: Dependencies,
  // A passkey names its person, as the answer of an identity provider does: its sign-ins have the same limits, and no account to count at.
  limits = createProviderLimits(),
): Route[] => [
  open(proveSecondFactor, (context, input) => within(context, false, (inside) => proveFactor(own, inside, input))),
  open(askPasskeyProof, (context) => within(context, false, (inside) => challengeForFactor(own, inside))),
  open(setUpAtSignIn, (context, input) => within(context, false, (inside) => setUpDuringSignIn(own, inside, input))),
  open(askPasskeySignIn, (context) => {
    limits.admitStart(context)
    return within(context, false, (inside) => challengeForSignIn(own, inside))
  }),
  open(signInWithPasskey, (context, input) =>
    limits.examine(context, (countUnproven) =>
      within(context, false, (inside) => signInByPasskey(own, inside, input)).catch((fault: unknown) => {
        if (isUnproven(fault)) countUnproven()
        throw fault
      }),
    ),
  ),
  twoFactorRoute,
  outside(startTwoFactor, (context, input) => startFactor(own, context, input)),
  outside(confirmTwoFactor, (context, input) => confirmFactor(own, context, input)),
  outside(renewRecoveryCodes, (context, input) => renewCodes(own, context, input)),
  outside(forgetBrowsers, async (context, { current_password }) => {
    await endTrust(own, context, current_password)
    return { status }
  }),
  outside(endTwoFactor, async (context, { current_password }) => {
    await endFactor(own, context, current_password)
    return { status }
  }),
  outside(startPasskey, (context, { current_password }) => beginPasskey(own, context, current_password)),
  outside(addPasskey, (context, input) => keepPasskey(own, context, input)),
  outside(removePasskey, async (context, input) => {
    await dropPasskey(own, context, input)
    return { status }
  }),
]
