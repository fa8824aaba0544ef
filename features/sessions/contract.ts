// A session that exists: what the browser needs to know of it, its renewal and its end.
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
  does: 'write', // several statements in one view of the data; it changes nothing
  audit: null,
  input: z.object({}),
  answers: z.object({
    companies: z.array(
      z.object({ tenant_id: id(), name: z.string(), domain: z.string(), logo: z.string().nullable(), current: flag() }),
    ),
    hidden_menu: z.array(z.string()),
    intended: z.string(),
    /** Where the logo leads; null: home. */
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
    /** Screens of catalogue/screens.ts left to this person. */
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
  summary: 'Ends the session; also answers when there is none.',
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
    'Exchanges the present token, or one that went idle minutes ago, for a new one. A token used twice ends its session.',
  access: 'anyone', // the bearer may just have expired; the handler proves it
  does: 'outside',
  audit: null,
  input: z.object({}),
  answers: z.object({ token: z.string(), expires_at: instant() }),
})

export const logPresence = call({
  method: 'POST',
  path: 'refresh/log/auth',
  summary: 'Says each minute which screen is open; an active one keeps the session awake.',
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
  summary: 'Keeps the language a person chose on screen; the next sign-in speaks it.',
  access: 'session.use',
  does: 'write',
  audit: 'user.language_chosen',
  input: z.object({ language: language() }),
  answers: done,
})

export const logLogoutEvent = call({
  method: 'POST',
  path: 'event/logout',
  summary: 'Tells why the browser ended a session. Taken as a claim unless the bearer proves it.',
  access: 'anyone',
  does: 'outside',
  audit: null, // is an entry itself
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

/** News for the browser, read with fetch so that no token stands in the address. Streamed, hence outside the usual answers. */
export const eventsPath = 'auth/events'

export const newsItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('access_changed') }),
  z.object({ kind: z.literal('place_changed'), what: z.enum(['theme', 'settings']) }),
  /** How far long work is; `subject` is the record it is about. Told again and again, so that one that is missed is not missed. */
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
