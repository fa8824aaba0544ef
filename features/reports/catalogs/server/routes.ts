import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported } from '#platform/server/export/export.ts'
import { type Route, handle, outside, rows } from '#platform/server/http/route.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { type Signing, coverAddress } from '#features/reports/library/server/commands.ts'
import { mayPreviewAs } from '#features/reports/access/server/queries.ts'
import * as calls from '../contract.ts'
import * as service from './service.ts'
import * as store from './store.ts'

const instantOf = (text: string | null) => (text === null ? null : new Date(text))

const list = ({ secrets }: Pick<Signing, 'secrets'>) =>
  rows(calls.listCatalog, store.catalogQuery, (found, { actor, clock }, options) =>
    pageOf(found, options, ({ total: _, request, ...report }) => ({
      ...report,
      cover: coverAddress(report.cover, actor, { secrets, clock }),
      request:
        request === null
          ? null
          : { ...request, created_at: new Date(request.created_at), settled_at: instantOf(request.settled_at) },
    })),
  )

const requests = rows(calls.listRequests, store.requestsQuery, (found, _, options) =>
  pageOf(found, options, ({ total: _total, ...request }) => request),
)

const file = exported(calls.exportRequests, {
  target: 'access_request',
  query: store.requestsQuery,
  columns: ({ word }) => [
    { key: 'name', title: word('requests.field.name'), value: ({ name }) => name },
    { key: 'name', title: word('requests.field.email'), value: ({ email }) => email },
    { key: 'report', title: word('requests.field.report'), value: ({ report }) => report },
    { key: 'reason', title: word('requests.field.reason'), value: ({ reason }) => reason },
    { key: 'state', title: word('requests.field.state'), value: ({ state }) => word(`state.${state}`) },
    { key: 'state', title: word('requests.field.answer'), value: ({ answer }) => answer },
    { key: 'state', title: word('requests.field.decided_by'), value: ({ decided_by }) => decided_by },
    { key: 'created_at', title: word('requests.field.created_at'), value: ({ created_at }) => created_at },
    { key: 'state', title: word('requests.field.settled_at'), value: ({ settled_at }) => settled_at },
  ],
})

const read = rows(
  calls.readRequest,
  ({ id }) => store.requestQuery(id),
  ([found], { actor }) => {
    if (!found) fail('call.not_found')
    const { staff, profile, ...request } = found
    const may_preview = profile !== null && mayPreviewAs(actor, { id: request.user_id, profile, staff })
    return { ...request, may_preview }
  },
)

const done = { status: true as const }

export const routes = (dependencies: Pick<Signing, 'secrets'> & { embedding: Embedding }): Route[] => [
  list(dependencies),
  handle(calls.addRequest, async (context, input) => ({ ...done, id: await service.request(context, input) })),
  handle(calls.withdrawRequest, async (context, { id }) => {
    await service.withdraw(context, id)
    return done
  }),
  requests,
  file,
  read,
  outside(calls.grantRequest, async (context, input) => {
    await service.grant(context, input, dependencies.embedding)
    return done
  }),
  handle(calls.denyRequest, async (context, input) => {
    await service.deny(context, input)
    return done
  }),
]
