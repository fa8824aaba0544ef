import { aiCalls } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { differs } from '#platform/server/defined-fields.ts'
import { exported } from '#platform/server/export/export.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { handle, outside, type OutsideContext, type Route, rows } from '#platform/server/http/route.ts'
import type { Outgoing } from '#platform/server/outgoing.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { recordSheet } from '#platform/server/export/record-sheet.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { exportAiCalls, listAiCalls, readAiAccount, readAiUses, testAiAccount, updateAiAccount } from '../contract.ts'
import { keyPurpose, openedKey, settle } from './commands.ts'
import { askModel, type ModelAccount, type ModelAnswer } from './model-client.ts'
import { usesOf } from './queries.ts'
import { hostOf, keepsKey, missingFields, reservationFor } from './rules.ts'
import * as store from './store.ts'

const done = { status: true as const }

const read = rows(readAiAccount, store.accountQuery, ([row], { actor }) => {
  const { account, key_set, offered, used_tokens } = row ?? fail('call.not_found')
  const { key_sealed: _, ...blank } = store.blank
  return {
    ...(account ?? blank),
    key_set,
    offered: offered && {
      owner: offered.owner,
      provider: offered.provider,
      host: hostOf(offered.base_url),
      model: offered.model,
    },
    used_tokens,
    can: abilities(actor, { update: 'ai_account.update' }),
  }
})

const readUses = rows(readAiUses, store.inForceQuery, ([account], { actor }) =>
  account
    ? { uses: usesOf(actor, account), model: account.model, host: hostOf(account.base_url) }
    : { uses: [], model: null, host: null },
)

type Dependencies = { outgoing: Outgoing; secrets: Secrets }

export const routes = ({ outgoing, secrets }: Dependencies): Route[] => {
  const tests = createLimiter(aiCalls.tests)

  const update = handle(updateAiAccount, async (context, { version, key, ...fields }) => {
    const { db, actor, audit, unchanged } = context
    await store.lockOwn(db)
    const { key_sealed, version: stored, ...before } = await store.findOwn(db)
    mustBeCurrent(version, stored)
    if (!key && !differs(before, fields)) return unchanged(done)
    if (fields.inherits && actor.tenantId === null) fail('call.invalid', { fields: { inherits: 'invalid' } })
    if (fields.base_url !== '') mustBeAllowed(outgoing, fields.base_url)
    const keptKey = key_sealed && keepsKey(before, fields) ? key_sealed : null
    const sealed = key ? secrets.seal(key, keyPurpose) : keptKey
    const missing = missingFields(fields, sealed !== null)
    if (missing.length > 0)
      fail('call.invalid', { fields: Object.fromEntries(missing.map((name) => [name, 'required' as const])) })
    await store.keep(db, { ...fields, key_sealed: sealed })
    await audit({
      target: { type: 'ai_account', id: null },
      ...(stored > 0 && { before }),
      after: { ...fields, ...(key && { key_changed: true }) },
    })
    return done
  })

  const test = outside(testAiAccount, async (context, { key: sent, ...connection }) => {
    const { actor, clock } = context
    if (!tests.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
    if (connection.model === '') fail('call.invalid', { fields: { model: 'required' } })
    if (!outgoing.allows(connection.base_url)) return { outcome: 'address_refused' as const }
    const stored = await context.transaction(({ db }) => store.findOwn(db))
    const sealed = keepsKey(stored, connection) ? stored.key_sealed : null
    const key = sent ?? openedKey(secrets, sealed)
    if (key === undefined) return { outcome: 'key_unreadable' as const }
    const { outcome } = await testedModel(outgoing, context, { ...connection, key })
    return { outcome }
  })

  return [
    read,
    readUses,
    update,
    test,
    rows(listAiCalls, store.callsQuery, (found, _, asked) => pageOf(found, asked, ({ total: __, ...row }) => row)),
    exported(exportAiCalls, {
      target: 'ai_account',
      query: store.callsQuery,
      columns: (reader) => recordSheet(listAiCalls.answers.shape.data.element.shape, {}, reader),
    }),
  ]
}

/** The address of an API: of a place that may be called, and without a query, because the paths of the format follow it. */
function mustBeAllowed(outgoing: Outgoing, address: string): void {
  if (outgoing.allows(address) && !/[?#]/.test(address)) return
  fail('ai_account.address_refused', { fields: { base_url: 'ai_account.address_refused' } })
}

const testQuestion = {
  system: 'You answer with one word.',
  user: 'Answer with the word: ok',
  maxTokens: aiCalls.answerTokens.test,
}

/** Asks the model the question of a test. In a business unit it is logged, and counts towards the month. */
async function testedModel(outgoing: Outgoing, context: OutsideContext, account: ModelAccount): Promise<ModelAnswer> {
  const { actor, clock } = context
  const { provider, base_url, model } = account
  const entry = { purpose: 'test' as const, subject: null, provider, host: hostOf(base_url), model }
  const reserved_tokens = reservationFor(testQuestion)
  const id =
    actor.tenantId === null
      ? null
      : await context.transaction(({ db }) => store.addCall(db, { ...entry, reserved_tokens }))
  const begun = clock.now().getTime()
  const answer = await askModel(outgoing, account, testQuestion)
  if (id !== null) await settle(context, id, answer, clock.now().getTime() - begun)
  return answer
}
