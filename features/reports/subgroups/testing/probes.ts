import { newReportGroup } from '#features/reports/groups/testing/probes.ts'
import { own, foreign, tenant_id, type Made, type Probes } from '#testing/probe.ts'

const newSubgroup = async (made: Made) => {
  const group_id = await newReportGroup(made)
  const values = { tenant_id, group_id, name: `Quokka ${made.unique}` }
  return (await made.db.insertInto('report_subgroups').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export const probes: Probes = {
  'auth/subgroup_reports/all': own(),
  'auth/subgroup_reports/add': foreign(async (made) => ({
    group_id: await newReportGroup(made),
    name: `Sub ${made.unique}`,
  })),
  'auth/subgroup_reports/get': foreign(async (made) => ({ id: await newSubgroup(made) })),
  'auth/subgroup_reports/update': foreign(async (made) => ({
    id: await newSubgroup(made),
    version: 1,
    name: `Outro ${made.unique}`,
  })),
  'auth/subgroup_reports/change/position': foreign(async (made) => {
    const group_id = await newReportGroup(made)
    const names = [`Quokka first ${made.unique}`, `Quokka ${made.unique}`]
    const values = names.map((name, position) => ({ tenant_id, group_id, name, position }))
    const added = await made.db.insertInto('report_subgroups').values(values).returning(['id', 'position']).execute()
    // The probe moves the second subgroup to the first position, because moving the only one would change nothing.
    return { id: added.find(({ position }) => position === 1)?.id, position: 0 }
  }),
  'auth/subgroup_reports/delete': foreign(async (made) => ({ id: await newSubgroup(made) })),
}
