import { admin, foreign, own, resellers, tenant_id, type Made, type Probes } from '#testing/probe.ts'

/** The data set of the sample reports. Nothing runs, so that a refresh may start. */
const datasetOf = async ({ db }: Made): Promise<string> => {
  await db.deleteFrom('dataset_refreshes').where('tenant_id', '=', tenant_id).execute()
  const { id } = await db
    .selectFrom('datasets as d')
    .innerJoin('reports as r', (join) =>
      join.onRef('r.workspace_id', '=', 'd.workspace_id').onRef('r.service_dataset_id', '=', 'd.service_id'),
    )
    .select('d.id')
    .where('r.id', '=', resellers)
    .executeTakeFirstOrThrow()
  return id
}

const ofId = foreign(async (made) => ({ id: await datasetOf(made) }))

export const probes: Probes = {
  'auth/powerbi/datasets/all': own(),
  'auth/powerbi/datasets/all/select': own(),
  'auth/powerbi/datasets/export': own({ format: 'csv' }),
  'auth/powerbi/datasets/calendar': own({ from: '2026-11-23' }),
  'auth/powerbi/datasets/get': ofId,
  'auth/powerbi/datasets/refresh': ofId,
  'auth/powerbi/datasets/refreshes': ofId,
  'auth/powerbi/datasets/update': foreign(async (made) => {
    const id = await datasetOf(made)
    const { version, enabled } = await made.db
      .selectFrom('datasets')
      .select(['version', 'enabled'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return {
      id,
      version,
      days: enabled ? [] : ['MONDAY'],
      times: enabled ? [] : ['06:00'],
      enabled: enabled ? 'N' : 'S',
    }
  }, admin),
}
