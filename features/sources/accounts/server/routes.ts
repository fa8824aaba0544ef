import { adviceOf, errorSentence } from '#catalogue/phrases/sentence.ts'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported } from '#platform/server/export/export.ts'
import { differs, definedFields } from '#platform/server/defined-fields.ts'
import {
  type Route,
  type OutsideContext,
  type WriteContext,
  handle,
  outside,
  rows,
} from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import type { Actor } from '#platform/server/session/actor.ts'
import {
  addAccount,
  exportAccounts,
  listAccounts,
  readAccount,
  removeAccount,
  selectAccounts,
  testAccount,
  updateAccount,
} from '../contract.ts'
import { codeOfProblem, isSamePrincipal, keepsSecret, allSteps } from './rules.ts'
import type { AccountKey, Embedding, OpenAccountKey } from './commands.ts'
import * as store from './store.ts'

type AccountDependencies = {
  embedding: Embedding
  /** Revokes the embed tokens of an account, with its present credentials. */
  endTokens: (account: AccountKey & { id: string }) => Promise<void>
}

export const routes = ({ embedding, endTokens }: AccountDependencies): Route[] => {
  return [
    list,
    file,
    select,
    read,
    handle(addAccount, (context, input) => add(context, input, embedding)),
    outside(updateAccount, (context, input) => change(context, input, { embedding, endTokens })),
    remove,
    outside(testAccount, async (context, input) => {
      embedding.countSecretTry(context)
      return test(context, input, embedding)
    }),
  ]
}

const list = rows(listAccounts, store.pageQuery, (found, { actor }, options) =>
  pageOf(found, options, ({ total: _, ...account }) => accountAnswer(account, actor)),
)

const select = rows(
  selectAccounts,
  ({ search }) => store.selectQuery(search),
  (found) => found,
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
  ([account], { actor }) => (account ? accountAnswer(account, actor) : fail('call.not_found')),
)

function accountAnswer({ is_own, ...account }: store.AccountListed, actor: Actor): AnswerOf<typeof readAccount> {
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

/**
 * Changes an account. New credentials could not revoke earlier embed tokens, so the tokens are revoked before the change, and once more for
 * tokens issued meanwhile.
 */
async function change({ transaction }: OutsideContext, input: Change, { embedding, endTokens }: AccountDependencies) {
  const previous = await transaction(async ({ db }) => {
    const { found, after } = await checkChange(db, input)
    return isSamePrincipal(found, after) ? null : found
  })
  if (previous) await endTokens(previous)
  await transaction((context) => update(context, input, embedding))
  // The change is committed; a failure here must not fail the request.
  if (previous) await endTokens(previous).catch(() => undefined)
  return { status: true as const }
}

async function update({ db, audit, unchanged }: WriteContext, input: Change, embedding: Embedding): Promise<void> {
  const { id, version: _, secret, ...sent } = input
  const { found, after } = await checkChange(db, input)
  const { secret_sealed: __, ...before } = found
  if (!secret && !differs(before, sent)) return unchanged(undefined)
  await store.update(db, id, { ...sent, ...(secret ? { secret_sealed: embedding.seal(secret) } : {}) })
  await audit({
    target: { type: 'embedding_account', id, name: before.name },
    before,
    after: { ...after, ...(secret ? { secret: true } : {}) },
  })
}

/** Locks the account and returns it before and after the change. Fails if the change is not allowed. */
async function checkChange(db: Database, { id, version, secret, ...sent }: Change) {
  const found = await store.findOwnForUpdate(db, id)
  if (!found) fail('call.not_found')
  mustBeCurrent(version, found.version)
  const { secret_sealed: _, ...before } = found
  const after = { ...before, ...definedFields(sent) }
  if (!secret && !keepsSecret(before, after)) fail('call.invalid', { fields: { secret: 'required' } })
  return { found, after }
}

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
  const tested = await embedding.openClient(key).testConnection()
  const { language } = context.caller
  // The permission to test an account includes reading accounts.
  const messageOf = (problem: keyof typeof codeOfProblem) =>
    errorSentence(codeOfProblem[problem], language, { seconds: 60 }) + adviceOf(codeOfProblem[problem], language, true)
  const steps = allSteps(tested, messageOf)
  const failed = steps.find(({ state }) => state === 'failed')
  await context.transaction(({ audit }) =>
    audit({
      // A new account has no name yet.
      target: { type: 'embedding_account', id: input.id ?? null, name: name ?? input.app_id ?? input.kind },
      after: { failed_step: failed?.step ?? null, reason: failed?.reason ?? null },
    }),
  )
  return { status: !failed, steps }
}

/** The credentials for a test. The stored secret is used only for the same service and application. */
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
