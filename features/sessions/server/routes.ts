import { logoutReports } from '#catalogue/limits.ts'
import { screensFor } from '#catalogue/screens.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { type Route, type WriteContext, handle, open } from '#platform/server/http/route.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { networkOf } from '#platform/server/http/network.ts'
import { type Actor, permissionsOfActor } from '#platform/server/session/actor.ts'
import { sessionSettings } from '#features/settings/server/reads.ts'
import { chooseLanguage, logLogoutEvent, logPresence, logout, readConfig, refreshToken } from '../contract.ts'
import { logOut, noteLogoutEvent, renew } from './service.ts'
import { currentTenant, keepAwake, keepLanguage } from './store.ts'

export const routes = ({ hosts }: { hosts: Hosts }): Route[] => {
  const ofNetworks = createLimiter(logoutReports)
  const ofPeople = createLimiter(logoutReports)
  return [
    handle(readConfig, (context) => configOf(context, hosts)),

    open(logout, async (context) => {
      await logOut(context)
      return { status: true as const }
    }),

    open(refreshToken, (context) => renew(context)),

    handle(logPresence, async ({ db, actor }, { active }) => {
      if (active) await keepAwake(db, actor.sessionId)
      return { status: true as const, session_ends_at: actor.expiresAt }
    }),

    handle(chooseLanguage, async ({ db, actor, audit }, { language }) => {
      await keepLanguage(db, actor.userId, language)
      const target = { type: 'user', id: actor.userId, name: actor.name }
      await audit({ target, before: { language: actor.language }, after: { language } })
      return { status: true as const }
    }),

    open(logLogoutEvent, async (context, claim) => {
      const { clock, caller } = context
      if (!ofNetworks.admits(networkOf(caller.address), clock.now())) fail('call.throttled', { retryAfter: 60 })
      await noteLogoutEvent(context, claim, (userId) => ofPeople.admits(userId, clock.now()))
      return { status: true as const }
    }),
  ]
}

async function configOf({ db, actor }: WriteContext, hosts: Hosts) {
  const { landing, logoPage } = await sessionSettings(db, actor.tenantId)
  const tenant = actor.tenantId ? await currentTenant(db, actor.tenantId) : undefined
  return {
    companies: tenant
      ? [{ tenant_id: tenant.id, name: tenant.name, domain: hosts.domainOf(tenant), logo: null, current: true }]
      : [],
    hidden_menu: actor.hiddenMenu,
    intended: landing,
    logo_page: logoPage,
    broadcast_message: null,
    show_questionario_perfil: false,
    partner_access_remote: {
      is_partner_with_admin_company: false,
      is_partner_admin: false,
      is_partner_user: false,
      partner_id: null,
    },
    user: userOf(actor),
    tenant_id: actor.tenantId,
    routes: screensFor(actor.profile, actor.hiddenMenu),
    can: permissionsOfActor(actor),
    terms: [],
    timezone: actor.timezone,
    language: actor.language,
    remote_access: null,
    session_ends_at: actor.expiresAt,
  }
}

const userOf = (actor: Actor) => ({
  id: actor.userId,
  email: actor.email,
  name: actor.name,
  partner_id: actor.partnerId,
  profile: actor.profile,
  auth_type: actor.authType,
})
