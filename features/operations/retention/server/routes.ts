import { keptDays, type RetentionBounds, type RetentionKind, retentionKinds } from '#catalogue/retention.ts'
import { fail } from '#platform/contract/failure.ts'
import { differs } from '#platform/server/defined-fields.ts'
import { handle, type Route, rows } from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { previewRetention, readRetention, updateRetention } from '../contract.ts'
import * as store from './store.ts'

type Bounds = Readonly<Record<RetentionKind, RetentionBounds>>

const each = <Value>(value: (kind: RetentionKind) => Value) =>
  Object.fromEntries(retentionKinds.map((kind) => [kind, value(kind)])) as Record<RetentionKind, Value>

export const routes = ({ retentionBounds: bounds }: { retentionBounds: Bounds }): Route[] => [
  rows(readRetention, store.rulesQuery, ([found], { actor }) => ({
    ...each((kind) => found?.days[kind] ?? null),
    bounds: { ...bounds },
    version: found?.version ?? 0,
    can: abilities(actor, { update: 'retention_rule.update' }),
  })),

  rows(
    previewRetention,
    (days) => store.previewQuery(each((kind) => keptDays(days[kind] ?? bounds[kind].usual, bounds[kind]))),
    ([counts]) => counts ?? fail('call.failed'),
  ),

  handle(updateRetention, async ({ db, actor, audit, unchanged }, { version, ...days }) => {
    const wrong = retentionKinds.filter((kind) => {
      const { min, max } = bounds[kind]
      const set = days[kind]
      return set !== null && (set < min || set > (max ?? Infinity))
    })
    if (wrong.length > 0) fail('call.invalid', { fields: Object.fromEntries(wrong.map((kind) => [kind, 'invalid'])) })
    const found = await store.findForUpdate(db, actor.tenantId)
    mustBeCurrent(version, found?.version ?? 0)
    const before = each((kind) => found?.days[kind] ?? null)
    if (!differs(before, days)) return unchanged({ status: true as const })
    const set = Object.fromEntries(Object.entries(days).filter((entry): entry is [string, number] => entry[1] !== null))
    await store.store(db, set)
    await audit({ target: { type: 'retention_rule', id: null, name: null }, before, after: days })
    return { status: true as const }
  }),
]
