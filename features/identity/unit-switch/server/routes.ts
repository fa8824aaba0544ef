import { open, outside, type Route } from '#platform/server/http/route.ts'
import { acceptHandOver, changeCompany, switchBack } from '../contract.ts'
import { acceptToken, changeTo, goBack, type Switching } from './commands.ts'

/**
 * The routes with which staff enter a business unit, because in a call may request the
 * session of a person, and that noun
 * imports this one.
 */
export const routes = (switching: Switching): Route[] => [
  outside(changeCompany, (context, { tenant_id, left }) => changeTo(switching, context, { tenantId: tenant_id, left })),

  outside(switchBack, (context) => goBack(switching, context)),

  open(acceptHandOver, (context, { token }) => acceptToken(switching, context, token)),
]
