// Subgroups: folders inside a report group. A report belongs to exactly one.
// Next: ../groups/contract.ts (the level above), ../groups/server/rules.ts (order and removal, the same for both levels).
import { z } from 'zod'
import { byLanguage, id, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { added, can, done, listAnswer, listInput } from '#platform/contract/list.ts'

export const subgroupRow = z.object({
  id: id(),
  name: z.string(),
  /** The names by language, which readers of a language see instead of the plain name. */
  names: byLanguage(80),
  group_id: id(),
  group: z.string(),
  reports: z.number().int(),
  version: z.number().int(),
  can,
})

export const subgroupChange = z.object({ name: text(80), names: byLanguage(80).optional(), group_id: id() })

export const listSubgroups = call({
  method: 'GET',
  path: 'auth/subgroup_reports/all',
  summary: 'Subgroups of the business unit, or of one report group; a search covers the names of both.',
  access: 'report_group.read',
  does: 'read',
  input: listInput(['position', 'name', 'reports'], { group_id: id().optional() }),
  answers: listAnswer(subgroupRow),
})

export const readSubgroup = call({
  method: 'GET',
  path: 'auth/subgroup_reports/get',
  summary: 'One subgroup.',
  access: 'report_group.read',
  does: 'read',
  input: z.object({ id: id() }),
  answers: subgroupRow,
})

export const addSubgroup = call({
  method: 'POST',
  path: 'auth/subgroup_reports/add',
  summary: 'Adds a subgroup at the end of its report group.',
  access: 'report_group.add',
  does: 'write',
  audit: 'report_subgroup.added',
  input: subgroupChange,
  answers: added,
})

export const updateSubgroup = call({
  method: 'PUT',
  path: 'auth/subgroup_reports/update',
  summary: 'Changes a subgroup, or moves it with its reports to another report group; absent fields stay unchanged.',
  access: 'report_group.update',
  does: 'write',
  audit: 'report_subgroup.updated',
  input: subgroupChange.partial().extend({ id: id(), version: z.number().int() }),
  answers: done,
})

export const moveSubgroup = call({
  method: 'POST',
  path: 'auth/subgroup_reports/change/position',
  summary:
    'Moves a subgroup within its report group to a position, counted from 0; a position beyond the end means the end.',
  access: 'report_group.update',
  does: 'write',
  audit: 'report_subgroup.moved',
  input: z.object({ id: id(), position: z.number().int().min(0).max(10_000) }),
  answers: done,
})

export const removeSubgroup = call({
  method: 'DELETE',
  path: 'auth/subgroup_reports/delete',
  summary: 'Removes a subgroup; refused while it contains a report.',
  access: 'report_group.remove',
  does: 'write',
  audit: 'report_subgroup.removed',
  input: z.object({ id: id() }),
  answers: done,
})
