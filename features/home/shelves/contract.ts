// Finding reports: the tree of the menu, the shelves of the home page, and the list of all reports that a person may open.
import { z } from 'zod'
import { flag, id, instant } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { listAnswer, listInput } from '#platform/contract/list.ts'
import { reportOutline } from '#features/reports/library/contract.ts'
import { shownTag } from '#features/reports/tags/contract.ts'

/** `app` is sent by phones and by the installed web app. They get only the reports that are offered there. */
const onApp = { app: flag().optional() }

const reportCard = {
  id: id(),
  name: z.string(),
  description: z.string().nullable(),
  /** Path of the cover, signed for the session; null: the outline is drawn, or a pattern from the name. */
  cover: z.string().nullable(),
  outline: reportOutline.nullable(),
  group: z.string(),
  subgroup: z.string(),
  subgroup_id: id(),
  favourite: flag(),
  /** The last refresh of the data that the portal knows; null: none, or the business unit or the report does not show it. */
  last_update: instant().nullable(),
  /** A later refresh failed, so that the data are older than planned. */
  is_stale: flag(),
}

export const readShelves = call({
  method: 'GET',
  path: 'auth/home/shelves',
  summary:
    'The shelves of the home page: favourites, recently opened, newly granted, most used, latest added. A report is on one of the first four only.',
  access: 'report.open',
  screens: [''],
  does: 'read',
  input: z.object(onApp),
  answers: z.object({
    latest: z.array(z.object({ ...reportCard, created_at: instant() })),
    favourites: z.array(z.object(reportCard)),
    recent: z.array(z.object({ ...reportCard, opened_at: instant() })),
    /** The reports that somebody granted to the person or to a group of theirs in the last 30 days, and that they have never opened. */
    granted: z.array(z.object(reportCard)),
    /** The reports most opened by the people of the business unit in the last 30 days. */
    most_used: z.array(z.object(reportCard)),
  }),
})

const reportSorts = ['name', 'group', 'created_at'] as const
const listedReports = listAnswer(z.object({ ...reportCard, created_at: instant() }))

export const listSubgroupReports = call({
  method: 'GET',
  path: 'auth/reports/subgroup',
  summary:
    'The reports of a subgroup that the person may open. The list of all reports is a screen of its own, which may be hidden.',
  access: 'report.open',
  screens: ['{id}/reports'],
  does: 'read',
  input: listInput(reportSorts, { subgroup_id: id(), ...onApp }),
  answers: listedReports,
})

export const listAllReports = call({
  method: 'GET',
  path: 'auth/reports/all',
  summary: 'Every report that the person may open.',
  access: 'report.open',
  screens: ['all/reports'],
  does: 'read',
  input: listInput(reportSorts, {
    subgroup_id: id().optional(),
    group_id: id().optional(),
    tag_id: id().optional(),
    favourite: flag().optional(),
    ...onApp,
  }),
  answers: listedReports,
})

export const listUsedTags = call({
  method: 'GET',
  path: 'auth/reports/tags',
  summary: 'The tags of the reports that the person may open.',
  access: 'report.open',
  screens: ['all/reports'],
  does: 'read',
  input: z.object({}),
  answers: z.array(shownTag),
})

export const readMenu = call({
  method: 'GET',
  path: 'auth/group_reports/get/config/menu/reports',
  summary: 'The tree of groups, subgroups and reports in the side menu: only what the person may open.',
  access: 'report.open',
  screens: ['', 'reports'],
  does: 'read',
  input: z.object(onApp),
  answers: z.object({
    show_menu_report: flag(),
    show_name_report: flag(),
    groups: z.array(
      z.object({
        id: id(),
        name: z.string(),
        icon: z.string().nullable(),
        subgroups: z.array(
          z.object({
            id: id(),
            name: z.string(),
            reports: z.array(z.object({ id: id(), name: z.string(), cover: z.string().nullable(), favorite: flag() })),
          }),
        ),
      }),
    ),
    favorites: z.array(id()),
  }),
})

export const selectPurposes = ['home', 'playlist', 'grant', 'task', 'export'] as const

export const selectReports = call({
  method: 'GET',
  path: 'auth/group_reports/get/reports/all/select',
  summary:
    'The first reports for a picker whose name contains a text. Only managers choose for a playlist, a grant, a task or an export; they also get the pages.',
  access: 'report.open',
  screens: ['', 'playlists', 'auto_actions', 'scheduled_exports', 'help_desk'],
  does: 'outside',
  audit: null,
  input: z.object({
    search: z.string().max(200).default(''),
    /** Only this report, for a form that begins with it and needs its name. */
    id: id().optional(),
    /**
     * The purpose of the choice: a home page among the visible reports, reports of a playlist or a grant, a report whose data set a task
     * queries, or one that allows exports, for a scheduled export.
     */
    for: z.enum(selectPurposes).default('home'),
  }),
  answers: z.array(
    z.object({
      value: id(),
      label: z.string(),
      group: z.string(),
      subgroup: z.string(),
      /** The pages of the report from its service; empty if the service does not answer. */
      pages: z.array(z.object({ name: z.string(), display_name: z.string() })),
    }),
  ),
})
