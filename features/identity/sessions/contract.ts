// Existing sessions: configuration for the browser, renewal and end. The sign-in is features/identity/sign-in.
import { z } from 'zod'
import { searchLength } from '#catalogue/limits.ts'
import { flag, id, instant, language, pageUrl } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { done } from '#platform/contract/list.ts'
import { renamed } from '#platform/contract/wire.ts'

/** The session's user with the specification's names. The browser caches it for display only; it grants no access. */
export const sessionUser = renamed(
  {
    id: id(),
    email: z.string(),
    name: z.string(),
    partner_id: id().nullable(),
    profile: z.string(),
    auth_type: z.string(),
  },
  { name: 'nome_usuario', partner_id: 'parceiro_id', profile: 'perfil_usuario' },
)

export const loginAnswer = z.object({
  status: z.literal('success'),
  user: sessionUser,
  tenant_id: id().nullable(),
  /** Landing page after the sign-in: a path of this host. */
  intended: z.string(),
  token: z.string(),
  /** New device token, after a sign-in with a password. The browser sends it at its next sign-in. It grants no access. */
  device: z.string().nullable(),
  /** Host with port. */
  domain: z.string(),
  message: z.string().nullable(),
})

/**
 * The answer of a sign-in without a session yet: the browser opens `redirect`, a path of this host, where the person chooses a new password
 * first.
 */
export const passwordDueAnswer = z.object({
  status: z.literal('user_change_password'),
  redirect: z.string(),
  message: z.string(),
})

/**
 * The answer when the session begins at another host: the browser opens `//{domain}/change/company/{token}`. The token is valid once, for
 * 60 s.
 */
export const switchAnswer = z.object({ status: z.literal('change'), domain: z.string(), token: z.string() })

/** The answer to a request for remote access: the browser opens `redirect` and waits there for the person's answer. */
export const waitAnswer = z.object({
  status: z.literal('wait_authorization'),
  token: z.string(),
  redirect: z.string(),
  expires_at: instant(),
})

/** One of the two people of a remote access: name and profile. */
export const remotePerson = renamed(
  { name: z.string(), profile: z.string() },
  { name: 'nome_usuario', profile: 'perfil_usuario' },
)

/** A business unit that the person may enter. `domain`: host with port. */
const ownCompany = z.object({
  tenant_id: id(),
  name: z.string(),
  domain: z.string(),
  logo: z.string().nullable(),
  current: flag(),
})

export const readConfig = call({
  method: 'POST',
  path: 'auth/config',
  summary: 'Everything that the frame of the portal shows: person, business unit, screens, permissions.',
  access: 'session.use',
  does: 'write', // changes nothing, but needs one transaction for several statements
  audit: null,
  beforeTerms: true,
  input: z.object({}),
  answers: z.object({
    /** The present business unit and the first others by name, at most 200 in all. */
    companies: z.array(ownCompany),
    /** True: the person may enter more business units than `companies` has. `auth/config/companies` searches all of them. */
    more_companies: flag(),
    hidden_menu: z.array(z.string()),
    intended: z.string(),
    /** Target of the logo's link; null: the home page. */
    logo_page: pageUrl(),
    /** The message to display after the sign-in; an absent language is empty. */
    broadcast_message: z
      .object({
        id: id(),
        message_ptbr: z.string(),
        message_en: z.string(),
        message_ptpt: z.string(),
        message_es: z.string(),
      })
      .nullable(),
    show_questionario_perfil: flag(),
    partner_access_remote: z.object({
      is_partner_with_admin_company: flag(),
      is_partner_admin: flag(),
      is_partner_user: flag(),
      partner_id: id().nullable(),
    }),
    user: sessionUser,
    tenant_id: id().nullable(),
    /** Screens of catalogue/screens.ts that this person may open. */
    routes: z.array(z.string()),
    can: z.array(z.string()),
    /** Terms that the person has not accepted. Until a mandatory one is accepted, other calls answer 403 `terms_due`. */
    terms: z.array(z.object({ id: id(), version: z.number(), mandatory: flag() })),
    timezone: z.string(),
    language: language(),
    /** The language in which texts in several languages must be given: the default language of the business unit. */
    main_language: language(),
    /** The remote access of the session: requester, person, begin and reason; null in a person's own session. */
    remote_access: z
      .object({ requester: remotePerson, person: remotePerson, since: instant(), reason: z.string() })
      .nullable(),
    session_ends_at: instant(),
  }),
})

export const findCompanies = call({
  method: 'GET',
  path: 'auth/config/companies',
  summary:
    'Searches the business units that the person may enter by a part of their name or host. Answers the first 50 by name.',
  access: 'portal.use',
  does: 'read',
  personal: true,
  input: z.object({ search: z.string().trim().max(searchLength) }),
  answers: z.object({
    companies: z.array(ownCompany),
    /** True: more business units match than `companies` has. */
    more_companies: flag(),
  }),
})

export const logout = call({
  method: 'POST',
  path: 'logout',
  summary: 'Ends the session; succeeds without a session too.',
  access: 'anyone',
  does: 'outside',
  audit: null, // writes `session.ended` itself when there was a session
  input: z.object({}),
  answers: done,
})

export const refreshToken = call({
  method: 'POST',
  path: 'refresh/token',
  summary:
    'Exchanges the current token, or one that became idle a few minutes ago, for a new one. A token that is used twice ends its session.',
  access: 'anyone', // the token may have just expired; the handler checks it
  does: 'outside',
  audit: null,
  input: z.object({}),
  answers: z.object({ token: z.string(), expires_at: instant() }),
})

export const logPresence = call({
  method: 'POST',
  path: 'refresh/log/auth',
  summary: 'Reports each minute which screen is open; an active one resets the idle timeout.',
  access: 'session.use',
  does: 'write',
  audit: null,
  keepsAwake: false,
  input: z.object({ active: flag(), rota: z.string().max(500) }),
  answers: z.object({
    status: z.literal(true),
    session_ends_at: instant(),
    /**
     * Seconds until the hours of the person's shift end; null: no shift, or hours without an end. They are relative, because clocks of
     * devices differ.
     */
    shift_seconds_left: z.number().int().nullable(),
  }),
})

export const chooseLanguage = call({
  method: 'POST',
  path: 'auth/language',
  summary: 'Stores the language that a person chose on screen.',
  access: 'portal.use',
  does: 'write',
  audit: 'user.language_chosen',
  input: z.object({ language: language() }),
  answers: done,
})

/** A field of the report of a log-out: a browser may know only some of them. Another value counts as absent, so that no report is refused. */
const claimed = (max: number) => z.string().max(max).nullable().default(null).catch(null)

export const logLogoutEvent = call({
  method: 'POST',
  path: 'event/logout',
  summary: 'Reports why the browser ended a session. The report is unproven unless it carries the session’s token.',
  access: 'anyone',
  does: 'outside',
  audit: null, // the service writes the report itself as an audit entry
  input: z.object({
    status: z.number().int().min(0).max(999).nullable().default(null).catch(null),
    origem: claimed(100),
    message: claimed(500),
    user_id: claimed(64),
    email: claimed(254),
    rota: claimed(500),
    tenant_id: claimed(64),
    parceiro_id: claimed(64),
  }),
  answers: done,
})

/**
 * Live events for the browser, as server-sent events. The browser reads them with fetch, so that the token is not in the URL. A
 * stream has no contract of its own.
 */
export const eventsPath = 'auth/events'
