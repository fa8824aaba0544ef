import { type Route, handle, rows } from '#platform/server/http/route.ts'
import { may } from '#platform/server/session/actor.ts'
import { dismissHint, firstSteps, hints, readWelcome } from '../contract.ts'
import * as store from './store.ts'

const welcome = rows(readWelcome, store.welcomeQuery, ([found], { actor }) => ({
  new_reports: found?.new_reports ?? 0,
  hints: hints.filter((hint) => !found?.dismissed.includes(hint)),
  done_steps: may(actor, 'report.add') ? firstSteps.filter((step) => found?.done[step]) : null,
}))

const dismiss = handle(dismissHint, async ({ db }, input) => {
  await store.dismiss(db, input)
  return { status: true as const }
})

export const routes: Route[] = [welcome, dismiss]
