// Existing sessions: configuration for the browser, renewal and end. Signing in is features/sign-in.
import { z } from 'zod'
import { flag, id, instant, language, pageAddress } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { done } from '#platform/contract/list.ts'
import { sessionUser } from '#features/sign-in/contract.ts'

export const readConfig = call({
  method: 'POST',
  path: 'auth/config',
  summary: 'Everything that the frame of the portal shows: person, business unit, screens, permissions.',
  access: 'session.use',
  does: 'write', // changes nothing, but needs one transaction for several statements
  audit: null,
  input: z.object({}),
  answers: z.object({
    companies: z.array(
      z.object({ tenant_id: id(), name: z.string(), domain: z.string(), logo: z.string().nullable(), current: flag() }),
    ),
    hidden_menu: z.array(z.string()),
    intended: z.string(),
    /** Target of the logo's link; null: the home page. */
    logo_page: pageAddress(),
    broadcast_message: z.null(),
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
    terms: z.array(z.object({ id: id(), version: z.number() })),
    timezone: z.string(),
    language: language(),
    remote_access: z.null(),
    session_ends_at: instant(),
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
  answers: z.object({ status: z.literal(true), session_ends_at: instant() }),
})

export const chooseLanguage = call({
  method: 'POST',
  path: 'auth/language',
  summary: 'Stores the language that a person chose on screen.',
  access: 'session.use',
  does: 'write',
  audit: 'user.language_chosen',
  input: z.object({ language: language() }),
  answers: done,
})

export const logLogoutEvent = call({
  method: 'POST',
  path: 'event/logout',
  summary: 'Reports why the browser ended a session. The report is unproven unless it carries the session’s token.',
  access: 'anyone',
  does: 'outside',
  audit: null, // the service writes the report itself as an audit entry
  input: z.object({
    status: z.number().int().min(0).max(999).nullable(),
    origem: z.string().max(100).nullable(),
    message: z.string().max(500).nullable(),
    user_id: z.string().max(64).nullable(),
    email: z.string().max(254).nullable(),
    rota: z.string().max(500).nullable(),
    tenant_id: z.string().max(64).nullable(),
    parceiro_id: z.string().max(64).nullable(),
  }),
  answers: done,
})

/**
 * Live events for the browser, as server-sent events. The browser reads them with fetch, so that the token is not in the URL. A
 * stream has no contract of its own.
 */
export const eventsPath = 'auth/events'

export const newsItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('access_changed') }),
  z.object({ kind: z.literal('place_changed'), what: z.enum(['theme', 'settings']) }),
  /** Progress of a long job; `subject` is the id of its record. Sent repeatedly, so a lost event does no harm. */
  z.object({
    kind: z.literal('progress'),
    job: z.string(),
    subject: z.string().nullable(),
    done: z.number(),
    total: z.number(),
    what: z.string(),
  }),
  z.object({ kind: z.literal('session_ended'), reason: z.string() }),
])
