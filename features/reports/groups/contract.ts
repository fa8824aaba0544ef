// Report groups: the upper of two folder levels for the reports of a business unit, in the order of the menu.
// Next: ../subgroups/contract.ts (the lower level), server/rules.ts (order and removal).
import { z } from 'zod'
import { byLanguage, id, instant, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { added, can, done, listAnswer, listInput } from '#platform/contract/list.ts'
import { subgroupRow } from '#features/reports/subgroups/contract.ts'

export const reportGroup = z.object({
  id: id(),
  name: z.string(),
  /** The names by language, which readers of a language see instead of the plain name. */
  names: byLanguage(80),
  /** The icon of the group; null: a folder. */
  icon: z.string().nullable(),
  /** The subgroups in the order of the menu. */
  subgroups: z.array(subgroupRow.omit({ group_id: true, group: true })),
  reports: z.number().int(),
  created_at: instant(),
  version: z.number().int(),
  can,
})

/** The icons that a group may have. web/group-icon.tsx draws them. */
export const groupIcons = [
  'chart',
  'coins',
  'cart',
  'users',
  'factory',
  'truck',
  'headset',
  'target',
  'calendar',
  'world',
  'building',
  'shield',
  'heart',
  'school',
  'leaf',
  'cpu',
] as const
export type GroupIcon = (typeof groupIcons)[number]

const icon = z.enum(groupIcons).nullable()

export const reportGroupChange = z.object({
  name: text(80),
  names: byLanguage(80).optional(),
  icon: icon.default(null),
})

export const listReportGroups = call({
  method: 'GET',
  path: 'auth/group_reports/all',
  summary: 'Report groups with their subgroups; a search covers the names of both.',
  access: 'report_group.read',
  does: 'read',
  input: listInput(['position', 'name', 'reports', 'created_at'], {}),
  answers: listAnswer(reportGroup),
})

export const readReportGroup = call({
  method: 'GET',
  path: 'auth/group_reports/get',
  summary: 'One report group with its subgroups.',
  access: 'report_group.read',
  does: 'read',
  input: z.object({ id: id() }),
  answers: reportGroup,
})

export const addReportGroup = call({
  method: 'POST',
  path: 'auth/group_reports/add',
  summary: 'Adds a report group at the end.',
  access: 'report_group.add',
  does: 'write',
  audit: 'report_group.added',
  input: reportGroupChange,
  answers: added,
})

export const updateReportGroup = call({
  method: 'PUT',
  path: 'auth/group_reports/update',
  summary: 'Changes a report group; absent fields stay unchanged.',
  access: 'report_group.update',
  does: 'write',
  audit: 'report_group.updated',
  input: z.object({
    id: id(),
    version: z.number().int(),
    name: text(80).optional(),
    names: byLanguage(80).optional(),
    icon: icon.optional(),
  }),
  answers: done,
})

export const moveReportGroup = call({
  method: 'POST',
  path: 'auth/group_reports/change/position',
  summary: 'Moves a report group to a position, counted from 0; a position beyond the end means the end.',
  access: 'report_group.update',
  does: 'write',
  audit: 'report_group.moved',
  input: z.object({ id: id(), position: z.number().int().min(0).max(10_000) }),
  answers: done,
})

export const removeReportGroup = call({
  method: 'DELETE',
  path: 'auth/group_reports/delete',
  summary: 'Removes a report group with its subgroups; refused while a subgroup contains a report.',
  access: 'report_group.remove',
  does: 'write',
  audit: 'report_group.removed',
  input: z.object({ id: id() }),
  answers: done,
})
