// The configuration of a session in the browser: loaded once, and stored in the config cache in wire format.
import { useEffect } from 'react'
import { z } from 'zod'
import { fallbackLanguage } from '#catalogue/languages.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { ask } from '#platform/web/client/client.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import type { Caches, StoredConfig } from '#platform/web/session/caches.ts'
import { type Session, tenantOf, useCaches } from '#platform/web/session/use-session.ts'
import { readConfig } from '../contract.ts'

export type Config = ReceivedOf<typeof readConfig>

/** Loads and stores the configuration: at sign-in, before the first screen. */
export async function loadConfig(caches: Caches): Promise<Config> {
  const config = await ask(readConfig, {})
  keepConfig(caches, config)
  return config
}

/** An answer that arrives after the sign-out, also by another tab, is not stored. */
function keepConfig(caches: Caches, config: Config): void {
  if (caches.user() === null) return
  caches.writeConfig(z.encode(readConfig.answers, config) as StoredConfig)
}

/** Returns the configuration: at once the stored one, then that of the server. */
export function useConfig() {
  const caches = useCaches()
  const configQuery = useCallQuery(readConfig, {}, { freshFor: 60_000 })
  const { data } = configQuery
  useEffect(() => {
    if (data !== undefined) keepConfig(caches, data)
  }, [caches, data])
  return { ...configQuery, data: data ?? storedConfig(caches) }
}

/** Returns the configuration that an earlier visit stored; undefined when another version of the product wrote it in another format. */
function storedConfig(caches: Caches): Config | undefined {
  const parsed = readConfig.answers.safeParse(caches.config())
  return parsed.success ? parsed.data : undefined
}

/** Picks the part of the configuration that screens use. */
export function sessionFrom(config: Config): Session {
  const { user, tenant_id, companies, can, routes, timezone, language, main_language, logo_page, intended } = config
  const partner = config.partner_access_remote
  const { id, email, name, profile, partner_id, auth_type } = user
  return {
    user: { id, email, name, profile, partnerId: partner_id, authType: auth_type },
    tenantId: tenant_id,
    tenantName: companies.find(({ current }) => current)?.name ?? null,
    tenants: companies.map(tenantOf),
    hasMoreTenants: config.more_companies,
    mayEnterTenants: partner.is_partner_with_admin_company,
    actingProfile: partner.is_partner_admin ? 'admin' : partner.is_partner_user ? 'user' : null,
    remoteAccess: config.remote_access && {
      requester: config.remote_access.requester.name,
      person: config.remote_access.person.name,
    },
    mayGoBack: partner.partner_id !== null,
    can: new Set(can),
    screens: new Set(routes),
    timezone,
    language: language ?? fallbackLanguage,
    mainLanguage: main_language,
    logoPage: logo_page,
    homePath: intended,
  }
}
