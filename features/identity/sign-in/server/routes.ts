import { languages } from '#catalogue/languages.ts'
import { signInConcurrency, signInThrottle } from '#catalogue/limits.ts'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { networkOf } from '#platform/server/http/network.ts'
import { type Route, type OpenContext, open } from '#platform/server/http/route.ts'
import type { Mailing } from '#platform/server/mail/senders.ts'
import { createRetryAfterStore } from '#platform/server/retry-after.ts'
import { themeOf } from '#features/organisation/themes/server/queries.ts'
import { firstAccount, login, loginConfig } from '../contract.ts'
import type { WithinLimits } from '#features/identity/attempts/server/commands.ts'
import { takesRegistrations } from '#features/identity/registration/server/commands.ts'
import { makeFirstAccount, signIn } from './service.ts'
import { defaultLanguageOf } from './store.ts'
import { openidChoices } from '#features/identity/openid/server/queries.ts'
import { samlChoices } from '#features/identity/saml/server/queries.ts'

/**
 * Makes the handler of `login`. A network that has reached its limit gets its Retry-After from memory and uses no slot. A request with a
 * device token is always checked in the database, because a known device has its own limit.
 */
function createLoginHandler(withinLimits: WithinLimits, hosts: Hosts) {
  const throttledNetworks = createRetryAfterStore(signInConcurrency.throttledNetworks)
  // A device token is unproven until the database has found it. A network that sent a wrong one gets no slots of known browsers.
  const doubtedNetworks = createRetryAfterStore(signInConcurrency.throttledNetworks)
  return async (context: OpenContext, input: InputOf<typeof login>): Promise<AnswerOf<typeof login>> => {
    const network = networkOf(context.caller.address)
    const wait = input.device ? null : throttledNetworks.left(network, context.clock.now())
    if (wait !== null) fail('call.throttled', { retryAfter: wait })
    const onNetworkThrottled = (seconds: number) => throttledNetworks.note(network, seconds, context.clock.now())
    const site = networkOf(context.caller.address, 48)
    const isKnown = typeof input.device === 'string' && doubtedNetworks.left(site, context.clock.now()) === null
    const onUnknownDevice = () => doubtedNetworks.note(site, signInThrottle.windowMinutes * 60, context.clock.now())
    const answer = await withinLimits(context, isKnown, (inside) =>
      signIn(inside, { hosts, onNetworkThrottled, onUnknownDevice }, input),
    )
    // A successful sign-in raises the limit of its network.
    throttledNetworks.forget(network)
    return answer
  }
}

type Dependencies = { hosts: Hosts; mailing: Pick<Mailing, 'hasSender'>; withinSignInLimits: WithinLimits }

export function routes({ hosts, mailing, withinSignInLimits: withinLimits }: Dependencies): Route[] {
  return [
    open(login, createLoginHandler(withinLimits, hosts)),

    open(loginConfig, async ({ caller, acrossTenants }) => {
      const { hostOwner, theme, language, saml, openid, register, sendsMail } = await acrossTenants(
        'sign-in page of a host',
        async (db) => {
          const found = (await hosts.ownerOf(db, caller.host)) ?? fail('host.unknown')
          return {
            hostOwner: found,
            theme: await themeOf(db, found),
            language: await defaultLanguageOf(db, found),
            saml: await samlChoices(db, found),
            openid: await openidChoices(db, found),
            register: await takesRegistrations(db, found),
            sendsMail: await mailing.hasSender(db, found.tenantId),
          }
        },
      )
      return {
        tenant: { name: hostOwner.name, domain: hosts.domainOfHost(caller.host) },
        theme,
        saml,
        openid,
        microsoft: openid.length > 0,
        register,
        forgot: true,
        sends_mail: sendsMail,
        languages: [...languages],
        default_language: language,
        terms: [],
        address: caller.address,
      }
    }),

    open(firstAccount, async (context, input) => {
      await withinLimits(context, false, (inside) => makeFirstAccount(inside, input))
      return { status: true as const }
    }),
  ]
}
