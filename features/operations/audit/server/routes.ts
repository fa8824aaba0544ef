import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported } from '#platform/server/export/export.ts'
import { type Route, rows } from '#platform/server/http/route.ts'
import { exportAudit, listAudit, readAudit } from '../contract.ts'
import {
  auditPhrases,
  type AuditPhrases,
  createAuditPhrases,
  changesOf,
  checkPeriod,
  type NounPhrases,
} from './rules.ts'
import * as store from './store.ts'

const list = ({ eventsLike }: AuditPhrases) =>
  rows(
    listAudit,
    (options) => {
      checkPeriod(options.from, options.to)
      return store.pageQuery({ ...options, eventsLike })
    },
    (found, _, options) => pageOf(found, options, ({ total: __, ...entry }) => entry),
  )

const readEntry = rows(
  readAudit,
  ({ id }) => store.findQuery(id),
  ([entry], { caller }) =>
    entry ? { ...entry, changes: changesOf(entry.changes, caller.language) } : fail('call.not_found'),
)

const file = ({ eventsLike, sentenceOf, kindOf }: AuditPhrases) =>
  exported(exportAudit, {
    target: 'audit',
    query: (options) => {
      checkPeriod(options.from, options.to)
      return store.rowsQuery({ ...options, eventsLike })
    },
    columns: ({ language, timezone }) => {
      const { column } = auditPhrases[language]
      return [
        { key: 'at', title: `${column.at} (${timezone})`, value: ({ at }) => at },
        { key: 'what', title: column.what, value: (entry) => sentenceOf(entry, language) },
        { key: 'what', title: column.who, value: ({ actor_name }) => actor_name },
        { key: 'what', title: column.origin, value: ({ actor_origin }) => actor_origin },
        { key: 'what', title: column.email, value: ({ actor_email }) => actor_email },
        { key: 'what', title: column.behalf, value: ({ on_behalf_of }) => on_behalf_of },
        { key: 'what', title: column.kind, value: ({ target_type }) => target_type && kindOf(target_type, language) },
        { key: 'what', title: column.target, value: ({ target_name }) => target_name },
        { key: 'address', title: column.address, value: ({ address }) => address },
        { key: 'tenant', title: column.tenant, value: ({ tenant_name }) => tenant_name },
      ]
    },
  })

export function routes({ nounPhrases }: { nounPhrases: NounPhrases }): Route[] {
  const entryPhrases = createAuditPhrases(nounPhrases)
  return [list(entryPhrases), readEntry, file(entryPhrases)]
}
