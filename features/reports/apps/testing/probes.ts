import { randomUUID } from 'node:crypto'
import { addRecord, foreign, own, type Made, type Probes, resellers, tenant_id } from '#testing/probe.ts'
import { people } from '#testing/world.ts'

const appearance = { icon: 'chart', color: 'teal' }

const newApp = ({ db, unique }: Made) =>
  addRecord(db, 'apps', { tenant_id, name: `Quokka ${unique}`, ...appearance, sections: '[]' })

export const probes: Probes = {
  'auth/apps/all': own(),
  'auth/apps/all/select': own(),
  'auth/apps/export': own({ format: 'csv' }),
  'auth/apps/get': foreign(async (made) => ({ id: await newApp(made) })),
  'auth/apps/add': foreign(({ unique }) => ({
    name: `Novo ${unique}`,
    description: null,
    ...appearance,
    sections: [
      {
        id: randomUUID(),
        title: 'Vendas',
        items: [{ id: randomUUID(), title: 'Revendas', kind: 'report', report_id: resellers }],
      },
    ],
    user_ids: [people.userOfNorte.id],
    group_ids: [],
  })),
  'auth/apps/update': foreign(async (made) => ({ id: await newApp(made), version: 1, name: `Outro ${made.unique}` })),
  'auth/apps/delete': foreign(async (made) => ({ id: await newApp(made) })),
  'auth/apps/contents/select': own({ kind: 'report' }),
  'auth/apps/report/pages': foreign(() => ({ report_id: resellers })),
  'auth/apps/picture/add': own({ kind: 'picture' }),
  'auth/apps/html/check': own({ html: '<p>Olá</p>' }),
  'auth/apps/own': own(),
  'auth/apps/preview': foreign(async (made) => ({ id: await newApp(made) })),
  'auth/apps/missing_access': foreign(async (made) => ({ id: await newApp(made) })),
  'auth/apps/open': foreign(async (made) => ({ id: await newApp(made) })),
}
