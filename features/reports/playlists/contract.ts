// Playlists: reports that a screen shows in a loop. People play those that were granted to them with their own rights. A screen without a
// person plays one playlist with the rights of its owner: it has a token of its own, from a copied link or from a code that it showed.
// Next: server/commands.ts (sign-in of a screen), server/rules.ts, web/playlist-schedule.ts (what is shown when).
import { z } from 'zod'
import { flag, id, instant, optionalLines, optionalText, text } from '#catalogue/fields.ts'
import { playlists } from '#catalogue/limits.ts'
import { call } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { added, done, listInput } from '#platform/contract/list.ts'
import { loginAnswer } from '#features/identity/sessions/contract.ts'
import { interval } from '#platform/contract/week.ts'
import { listColumns } from '#features/reports/library/contract.ts'
import { openReport } from '#features/reports/view/contract.ts'

/**
 * A filter of an item: the report shows only rows in which the column has one of the values. It arranges the report and protects nothing;
 * row-level security protects rows.
 */
export const slideFilter = z.object({ table: text(200), column: text(200), values: z.array(text(200)).min(1).max(50) })
export type SlideFilter = z.output<typeof slideFilter>

const shortestSlide = 5

export const slideSeconds = { min: shortestSlide, max: 86_400, default: 30 } as const
export const maxRepetitions = 99

const slide = {
  id: id(),
  report_id: id(),
  /** Name of the page; null: every visible page of the report, one after the other. */
  page: optionalText(200),
  page_name: optionalText(200),
  /** Seconds for which each page is shown. */
  seconds: z.number().int().min(slideSeconds.min).max(slideSeconds.max),
  /** Number of times that the pages are shown before the next item. */
  repetitions: z.number().int().min(1).max(maxRepetitions),
  filters: z.array(slideFilter).max(5),
  /** When the item is shown, in the time zone of the business unit; empty: always. */
  hours: z.array(interval).max(70),
}

export const playlistItem = z.object(slide)
export type PlaylistItem = z.output<typeof playlistItem>

const person = z.object({ id: id(), name: z.string(), email: z.string() })
const group = z.object({ id: id(), name: z.string(), members: z.number().int() })

export const playlist = entity({
  noun: 'playlist',
  title: ['playlist', 'playlists'],
  fields: { name: text(80), description: optionalLines(300), items: z.array(playlistItem).max(playlists.items) },
  computed: {
    owner_id: id().nullable(),
    owner: z.string().nullable(),
    /** Names of the reports of the items, by id. A removed report is missing. */
    reports: z.record(z.string(), z.string()),
    screens: z.number().int(),
    people: z.array(person),
    groups: z.array(group),
  },
  sorts: ['name', 'created_at'],
  filters: {},
})

const granting = { user_ids: z.array(id()).max(2_000), group_ids: z.array(id()).max(500) }
const written = { ...playlist.fields, ...granting }
const calls = crudCalls('auth/playlists', playlist)

export const playlistCalls = {
  ...calls,
  add: call({
    method: 'POST',
    path: 'auth/playlists/add',
    summary: 'Adds a playlist. Its owner is the caller, if the caller belongs to the business unit.',
    access: 'playlist.add',
    does: 'write',
    audit: 'playlist.added',
    input: z.object(written),
    answers: added,
  }),
  update: call({
    method: 'PUT',
    path: 'auth/playlists/update',
    summary: 'Changes a playlist; absent fields stay as they are.',
    access: 'playlist.update',
    does: 'write',
    audit: 'playlist.updated',
    input: z.object(written).partial().extend({ id: id(), version: z.number().int() }),
    answers: done,
  }),
}

export const takeOver = call({
  method: 'POST',
  path: 'auth/playlists/change/owner',
  summary: 'Makes the caller the owner: the screens sign in again and show what the caller may see.',
  access: 'playlist.update',
  does: 'write',
  audit: 'playlist.owner_changed',
  personal: true,
  input: z.object({ id: id() }),
  answers: done,
})

export const selectSlideReports = call({
  method: 'GET',
  path: 'auth/playlists/report/select',
  summary: 'The first reports whose name contains a text, for the items of a playlist.',
  access: 'playlist.read',
  does: 'read',
  input: listInput(['name'], {}).pick({ search: true }),
  answers: z.array(z.object({ value: id(), label: z.string(), group: z.string(), subgroup: z.string() })),
})

export const listReportPages = call({
  method: 'GET',
  path: 'auth/playlists/report/pages',
  summary: 'The pages of a report, from its service.',
  access: 'playlist.read',
  does: 'outside',
  audit: null,
  input: z.object({ report_id: id() }),
  answers: z.array(z.object({ name: z.string(), display_name: z.string() })),
})

export const listSlideColumns = call({
  method: 'GET',
  path: 'auth/playlists/report/columns',
  summary: 'The columns that a filter of an item may use, as far as the service of the report tells them.',
  access: 'playlist.read',
  does: 'outside',
  audit: null,
  input: z.object({ report_id: id() }),
  answers: listColumns.answers,
})

/** The screens of a playlist */

export const listScreens = call({
  method: 'GET',
  path: 'auth/playlists/screens/all',
  summary: 'The screens of a playlist: which show it, and when each was last seen.',
  access: 'playlist.read',
  does: 'read',
  input: z.object({ playlist_id: id() }),
  answers: z.object({
    data: z.array(
      z.object({
        id: id(),
        name: z.string(),
        paired: flag(),
        created_at: instant(),
        last_seen_at: instant().nullable(),
        /** Whether the screen reported so recently that it counts as playing. */
        playing: flag(),
        address: z.string().nullable(),
        browser: z.string().nullable(),
        /** Name of the report that the screen showed when it last reported; null: none. */
        shows: z.string().nullable(),
      }),
    ),
  }),
})

const screenName = text(80)

export const addScreen = call({
  method: 'POST',
  path: 'auth/playlists/screens/add',
  summary:
    'Makes a link with which a screen plays the playlist. Its token is answered once, and only its hash is stored.',
  access: 'playlist.update',
  does: 'write',
  audit: 'playlist.screen_added',
  personal: true,
  input: z.object({ playlist_id: id(), name: screenName }),
  answers: z.object({ status: z.literal(true), id: id(), token: z.string(), address: z.string() }),
})

/** A pairing code as people type it: in upper or lower case, with or without the hyphen. */
export const pairingCode = z
  .string()
  .max(40)
  .transform((typed) => typed.toUpperCase().replace(/[^A-Z0-9]/g, ''))
  .pipe(z.string().regex(/^[A-Z0-9]{8}$/))

export const pairScreen = call({
  method: 'POST',
  path: 'auth/playlists/screens/pair',
  summary: 'Connects the screen that shows a code.',
  access: 'playlist.update',
  does: 'write',
  audit: 'playlist.screen_added',
  personal: true,
  input: z.object({ playlist_id: id(), name: screenName, code: pairingCode }),
  answers: added,
})

export const reloadScreen = call({
  method: 'POST',
  path: 'auth/playlists/screens/reload',
  summary: 'Asks a screen to load its page anew. The screen does so when it reports next.',
  access: 'playlist.update',
  does: 'write',
  audit: 'playlist.screen_reloaded',
  input: z.object({ id: id() }),
  answers: done,
})

export const removeScreen = call({
  method: 'DELETE',
  path: 'auth/playlists/screens/delete',
  summary: 'Removes a screen: its token is void, and its session ends at once.',
  access: 'playlist.update',
  does: 'write',
  audit: 'playlist.screen_removed',
  input: z.object({ id: id() }),
  answers: done,
})

/** Sign-in of a screen */

export const loginPlaylist = call({
  method: 'POST',
  path: 'login/playlist',
  summary: 'Begins the session of a screen with its token. The owner of the playlist is judged as at every sign-in.',
  access: 'anyone',
  does: 'outside',
  audit: null, // the new session writes `sign_in.screen`
  input: z.object({ token: z.string().min(1).max(200) }),
  answers: loginAnswer.extend({ playlist_id: id() }),
})

export const beginPairing = call({
  method: 'POST',
  path: 'login/playlist/pairing',
  summary: 'A code for a screen to show, and the token that the screen keeps.',
  access: 'anyone',
  does: 'outside',
  audit: null, // nothing is open yet; the pairing itself is recorded
  input: z.object({}),
  answers: z.object({ code: z.string(), token: z.string(), ends_in_ms: z.number().int() }),
})

export const checkPairing = call({
  method: 'POST',
  path: 'login/playlist/pairing/check',
  summary: 'Whether somebody has typed in the code of the screen.',
  access: 'anyone',
  does: 'outside',
  audit: null,
  input: z.object({ token: z.string().min(1).max(200) }),
  answers: z.object({ status: z.enum(['waiting', 'paired', 'expired']) }),
})

/** Playing */

const playScreens = ['{id}/playlist/view', 'playlist/view'] as const

export const listPlayable = call({
  method: 'GET',
  path: 'auth/playlists/own',
  summary: 'The playlists that the person may play.',
  access: 'playlist.open',
  screens: ['playlists'],
  does: 'read',
  input: z.object({}),
  answers: z.object({
    data: z.array(
      z.object({ id: id(), name: z.string(), description: z.string().nullable(), slides: z.number().int() }),
    ),
  }),
})

/** Id of the playlist; absent for a screen, because its session has one playlist. */
const ofPlaylist = { playlist_id: id().optional() }

export const readPlaying = call({
  method: 'POST',
  path: 'auth/playlists/play',
  summary: 'What to play: only the items whose report the person of the session may open.',
  access: 'playlist.play',
  screens: [...playScreens],
  does: 'write', // changes nothing, but needs the session's playlist first
  audit: null,
  keepsAwake: false,
  input: z.object(ofPlaylist),
  answers: z.object({
    id: id(),
    name: z.string(),
    version: z.number().int(),
    items: z.array(z.object({ ...slide, report: z.string() })),
    timezone: z.string(),
    /** The server's time, because the clock of a screen may be wrong. */
    now: instant(),
    reload_asked_at: instant().nullable(),
  }),
})

/** `ends_in_ms`: remaining lifetime, because the browser's clock may be wrong. */
const embedToken = { token: z.string(), expires_at: instant(), ends_in_ms: z.number().int() }

export const openSlide = call({
  method: 'POST',
  path: 'auth/playlists/slide/open',
  summary: 'An embed token for the report of an item, with the identity of the session’s person.',
  access: 'playlist.play',
  screens: [...playScreens],
  does: 'outside',
  audit: null, // the view log records it
  keepsAwake: false,
  input: z.object({ ...ofPlaylist, item_id: id() }),
  answers: z.object({
    id: id(),
    name: z.string(),
    kind: z.enum(['powerbi', 'local']),
    service_report_id: z.string(),
    embed_url: z.string(),
    trusted_origins: z.array(z.string()),
    ...embedToken,
    watermark: flag(),
    watermark_text: openReport.answers.shape.watermark_text,
    show_visual_headers: flag(),
    orientation: z.enum(['landscape', 'portrait', 'auto']),
    recommended_resolution: openReport.answers.shape.recommended_resolution,
    pages: openReport.answers.shape.pages,
    /** The publisher's filters of the report. */
    filters: openReport.answers.shape.filters,
  }),
})

export const renewSlide = call({
  method: 'POST',
  path: 'auth/playlists/slide/token',
  summary: 'A new embed token for an item that is shown.',
  access: 'playlist.play',
  screens: [...playScreens],
  does: 'outside',
  audit: null,
  keepsAwake: false,
  input: z.object({ ...ofPlaylist, item_id: id() }),
  answers: z.object(embedToken),
})

export const reportPlaying = call({
  method: 'POST',
  path: 'auth/playlists/beat',
  summary: 'Tells that a screen still plays, and learns whether the playlist changed or the page must load anew.',
  access: 'playlist.play',
  screens: [...playScreens],
  does: 'write',
  audit: null,
  keepsAwake: false, // the session of a screen is kept by the handler
  input: z.object({ ...ofPlaylist, item_id: id().nullable() }),
  answers: z.object({ version: z.number().int(), reload_asked_at: instant().nullable() }),
})
