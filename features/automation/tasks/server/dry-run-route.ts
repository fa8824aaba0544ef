import { noTexts } from '#catalogue/languages.ts'
import { taskDryRuns } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { outside, type Route } from '#platform/server/http/route.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { askData } from '#features/reports/dax-queries/server/commands.ts'
import { type DryRunDay, dryRunTask } from '../contract.ts'
import { asksForDay, dayBack, dryDay, noPast, readPast, writtenPast } from './dry-run.ts'
import { mustBeValidQuestion, mustBeValidStates } from './faults.ts'
import { filledQuery } from './rules.ts'
import * as store from './store.ts'
import { ownData } from './task-rights.ts'

/**
 * Asks the query of a form as it would have been asked on the next earlier days, with the rights of the caller. The days of one call are few,
 * so that the caller sees the progress, and ends the dry run by not calling again.
 */
export const dryRunRoute = (embedding: Embedding, limiter = createLimiter(taskDryRuns)): Route =>
  outside(
    dryRunTask,
    async (
      { actor, clock, transaction, caller },
      { report_id, workspace_id, service_dataset_id, days_back, carry, ...question },
    ) => {
      if (!limiter.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
      mustBeValidQuestion({ ...question, message: noTexts })
      mustBeValidStates(question)
      if (!asksForDay(question.dax, question.variables))
        fail('task.without_day', { fields: { dax: 'task.without_day' } })
      let past = carry === null ? noPast : (readPast(carry) ?? fail('call.invalid', { fields: { carry: 'invalid' } }))
      const { data, today, zone } = await transaction(async ({ db }) => ({
        data: await ownData(db, { report_id, workspace_id, service_dataset_id }, actor),
        ...(await store.localDay(db)),
      }))
      const begun = clock.now().getTime()
      const days: DryRunDay[] = []
      let back = days_back
      const answer = () => ({ problem: null, detail: null, days, carry: writtenPast(past), days_back: back })
      if ('refusal' in data) return { ...answer(), problem: data.refusal }
      while (back > 0 && days.length < taskDryRuns.daysOfCall) {
        if (days.length > 0 && clock.now().getTime() - begun > taskDryRuns.msOfCall) break
        const { day, at } = dayBack(today, zone, back)
        const asked = await askData(embedding, data, filledQuery(question.dax, question.variables, day), clock)
        if ('problem' in asked) return { ...answer(), ...asked }
        const found = dryDay(asked.rows, question, past, { at, zone, language: caller.language })
        if (found.problem !== null) return { ...answer(), problem: found.problem, detail: found.detail }
        const { after, state, matched, value, tells } = found
        past = after
        days.push({ day, state, matched, value, tells })
        back -= 1
      }
      return answer()
    },
  )
