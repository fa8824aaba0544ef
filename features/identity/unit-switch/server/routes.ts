import { remoteAccess } from '#catalogue/limits.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { open, outside, type OutsideContext, type Route } from '#platform/server/http/route.ts'
import { request } from '#features/identity/remote-access/server/commands.ts'
import { acceptHandOver, changeCompany, enterTenant, enterTenantUnverified, switchBack } from '../contract.ts'
import { acceptToken, changeTo, enterAs, goBack, type Switching } from './commands.ts'

export const routes = (switching: Switching): Route[] => {
  const limiter = createLimiter(remoteAccess)
  const enter = (
    context: OutsideContext,
    { tenant_id, acting_profile, user_id, reason, left }: InputOf<typeof enterTenant>,
    mayWait: boolean,
  ) => {
    if (!user_id) return enterAs(switching, context, { tenantId: tenant_id, actingProfile: acting_profile, left })
    if (!reason) fail('call.invalid', { fields: { reason: 'required' } })
    return request({ ...switching, limiter }, context, { tenantId: tenant_id, userId: user_id, reason, left, mayWait })
  }
  return [
    outside(changeCompany, (context, { tenant_id, left }) =>
      changeTo(switching, context, { tenantId: tenant_id, left }),
    ),

    outside(enterTenant, (context, input) => enter(context, input, true)),

    outside(enterTenantUnverified, async (context, input) => {
      const answer = await enter(context, input, false)
      return answer.status === 'wait_authorization' ? fail('access.functionality_refused') : answer
    }),

    outside(switchBack, (context) => goBack(switching, context)),

    open(acceptHandOver, (context, { token }) => acceptToken(switching, context, token)),
  ]
}
