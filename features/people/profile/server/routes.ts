import { fail } from '#platform/contract/failure.ts'
import { type Route, handle, outside, rows } from '#platform/server/http/route.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import { changePassword, endOwnSessions, listOwnSessions, readProfile, updateProfile } from '../contract.ts'
import { browserOf } from '#platform/server/http/browser-name.ts'
import { changeOwnPassword, endSessions, update } from './service.ts'
import * as store from './store.ts'

const profileRoute = rows(readProfile, store.ownQuery, ([own], { actor }) => {
  if (!own) fail('call.not_found')
  const { member, ...fields } = own
  const verbs = { update_phone: member, archive: member, change_password: own.auth_type === 'password' }
  const can = ['update', ...Object.entries(verbs).flatMap(([verb, may]) => (may ? [verb] : []))]
  return { ...fields, profile: actor.profile, can }
})

const change = handle(updateProfile, async (context, input) => {
  await update(context, input)
  return { status: true as const }
})

const sessions = rows(listOwnSessions, store.sessionsQuery, (found, { actor }) =>
  found
    .map(({ user_agent, host, unit, ...session }) => ({
      ...session,
      browser: browserOf(user_agent),
      place: unit ?? host,
      current: session.id === actor.sessionId,
    }))
    .toSorted((one, other) => Number(other.current) - Number(one.current)),
)

const end = handle(endOwnSessions, async (context, { id }) => {
  const { actor, audit } = context
  const ended = await endSessions(context, id, 'ended_by_oneself')
  if (id && ended === 0) fail('call.not_found')
  await audit({ target: { type: 'session', id, name: actor.name }, after: { ended } })
  return { status: true as const }
})

export const routes = ({ acrossTenants }: Pick<Gate, 'acrossTenants'>): Route[] => [
  profileRoute,
  change,
  outside(changePassword, (context, input) => changeOwnPassword(context, acrossTenants, input)),
  sessions,
  end,
]
