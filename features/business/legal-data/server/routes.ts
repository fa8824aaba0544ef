import { fail } from '#platform/contract/failure.ts'
import { differs } from '#platform/server/defined-fields.ts'
import { type Route, handle, rows } from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { partnerFor } from '#platform/server/session/actor.ts'
import { readLegalData, updateLegalData } from '../contract.ts'
import * as store from './store.ts'

const readData = rows(
  readLegalData,
  ({ parceiro_id }) => store.legalDataQuery(parceiro_id ?? null),
  ([found], { actor }) =>
    found ? { ...found, can: abilities(actor, { update: 'legal_data.update' }) } : fail('call.not_found'),
)

const update = handle(updateLegalData, async ({ db, actor, audit, unchanged }, { version, parceiro_id, ...sent }) => {
  const partnerId = partnerFor(actor, parceiro_id)
  const stored = await store.findForUpdate(db, partnerId)
  if (!stored) fail('call.not_found')
  const { name, version: storedVersion, ...before } = stored
  mustBeCurrent(version, storedVersion)
  if (!differs(before, sent)) return unchanged({ status: true as const })
  await store.store(db, partnerId, sent)
  await audit({ target: { type: 'legal_data', id: partnerId, name }, before, after: sent, partnerId })
  return { status: true as const }
})

export const routes: Route[] = [readData, update]
