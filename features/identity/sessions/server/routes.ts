import { logoutReports, ownUnits } from '#catalogue/limits.ts'
import { screensFor } from '#catalogue/screens.ts'
import { fail } from '#platform/contract/failure.ts'
import { publicAddress } from '#platform/server/files/file-path.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { type Route, type WriteContext, handle, open, rows } from '#platform/server/http/route.ts'
import { mainLanguageOf } from '#platform/server/http/main-texts.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { networkOf } from '#platform/server/http/network.ts'
import { type Actor, may, permissionsOfActor } from '#platform/server/session/actor.ts'
import { presentBroadcast } from '#features/messaging/broadcasts/server/queries.ts'
import { sessionSettings } from '#features/organisation/settings/server/queries.ts'
import { mustAskPosition } from '#features/messaging/survey/server/queries.ts'
import { termsDue } from '#features/organisation/user-terms/server/queries.ts'
import {
  chooseLanguage,
  findCompanies,
  logLogoutEvent,
  logPresence,
  logout,
  readConfig,
  refreshToken,
} from '../contract.ts'
import { logOut, noteLogoutEvent, renew } from './service.ts'
import { shownIdentity } from '#features/identity/entry/server/queries.ts'
import { remoteAccessOf } from '#features/identity/remote-access/server/queries.ts'
import {
  keepAwake,
  keepLanguage,
  type OwnTenant,
  ownTenants,
  ownTenantsQuery,
  presentTenant,
  shiftSecondsLeft,
} from './store.ts'

export const routes = ({ hosts }: { hosts: Hosts }): Route[] => {
  const ofNetworks = createLimiter(logoutReports)
  const ofPeople = createLimiter(logoutReports)
  return [
    handle(readConfig, (context) => configOf(context, hosts)),

    rows(
      findCompanies,
      ({ search }) => ownTenantsQuery(search, ownUnits.found),
      (found, { actor }) => ({
        companies: found.slice(0, ownUnits.found).map((tenant) => companyOf(tenant, actor, hosts)),
        more_companies: found.length > ownUnits.found,
      }),
    ),

    open(logout, async (context) => {
      await logOut(context)
      return { status: true as const }
    }),

    open(refreshToken, (context) => renew(context)),

    handle(logPresence, async ({ db, actor }, { active }) => {
      if (active) await keepAwake(db, actor.sessionId)
      const shift_seconds_left = await shiftSecondsLeft(db, actor.userId)
      return { status: true as const, session_ends_at: actor.expiresAt, shift_seconds_left }
    }),

    handle(chooseLanguage, async ({ db, actor, audit, unchanged }, { language }) => {
      if (language === actor.language) return unchanged({ status: true as const })
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
  const { tenants, hasMore } = await visibleTenants(db, actor)
  return {
    companies: tenants.map((tenant) => companyOf(tenant, actor, hosts)),
    more_companies: hasMore,
    hidden_menu: actor.hiddenMenu,
    intended: landing,
    logo_page: logoPage,
    ...(await greetingOf(db, actor)),
    partner_access_remote: {
      is_partner_with_admin_company: actor.staff !== null && actor.realPerson === null,
      is_partner_admin: actor.actingProfile === 'admin',
      is_partner_user: actor.actingProfile === 'user',
      partner_id: actor.origin && actor.realPerson === null ? actor.partnerId : null,
    },
    user: userOf(actor),
    tenant_id: actor.tenantId,
    routes: screensFor(actor.profile, actor.hiddenMenu),
    can: permissionsOfActor(actor),
    terms: actor.realPerson === null && may(actor, 'portal.use') ? await termsDue(db) : [],
    timezone: actor.timezone,
    language: actor.language,
    main_language: await mainLanguageOf(db),
    remote_access: await remoteAccessOf(db, actor),
    session_ends_at: actor.expiresAt,
  }
}

const companyOf = (tenant: OwnTenant, actor: Actor, hosts: Hosts) => ({
  tenant_id: tenant.id,
  name: tenant.name,
  domain: hosts.domainOf(tenant),
  logo: tenant.logo && publicAddress(tenant.logo),
  current: tenant.id === actor.tenantId,
})

/** The business units of the switcher. The present one is among them, also when its name is behind the last that is listed. */
async function visibleTenants(db: WriteContext['db'], actor: Actor) {
  const found = await ownTenants(db, '', ownUnits.listed)
  const [tenants, hasMore] = [found.slice(0, ownUnits.listed), found.length > ownUnits.listed]
  const { tenantId } = actor
  const isListed = tenantId === null || !hasMore || tenants.some(({ id }) => id === tenantId)
  const present = isListed ? undefined : await presentTenant(db, tenantId)
  const listed = present ? [present, ...tenants.slice(0, -1)] : tenants
  // The session leads to no other business unit in remote access, in an embedded page and on the screen of a playlist.
  const leadsElsewhere = actor.realPerson === null && may(actor, 'portal.use')
  if (leadsElsewhere) return { tenants: listed, hasMore }
  return { tenants: listed.filter(({ id }) => id === tenantId), hasMore: false }
}

/** Returns the message after the sign-in; null in remote access, in an embedded page and on the screen of a playlist. */
async function greetingOf(db: WriteContext['db'], actor: Actor) {
  const isThemself = actor.realPerson === null && actor.actingProfile === null && may(actor, 'portal.use')
  const broadcast = isThemself ? await presentBroadcast(db) : null
  return {
    broadcast_message: broadcast && {
      id: broadcast.id,
      message_ptbr: broadcast.message['pt-BR'] ?? '',
      message_en: broadcast.message['en-US'] ?? '',
      message_ptpt: broadcast.message['pt-PT'] ?? '',
      message_es: broadcast.message.es ?? '',
    },
    show_questionario_perfil: isThemself && (await mustAskPosition(db)),
  }
}

const userOf = (actor: Actor) => ({
  id: actor.userId,
  ...shownIdentity(actor.authType, actor),
  partner_id: actor.partnerId,
  profile: actor.profile,
  auth_type: actor.authType,
})
