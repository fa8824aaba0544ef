import { remoteAccess } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { createLimiter, type Limiter } from '#platform/server/http/limiter.ts'
import { handle, open, outside, type OutsideContext, type Route, rows } from '#platform/server/http/route.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import { enterTenant, enterTenantUnverified } from '#features/identity/unit-switch/contract.ts'
import { enterAs, type Switching } from '#features/identity/unit-switch/server/commands.ts'
import {
  answerRemoteRequest,
  cancelRemoteRequest,
  endRemoteAccess,
  readRemoteConfig,
  requestRemoteAccess,
  setRemoteConsent,
  waitForRemoteAccess,
  withdrawRemoteAccess,
} from '../contract.ts'
import * as service from './commands.ts'
import { configQuery } from './store.ts'

const done = { status: true as const }

/** The calls with which staff enter a business unit as administrator or reader, or request the session of one of its people. */
function entering(switching: Switching, limiter: Limiter): Route[] {
  const enter = (
    context: OutsideContext,
    { tenant_id, acting_profile, user_id, reason, left }: InputOf<typeof enterTenant>,
    mayWait: boolean,
  ) => {
    if (!user_id) return enterAs(switching, context, { tenantId: tenant_id, actingProfile: acting_profile, left })
    if (!reason) fail('call.invalid', { fields: { reason: 'required' } })
    const request = { tenantId: tenant_id, userId: user_id, reason, left, mayWait }
    return service.request({ ...switching, limiter }, context, request)
  }
  return [
    outside(enterTenant, (context, input) => enter(context, input, true)),

    outside(enterTenantUnverified, async (context, input) => {
      const answer = await enter(context, input, false)
      return answer.status === 'wait_authorization' ? fail('access.functionality_refused') : answer
    }),
  ]
}

export const routes = (switching: Switching): Route[] => {
  // A person has one rate for all requests, whether they enter from outside of the business unit or are in it.
  const limiter = createLimiter(remoteAccess)
  return [
    ...entering(switching, limiter),

    outside(requestRemoteAccess, (context, { user_id: userId, ...request }) =>
      service.request({ ...switching, limiter }, context, {
        ...request,
        userId,
        tenantId: tenantOf(context.actor),
        mayWait: true,
      }),
    ),

    outside(waitForRemoteAccess, (context, { token }) => service.waitFor(switching, context, token)),

    outside(cancelRemoteRequest, async (context, { token }) => {
      await service.cancel(switching, context, token)
      return done
    }),

    handle(answerRemoteRequest, async (context, { token, answer }) => {
      await service.answer(context, token, answer === 'authorize' ? 'authorized' : 'refused')
      return done
    }),

    handle(setRemoteConsent, async (context, { allow }) => {
      await service.changeConsent(context, allow)
      return done
    }),

    handle(withdrawRemoteAccess, async (context) => {
      await service.withdraw(context)
      return done
    }),

    open(endRemoteAccess, (context) => service.comeBack(switching, context)),

    rows(readRemoteConfig, configQuery, ([row]) => {
      if (!row) throw new Error('the configuration is one row')
      const { waiting, current, past, ...rest } = row
      const instantOf = (text: string) => new Date(text)
      return {
        ...rest,
        waiting: waiting.map(({ expires_at, ...one }) => ({ ...one, expires_at: instantOf(expires_at) })),
        current: current && {
          ...current,
          started_at: instantOf(current.started_at),
          ends_at: instantOf(current.ends_at),
        },
        past: past.map(({ asked_at, started_at, ended_at, ...one }) => ({
          ...one,
          asked_at: instantOf(asked_at),
          started_at: started_at === null ? null : instantOf(started_at),
          ended_at: ended_at === null ? null : instantOf(ended_at),
        })),
      }
    }),
  ]
}
