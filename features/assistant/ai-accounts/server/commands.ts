// How features ask the model. The tokens are reserved before the call and settled after it, in the log of the business unit, so that people
// who ask at the same time cannot exceed a budget together. The call itself holds no connection.
import { type Language } from '#catalogue/languages.ts'
import { aiCalls } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { createBulkhead } from '#platform/server/bulkhead.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import type { OutsideContext } from '#platform/server/http/route.ts'
import type { Outgoing } from '#platform/server/outgoing.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import type { AiOutcome, AiUse } from '../contract.ts'
import enUS from '../phrases/en-US.ts'
import es from '../phrases/es.ts'
import ptBR from '../phrases/pt-BR.ts'
import ptPT from '../phrases/pt-PT.ts'
import { askModel, type ModelAnswer } from './model-client.ts'
import { usesOf } from './queries.ts'
import { hostOf, reservationFor, spentBudget } from './rules.ts'
import * as store from './store.ts'

/** Binds the sealed key of an account to its use. */
export const keyPurpose = 'ai account key'

const words = { 'pt-BR': ptBR, 'en-US': enUS, es, 'pt-PT': ptPT }

export type Question = {
  use: AiUse
  /** The name of the report that the question is about. */
  subject: string | null
  system: string
  user: string
}

/** Asks the model for the caller. Fails with a sentence when no account is on, a budget is spent, or the model gives no answer. */
export type Assistant = {
  ask(context: OutsideContext, question: Question): Promise<string>
  /** Fails as `ask` when no account lets the caller ask. For uses that query data before they ask. */
  mustBeOpen(context: OutsideContext, use: AiUse): Promise<void>
}

export function createAssistant({ outgoing, secrets }: { outgoing: Outgoing; secrets: Secrets }): Assistant {
  const limiter = createLimiter(aiCalls.perPerson)
  const bulkhead = createBulkhead(aiCalls.shares)

  return {
    async mustBeOpen(context, use) {
      await context.transaction(({ db }) => findUsable(context, db, use))
    },

    async ask(context, { use, subject, system, user }) {
      const { actor, clock, caller } = context
      if (!limiter.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
      const question = { system, user, maxTokens: aiCalls.answerTokens[use] }
      const { account, id } = await reserve(context, use, subject, reservationFor(question))
      const begun = clock.now().getTime()
      let isSent = false
      const answer = await bulkhead
        .run(actor.tenantId ?? '', (signal) => {
          const key = openedKey(secrets, account.key_sealed)
          if (key === undefined) return Promise.resolve(withoutTokens('key_unreadable'))
          isSent = true
          return askModel(outgoing, { ...account, key }, { ...question, signal })
        })
        .catch(async (error: unknown) => {
          // Without a free slot nothing was sent. A call that loses its slot may have cost tokens.
          await settle(context, id, withoutTokens(isSent ? 'cut_off' : 'throttled'), 0)
          throw error
        })
      await settle(context, id, answer, clock.now().getTime() - begun)
      if (answer.outcome === 'answered') return answer.text
      return fail('ai_account.call_failed', { values: { reason: reasonOf(answer.outcome, caller.language) } })
    },
  }
}

const reasonOf = (outcome: AiOutcome, language: Language): string => words[language].choice.outcome[outcome]

const withoutTokens = (outcome: Exclude<AiOutcome, 'answered'>): ModelAnswer => ({
  outcome,
  tokensIn: null,
  tokensOut: null,
})

/** The key of an account. Null: it has none. Undefined: it cannot be opened. */
export function openedKey(secrets: Secrets, sealed: Buffer | null): string | null | undefined {
  try {
    return sealed && secrets.unseal(sealed, keyPurpose)
  } catch {
    return undefined
  }
}

/** The account in force, if the caller may use it for this. */
async function findUsable({ actor }: OutsideContext, db: Database, use: AiUse) {
  const account = await store.findInForce(db)
  return account && usesOf(actor, account).includes(use) ? account : fail('ai_account.off')
}

/** Reads the account in force and stores the line of the log that reserves the tokens, in one transaction. */
async function reserve(context: OutsideContext, use: AiUse, subject: string | null, tokens: number) {
  const { caller } = context
  return context.transaction(async ({ db }) => {
    const account = await findUsable(context, db, use)
    const usage = await store.lockUsage(db)
    const budget = {
      monthly: account.monthly_budget,
      daily: account.daily_budget,
      usedInMonth: usage.in_month,
      usedInDay: usage.in_day,
    }
    const spent = spentBudget(budget, tokens)
    if (spent === 'month')
      fail('ai_account.month_spent', { values: { date: dayText(usage.next_month, caller.language) } })
    if (spent === 'day') fail('ai_account.day_spent', { values: { date: dayText(usage.next_day, caller.language) } })
    const { provider, base_url, model } = account
    const id = await store.addCall(db, {
      purpose: use,
      subject,
      provider,
      host: hostOf(base_url),
      model,
      reserved_tokens: tokens,
    })
    return { account, id }
  })
}

/** The answers for which a service may count tokens although it did not say how many. The reservation stays counted for them. */
const mayHaveCost: readonly AiOutcome[] = ['answered', 'withheld', 'timed_out', 'cut_off', 'too_large', 'malformed']

export async function settle(context: OutsideContext, id: string, answer: ModelAnswer, ms: number): Promise<void> {
  const { outcome, tokensIn, tokensOut } = answer
  const free = mayHaveCost.includes(outcome) ? null : 0
  await context.transaction(({ db }) =>
    store.settleCall(db, id, { outcome, tokens_in: tokensIn ?? free, tokens_out: tokensOut ?? free, ms }),
  )
}

/** A day such as 2026-12-01, as people of the language write it. */
const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
