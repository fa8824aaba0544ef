// The 39 authenticated and 16 public routes of the specification (section 2), each with the path of the router and the title that its screen
// has in every language. screens.journey.ts opens all of them.

type Route = {
  /** The name in the specification; the dashboard has an empty one. */
  route: string
  /** The path of the router. */
  path: string
  /** The phrase of the screen's title. Null: the title is the name of a record or of a person, or a slideshow has none. */
  title: string | null
}

export type Who = 'admin' | 'platform' | 'partner'

/** The authenticated routes, by a person who may open them. */
export const authenticatedRoutes: Record<Who, readonly Route[]> = {
  admin: [
    { route: '', path: '/', title: null },
    { route: 'notifications', path: '/notifications', title: 'messaging.notifications.title' },
    { route: 'auto_actions', path: '/auto_actions', title: 'automation.tasks.title' },
    { route: 'changelog', path: '/changelog', title: 'messaging.changelog.timeline.title' },
    { route: 'audit', path: '/audit', title: 'operations.audit.title' },
    { route: 'setting', path: '/setting', title: 'organisation.settings.title' },
    { route: 'management/report', path: '/management/report', title: 'reports.management.page.title' },
    { route: '{id}/management/view', path: '/$id/management/view', title: null },
    { route: '{id}/apps/view', path: '/$id/apps/view', title: null },
    { route: 'apps', path: '/apps', title: 'reports.apps.title' },
    { route: 'all/reports', path: '/all/reports', title: 'home.shelves.all.title' },
    { route: 'powerbi', path: '/powerbi', title: 'sources.accounts.title' },
    { route: 'powerbi/resources', path: '/powerbi/resources', title: 'sources.capacities.title' },
    { route: 'powerbi/workspace', path: '/powerbi/workspace', title: 'sources.workspaces.title' },
    { route: 'analyze', path: '/analyze', title: 'reports.usage.title' },
    { route: '{id}/reports', path: '/$id/reports', title: null },
    { route: '{id}/reports/view', path: '/$id/reports/view', title: null },
    { route: '{id}/reports/external', path: '/$id/reports/external', title: null },
    { route: '{id}/playlist/view', path: '/$id/playlist/view', title: null },
    { route: 'playlist/view', path: '/playlist/view', title: null },
    { route: 'playlists', path: '/playlists', title: 'reports.playlists.title' },
    { route: 'remote/authorization', path: '/remote/authorization', title: 'identity.remoteAccess.title' },
    { route: 'whitelabels', path: '/whitelabels', title: 'organisation.themes.title' },
    { route: 'reports', path: '/reports', title: 'reports.groups.title' },
    { route: 'group_users', path: '/group_users', title: 'people.groups.title' },
    { route: 'user', path: '/user', title: 'people.users.title' },
    { route: 'help_desk', path: '/help_desk', title: 'helpDesk.tickets.title' },
    { route: 'help_desk/{id}', path: '/help_desk/$id', title: null },
    { route: 'catalogs', path: '/catalogs', title: 'reports.catalogs.title' },
    { route: 'ia', path: '/ia', title: 'assistant.aiAccounts.title' },
  ],
  partner: [
    { route: 'domain', path: '/domain', title: 'business.domains.title' },
    { route: 'registration', path: '/registration', title: 'business.legalData.title' },
    { route: 'companies', path: '/companies', title: 'organisation.tenants.title' },
  ],
  platform: [
    { route: 'billing', path: '/billing', title: 'business.billing.title' },
    { route: 'billing/summary', path: '/billing/summary', title: 'business.billing.summary.title' },
    { route: 'partners', path: '/partners', title: 'organisation.partners.title' },
    { route: 'client', path: '/client', title: 'business.clients.title' },
    { route: 'report/a2m', path: '/report/a2m', title: 'reports.management.title' },
  ],
}

/** Opened by a partner in a unit: an administrator needs a toggle for it. */
export const routeOfPartnerInUnit: Route = { route: 'azure/saml', path: '/azure/saml', title: 'identity.saml.title' }

/**
 * Public routes. `title` is that of the screen for somebody who has no valid link. Two that lead to the sign-in do not follow each other:
 * the page of the first would stay.
 */
export const publicRoutes: readonly Route[] = [
  { route: '/signin', path: '/signin', title: 'identity.signIn.title' },
  { route: '/ms_auth/redirect', path: '/ms_auth/redirect', title: 'identity.openid.refused' },
  // Self-registration is off: it leads to the sign-in.
  { route: '/register', path: '/register', title: 'identity.signIn.title' },
  { route: '/redirect', path: '/redirect', title: 'identity.saml.refused' },
  { route: '/change/company/{token}', path: '/change/company/$token', title: 'identity.signIn.title' },
  { route: '/forgot', path: '/forgot', title: 'identity.passwords.forgot.title' },
  // It needs a session, so it leads to the sign-in.
  { route: '/authorization/{token}', path: '/authorization/$token', title: 'identity.signIn.title' },
  { route: '/new/password/{token}', path: '/new/password/$token', title: 'identity.passwords.set.lost' },
  // The page of an unknown path is for people who are signed in. Others are sent to the sign-in.
  { route: 'catch-all', path: '/no/such/page', title: 'identity.signIn.title' },
  { route: '/config/2fa/{token}', path: '/config/2fa/$token', title: 'identity.mfa.setup.title' },
  { route: '/auth/playlist/{token}', path: '/auth/playlist/$token', title: 'reports.playlists.title' },
  { route: '/domain/notfound', path: '/domain/notfound', title: 'identity.signIn.domain.title' },
  { route: '/ip/notallowed', path: '/ip/notallowed', title: 'identity.signIn.address.title' },
  { route: '/popup_blocked', path: '/popup_blocked', title: 'identity.signIn.popup.title' },
  { route: '/faq', path: '/faq', title: 'messaging.faq.page.title' },
]

/** Stands outside of the frame of the portal. Its title is the refusal of a token that is none. */
export const embeddedRoute = { path: '/embedded/none', title: 'sign_in.hand_over_failed' } as const
