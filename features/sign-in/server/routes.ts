import { defaultLanguage, languages } from '#catalogue/languages.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { type FeatureRoutes, open } from '#platform/server/http/route.ts'
import { themeOf } from '#features/themes/server/reads.ts'
import { firstAccount, login, loginConfig } from '../contract.ts'
import { makeFirstAccount, signIn } from './service.ts'

export const signInRoutes = (hosts: Hosts): FeatureRoutes => ({
  feature: 'sign-in',
  routes: [
    open(login, (context, input) => signIn(context, hosts, input)),

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
      await makeFirstAccount(context, input)
      return { status: true as const }
    }),
  ],
})
