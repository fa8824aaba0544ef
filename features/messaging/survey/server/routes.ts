import { fail } from '#platform/contract/failure.ts'
import { differs } from '#platform/server/defined-fields.ts'
import { type Route, handle, rows } from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { answerSurvey, readSurvey, updateSurvey } from '../contract.ts'
import { type Answer, answerOf } from './rules.ts'
import * as store from './store.ts'

const readResults = rows(readSurvey, store.surveyQuery, ([row], { actor }) =>
  row ? { ...row, can: abilities(actor, { update: 'survey.update' }) } : fail('call.not_found'),
)

const update = handle(updateSurvey, async ({ db, audit, unchanged }, { version, enabled }) => {
  const before = await store.findForUpdate(db)
  mustBeCurrent(version, before.version)
  if (!differs(before, { enabled })) return unchanged({ status: true as const })
  await store.keep(db, enabled)
  await audit({
    target: { type: 'survey', id: null },
    before: { enabled: before.enabled },
    after: { enabled },
  })
  return { status: true as const }
})

const answer = handle(answerSurvey, async ({ db, actor, audit, unchanged }, { user_id, position }) => {
  // People may answer only for themselves.
  if (user_id !== actor.userId) fail('access.functionality_refused')
  const after = answerOf(position) ?? fail('call.invalid', { fields: { perfil_usuario: 'required' } })
  const before = await store.answerOfPerson(db, actor.userId)
  if (before && !differs(before, after)) return unchanged({ status: true as const })
  await store.storeAnswer(db, after)
  const target = { type: 'survey', id: null, name: actor.name }
  const auditedAnswer = ({ position: positionName, detail }: Answer) => ({ position: detail ?? positionName })
  await audit({ target, ...(before && { before: auditedAnswer(before as Answer) }), after: auditedAnswer(after) })
  return { status: true as const }
})

export const routes: Route[] = [readResults, update, answer]
