import { randomUUID } from 'node:crypto'
import { addRecord, foreign, type Made, own, type Probes, tenant_id } from '#testing/probe.ts'
import { people } from '#testing/world.ts'

const url = 'https://bi.example.com/report'

/** Adds the host to the list of every business unit, so that a test with foreign ids is refused for the id and not for the host. */
const listHost = ({ db }: Made) =>
  db
    .updateTable('settings')
    .set({ external_hosts: ['bi.example.com'] })
    .execute()

const newReport = async (made: Made) => {
  await listHost(made)
  return addRecord(made.db, 'external_reports', { tenant_id, name: `Quokka ${made.unique}`, address: url })
}

export const probes: Probes = {
  'auth/external_reports/all': own(),
  'auth/external_reports/all/select': own(),
  'auth/external_reports/export': own({ format: 'csv' }),
  'auth/external_reports/get': foreign(async (made) => ({ id: await newReport(made) })),
  'auth/external_reports/add': foreign(async (made) => {
    await listHost(made)
    const fields = { name: `Novo ${made.unique}`, description: null, address: url }
    return { ...fields, user_ids: [people.userOfNorte.id], group_ids: [] }
  }),
  'auth/external_reports/update': foreign(async (made) => ({
    id: await newReport(made),
    version: 1,
    name: `Outro ${made.unique}`,
  })),
  'auth/external_reports/delete': foreign(async (made) => ({ id: await newReport(made) })),
  'auth/external_reports/hosts/get': own(),
  'auth/external_reports/hosts/update': {
    ...own(),
    input: ({ unique }) => ({
      hosts: ['bi.example.com', `h${unique.replaceAll(/\W/g, '')}.example.com`.toLowerCase()],
    }),
  },
  'auth/external/all': own(),
  'auth/external/log/view': foreign(async (made) => ({ id: await newReport(made), view_id: randomUUID() })),
  'auth/external/get': foreign(async (made) => ({ id: await newReport(made) })),
}
