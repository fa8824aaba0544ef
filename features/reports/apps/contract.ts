// Apps: reports, report pages, playlists, web links, text pages and embedded applications under one name, with a navigation of their own.
// An app is granted like a report. It gives no right to the reports and playlists in it: a reader sees the items that they may open.
import { z } from 'zod'
import { id, namedRecord, optionalLines, optionalText, pageUrl, requiredLines, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { checkHtmlCall } from '#platform/contract/check-html.ts'
import { withoutSignatures } from '#platform/contract/html.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { added, done, listInput } from '#platform/contract/list.ts'

export const appIcons = [
  'apps',
  'chart',
  'money',
  'people',
  'truck',
  'factory',
  'store',
  'health',
  'school',
  'globe',
] as const
export type AppIcon = (typeof appIcons)[number]

/** Colours that are readable in the light and the dark theme. */
export const appColors = ['teal', 'blue', 'violet', 'red', 'orange', 'green', 'gray'] as const

const maxSections = 20
/** Maximum items of a section. */
export const maxItems = 50
/** Longest HTML of an item, in characters. */
export const longestPage = 50_000
/**
 * Longest HTML of an item as an editor sends it, in characters. Answers add a signature to the address of each picture, and the editor sends
 * it back. The limit leaves room for that; `withoutSignatures` removes it before the page itself is measured.
 */
const longestSignedPage = 3 * longestPage

const addressField = () => pageUrl().refine((value) => value !== null)
const pageField = () => requiredLines(longestSignedPage).refine((html) => withoutSignatures(html).length <= longestPage)
const titledItem = { id: id(), title: text(80) }

export const appItem = z.discriminatedUnion('kind', [
  z.object({ ...titledItem, kind: z.literal('report'), report_id: id() }),
  z.object({ ...titledItem, kind: z.literal('page'), report_id: id(), page: text(200), page_name: optionalText(200) }),
  z.object({ ...titledItem, kind: z.literal('playlist'), playlist_id: id() }),
  /** A link, which opens in a tab of its own. */
  z.object({ ...titledItem, kind: z.literal('link'), address: addressField() }),
  /** A text page, as cleaned HTML. */
  z.object({ ...titledItem, kind: z.literal('html'), html: pageField() }),
  /** Another application in a frame. */
  z.object({ ...titledItem, kind: z.literal('embedded'), address: addressField() }),
])
export type AppItem = z.output<typeof appItem>
export const itemKinds = ['report', 'page', 'playlist', 'link', 'html', 'embedded'] as const
export type ItemKind = (typeof itemKinds)[number]

/** A section without a title has no heading. */
export const appSection = z.object({
  id: id(),
  title: z.string().trim().max(80),
  items: z.array(appItem).max(maxItems),
})
export type AppSection = z.output<typeof appSection>

const person = z.object({ id: id(), name: z.string(), email: z.string() })
const group = z.object({ id: id(), name: z.string(), members: z.number().int() })

export const app = entity({
  noun: 'app',
  title: ['app', 'apps'],
  fields: {
    name: text(80),
    description: optionalLines(300),
    icon: z.enum(appIcons),
    color: z.enum(appColors),
    sections: z.array(appSection).max(maxSections),
  },
  computed: {
    items: z.number().int(),
    /** Names of the reports and playlists of the items, by id. A removed one is missing. */
    contents: z.record(z.string(), z.string()),
    people: z.array(person),
    groups: z.array(group),
  },
  sorts: ['name', 'created_at'],
  filters: {},
})

const written = {
  ...app.fields,
  user_ids: z.array(id()).max(2_000),
  group_ids: z.array(id()).max(500),
}
const calls = crudCalls('auth/apps', app)

export const appCalls = {
  ...calls,
  add: call({
    method: 'POST',
    path: 'auth/apps/add',
    summary: 'Adds an app.',
    access: 'app.add',
    does: 'write',
    audit: 'app.added',
    input: z.object(written),
    answers: added,
  }),
  update: call({
    method: 'PUT',
    path: 'auth/apps/update',
    summary: 'Changes an app; absent fields stay as they are.',
    access: 'app.update',
    does: 'write',
    audit: 'app.updated',
    input: z.object(written).partial().extend({ id: id(), version: z.number().int() }),
    answers: done,
  }),
}

const choice = z.object({ value: id(), label: z.string(), place: z.string().nullable() })

export const selectAppContents = call({
  method: 'GET',
  path: 'auth/apps/contents/select',
  summary: 'The first reports and playlists whose name contains a text, for the items of an app.',
  access: 'app.read',
  does: 'read',
  input: listInput(['name'], {})
    .pick({ search: true })
    .extend({ kind: z.enum(['report', 'playlist']) }),
  answers: z.array(choice),
})

export const listAppPages = call({
  method: 'GET',
  path: 'auth/apps/report/pages',
  summary: 'The pages of a report, from its service.',
  access: 'app.read',
  does: 'outside',
  audit: null,
  input: z.object({ report_id: id() }),
  answers: z.array(z.object({ name: z.string(), display_name: z.string() })),
})

export const checkAppHtml = checkHtmlCall('auth/apps/html/check', 'app.update', longestPage)

export const addAppPicture = call({
  method: 'POST',
  path: 'auth/apps/picture/add',
  summary: 'Uploads a JPG or PNG picture for a page of an app (multipart/form-data) and returns its signed address.',
  access: 'app.update',
  does: 'outside',
  audit: 'app.picture_added',
  input: z.object({ kind: z.enum(['picture']) }),
  answers: z.object({ status: z.literal(true), path: z.string() }),
})

const appFields = {
  id: id(),
  name: z.string(),
  description: z.string().nullable(),
  icon: z.enum(appIcons),
  color: z.enum(appColors),
}

export const listOpenableApps = call({
  method: 'GET',
  path: 'auth/apps/own',
  summary: 'The apps that the person may open.',
  access: 'app.open',
  screens: ['apps'],
  does: 'read',
  input: z.object({}),
  answers: z.object({ data: z.array(z.object(appFields)) }),
})

export const openApp = call({
  method: 'GET',
  path: 'auth/apps/open',
  summary: 'One app with the items that the person may open.',
  access: 'app.open',
  screens: ['{id}/apps/view'],
  does: 'read',
  input: z.object({ id: id() }),
  answers: z.object({ ...appFields, sections: z.array(appSection) }),
})

export const previewApp = call({
  method: 'GET',
  path: 'auth/apps/preview',
  summary:
    'One app as the first of its readers sees it, with the items that this person may open. No administrator and no staff is represented.',
  access: 'report.grant',
  screens: ['apps'],
  does: 'read',
  input: z.object({ id: id() }),
  answers: z.object({
    ...appFields,
    /** The person whom the answer represents; null: the app has no reader, and no sections are answered. */
    reader: namedRecord.nullable(),
    sections: z.array(appSection),
  }),
})

export const readMissingAccess = call({
  method: 'GET',
  path: 'auth/apps/missing_access',
  summary:
    'The reports of an app that some of its readers may not open. Readers are people without administration who may sign in, and to whom the app is granted.',
  access: 'report.grant',
  screens: ['apps'],
  does: 'read',
  input: z.object({ id: id() }),
  answers: z.object({
    /** The readers who may not open at least one of the reports. */
    people: z.number().int(),
    reports: z.array(namedRecord.extend({ people: z.number().int() })),
  }),
})
