import { getPixKeyInfo } from '@brazilian-utils/brazilian-utils'
import { fail } from '#platform/contract/failure.ts'
import { differs } from '#platform/server/defined-fields.ts'
import { type Route, handle, outside, rows } from '#platform/server/http/route.ts'
import type { Outgoing } from '#platform/server/outgoing.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { partnerFor } from '#platform/server/session/actor.ts'
import { findAddress, readLegalData, updateLegalData } from '../contract.ts'
import { storedPhone } from './commands.ts'
import { addressOf } from './postal-codes.ts'
import * as store from './store.ts'

const readData = rows(
  readLegalData,
  ({ parceiro_id }) => store.legalDataQuery(parceiro_id ?? null),
  ([found], { actor }) =>
    found ? { ...found, can: abilities(actor, { update: 'legal_data.update' }) } : fail('call.not_found'),
)

const update = handle(updateLegalData, async ({ db, actor, audit, unchanged }, { version, parceiro_id, ...input }) => {
  const partnerId = partnerFor(actor, parceiro_id)
  const { commercial_phone: phone, pix_key: pixKey } = input
  const sent = { ...input, commercial_phone: storedPhone(phone), pix_key: storedPixKey(pixKey) }
  const stored = await store.findForUpdate(db, partnerId)
  if (!stored) fail('call.not_found')
  const { name, version: storedVersion, ...before } = stored
  mustBeCurrent(version, storedVersion)
  if (!differs(before, sent)) return unchanged({ status: true as const })
  await store.store(db, partnerId, sent)
  await audit({ target: { type: 'legal_data', id: partnerId, name }, before, after: sent, partnerId })
  return { status: true as const }
})

/** The Pix key in the canonical form of its kind. */
const storedPixKey = (typed: string | null): string | null =>
  typed === null ? null : (getPixKeyInfo(typed)?.value ?? fail('call.invalid', { fields: { pix_key: 'invalid' } }))

type Dependencies = { outgoing: Outgoing; postalCodeService: string | null }

export const routes = ({ outgoing, postalCodeService }: Dependencies): Route[] => [
  readData,
  update,
  outside(findAddress, async (_, { cep }) => ({
    found: postalCodeService === null ? null : await addressOf(outgoing, postalCodeService, cep),
  })),
]
