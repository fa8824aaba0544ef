import { defaultLanguage, languages } from '#catalogue/languages.ts'
import { signInShare } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { type FeatureRoutes, type OpenContext, open } from '#platform/server/http/route.ts'
import { createTurns } from '#platform/server/turns.ts'
import { themeOf } from '#features/themes/server/reads.ts'
import { firstAccount, login, loginConfig } from '../contract.ts'
import { makeFirstAccount, signIn } from './service.ts'

/** Sign-ins share few connections, and a flood of them is refused: people who are at work wait for none of it (V3). */
function createDesk(connections: number) {
  const places = createTurns({ atOnce: signInShare.atOnce, mostWaiting: 0, retryAfter: 5 })
  const lanes = createTurns({ atOnce: connections, mostWaiting: signInShare.atOnce, retryAfter: 5 })
  return <T>(context: OpenContext, work: (context: OpenContext) => Promise<T>): Promise<T> => {
    const acrossTenants: OpenContext['acrossTenants'] = (reason, inside) =>
      lanes.run(() => context.acrossTenants(reason, inside))
    return places.run(() => work({ ...context, acrossTenants }))
  }
}

export function signInRoutes(hosts: Hosts, connections: number): FeatureRoutes {
  const atDesk = createDesk(connections)
  return {
    feature: 'sign-in',
    routes: [
      open(login, (context, input) => atDesk(context, (inside) => signIn(inside, hosts, input))),

      open(loginConfig, async ({ caller, acrossTenants }) => {
        const { place, theme } = await acrossTenants('sign-in page of a host', async (db) => {
          const found = (await hosts.placeOf(db, caller.host)) ?? fail('host.unknown')
          return { place: found, theme: await themeOf(db, found) }
        })
        return {
          tenant: { name: place.name, domain: hosts.domainOfHost(caller.host) },
          theme,
          saml: [],
          microsoft: false,
          register: false,
          forgot: false,
          languages: [...languages],
          default_language: defaultLanguage,
          terms: [],
        }
      }),

      open(firstAccount, async (context, input) => {
        await atDesk(context, (inside) => makeFirstAccount(inside, input))
        return { status: true as const }
      }),
    ],
  }
}
