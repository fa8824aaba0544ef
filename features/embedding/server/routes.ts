import { errorSentence } from '#catalogue/phrases/sentence.ts'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported } from '#platform/server/export/export.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import {
  type Route,
  type OutsideContext,
  type WriteContext,
  handle,
  outside,
  rows,
} from '#platform/server/http/route.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import type { Actor } from '#platform/server/session/actor.ts'
import {
  addAccount,
  exportAccounts,
  listAccounts,
  readAccount,
  removeAccount,
  testAccount,
  updateAccount,
} from '../contract.ts'
import { codeOfProblem, isSamePrincipal, keepsSecret, wholeWay } from './rules.ts'
import type { AccountKey, Embedding, OpenAccountKey } from './service.ts'
import * as store from './store.ts'

/** Each test asks a sign-in host for a token: nobody needs more, and nobody shall guess secrets here. */
const testsPerMinute = 20

type Needs = {
  embedding: Embedding
  /** Ends what an account gave out to readers, while it still is what gave it. */
  endTokens: (account: AccountKey & { id: string }) => Promise<void>
}

export const routes = ({ embedding, endTokens }: Needs): Route[] => {
  const tests = createLimiter({ perMinute: testsPerMinute })
  return [
    list,
    file,
    read,
    handle(addAccount, (context, input) => add(context, input, embedding)),
    outside(updateAccount, (context, input) => change(context, input, { embedding, endTokens })),
    remove,
    outside(testAccount, async (context, input) => {
      if (!tests.admits(context.actor.userId, context.clock.now())) fail('call.throttled', { retryAfter: 60 })
      return test(context, input, embedding)
    }),
  ]
}

const list = rows(listAccounts, store.pageQuery, (found, { actor }, options) =>
  pageOf(found, options, ({ total: _, ...account }) => shown(account, actor)),
)

const file = exported(exportAccounts, {
  target: 'embedding_account',
  query: store.pageQuery,
  columns: ({ word }) => [
    { key: 'name', title: word('field.name'), value: ({ name }) => name },
    { key: 'kind', title: word('field.kind'), value: ({ kind }) => word(`kind.${kind}`) },
    { key: 'workspaces', title: word('workspaceCount'), value: ({ workspaces }) => workspaces },
    { key: 'created_at', title: word('createdAt'), value: ({ created_at }) => created_at },
  ],
})

const read = rows(
  readAccount,
  ({ id }) => store.findQuery(id),
  ([account], { actor }) => (account ? shown(account, actor) : fail('call.not_found')),
)

function shown({ is_own, ...account }: store.AccountListed, actor: Actor): AnswerOf<typeof readAccount> {
  const verbs = { update: 'embedding_account.update', remove: 'embedding_account.remove' } as const
  return { ...account, secret: null, secret_set: true, can: is_own ? abilities(actor, verbs) : [] }
}

async function add({ db, actor, audit }: WriteContext, input: InputOf<typeof addAccount>, embedding: Embedding) {
  const { partnerId } = actor
  if (!partnerId) fail('access.functionality_refused')
  const { secret, ...fields } = input
  const id = await store.add(db, { ...actor, partnerId }, { ...fields, secret_sealed: embedding.seal(secret) })
  await audit({ target: { type: 'embedding_account', id, name: fields.name }, after: { ...fields, secret: true } })
  return { status: true as const, id }
}

type Change = InputOf<typeof updateAccount>

/** What an account gave out ends before it becomes another; once more for what it gave out meanwhile. */
async function change({ transaction }: OutsideContext, input: Change, { embedding, endTokens }: Needs) {
  const left = await transaction(async ({ db }) => {
    const { found, after } = await judge(db, input)
    return isSamePrincipal(found, after) ? null : found
  })
  if (left) await endTokens(left)
  await transaction((context) => update(context, input, embedding))
  // The change stands already. The service answered a moment ago.
  if (left) await endTokens(left).catch(() => undefined)
  return { status: true as const }
}

async function update({ db, audit }: WriteContext, input: Change, embedding: Embedding): Promise<void> {
  const { id, version: _, secret, ...sent } = input
  const { found, after } = await judge(db, input)
  const { secret_sealed: __, ...before } = found
  await store.update(db, id, { ...sent, ...(secret ? { secret_sealed: embedding.seal(secret) } : {}) })
  await audit({
    target: { type: 'embedding_account', id, name: before.name },
    before,
    after: { ...after, ...(secret ? { secret: true } : {}) },
  })
}

/** The account, held, and how it will stand. Fails where it may not. */
async function judge(db: Database, { id, version, secret, ...sent }: Change) {
  const found = await store.findOwnForUpdate(db, id)
  if (!found) fail('call.not_found')
  if (found.version !== version) fail('call.stale_version')
  const { secret_sealed: _, ...before } = found
  const after = { ...before, ...given(sent) }
  if (!secret && !keepsSecret(before, after)) fail('call.invalid', { fields: { secret: 'required' } })
  return { found, after }
}

type Given<Sent> = { [Field in keyof Sent]?: Exclude<Sent[Field], undefined> }

/** The fields that were sent at all. */
const given = <Sent extends object>(sent: Sent) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Given<Sent>

const remove = handle(removeAccount, async ({ db, audit }, { id }) => {
  const found = await store.findOwnForUpdate(db, id)
  if (!found) fail('call.not_found')
  const { secret_sealed: _, ...before } = found
  await store.remove(db, id)
  await audit({ target: { type: 'embedding_account', id, name: before.name }, before })
  return { status: true as const }
})

async function test(context: OutsideContext, input: InputOf<typeof testAccount>, embedding: Embedding) {
  const { key, name } = await context.transaction((inside) => keyToTest(inside, input, embedding))
  const walked = await embedding.openClient(key).testConnection()
  const say = (problem: keyof typeof codeOfProblem) =>
    errorSentence(codeOfProblem[problem], context.caller.language, { seconds: 60 })
  const steps = wholeWay(walked, say)
  const failed = steps.find(({ state }) => state === 'failed')
  await context.transaction(({ audit }) =>
    audit({
      target: { type: 'embedding_account', id: input.id ?? null, name },
      after: { failed_step: failed?.step ?? null, reason: failed?.reason ?? null },
    }),
  )
  return { status: !failed, steps }
}

/** The sent secret, or the stored one: that one goes only where it went before. */
async function keyToTest(
  { db }: WriteContext,
  { id, secret, kind, directory_id, app_id }: InputOf<typeof testAccount>,
  embedding: Embedding,
): Promise<{ key: OpenAccountKey; name: string | null }> {
  const found = id ? await store.findOwnForUpdate(db, id) : undefined
  if (id && !found) fail('call.not_found')
  const sent = { kind, directory_id, app_id }
  if (secret) return { key: { ...sent, secret }, name: found?.name ?? null }
  if (!found || !keepsSecret(found, sent)) fail('call.invalid', { fields: { secret: 'required' } })
  return { key: { ...sent, secret: embedding.unseal(found.secret_sealed) }, name: found.name }
}
