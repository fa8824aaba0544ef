// Saved columns and views of a person's lists. A list is identified by its key only.
import { listChoices as max } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { type Route, handle, rows } from '#platform/server/http/route.ts'
import { readListChoices, writeListChoice } from '../contract.ts'
import * as store from './store.ts'

const listChoicesRoute = rows(readListChoices, store.allQuery, (data) => ({ data }))

const writeChoiceRoute = handle(writeListChoice, async ({ db, actor }, choice) => {
  const { list, layout, columns, views } = choice
  if (layout === null && columns === null && views.length === 0) await store.forget(db, list)
  else if ((await store.countOthers(db, list)) >= max.lists) fail('call.invalid')
  else await store.writeChoice(db, { user_id: actor.userId, tenant_id: actor.tenantId }, choice)
  return { status: true as const }
})

export const routes: Route[] = [listChoicesRoute, writeChoiceRoute]
