import { embeddedAccess } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { networkOf } from '#platform/server/http/network.ts'
import { open, type Route } from '#platform/server/http/route.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { embeddedLogin } from '../contract.ts'
import { acceptEmbedded } from './service.ts'

export function routes(dependencies: { hosts: Hosts; secrets: Secrets }): Route[] {
  const limiter = createLimiter(embeddedAccess.requests)
  return [
    open(embeddedLogin, (context, { token }) => {
      if (!limiter.admits(networkOf(context.caller.address), context.clock.now()))
        fail('call.throttled', { retryAfter: 60 })
      return acceptEmbedded(dependencies, context, token)
    }),
  ]
}
