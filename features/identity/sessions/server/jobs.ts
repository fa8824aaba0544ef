// Ends expired sessions, and deletes ended sessions after `sessionsKeptDays` days. Until then the audit trail and the person's own
// list of sessions refer to them.
import { z } from 'zod'
import { sessionsKeptDays } from '#catalogue/limits.ts'
import { job } from '#platform/server/jobs/job.ts'
import { forgetOneTimeTokens } from '#platform/server/session/one-time-token.ts'
import { endExpired, forgetSessions } from './store.ts'

export const endExpiredSessions = job({
  name: 'session.expire',
  scope: 'platform',
  isolation: 'statement',
  input: z.object({}),
  everySeconds: 600,
  run: ({ db }) => endExpired(db),
})

export const forgetOldSessions = job({
  name: 'session.forget',
  scope: 'platform',
  isolation: 'statement',
  input: z.object({}),
  everySeconds: 86_400,
  run: ({ db }) => forgetSessions(db, sessionsKeptDays),
})

export const forgetOldTokens = job({
  name: 'one_time_token.forget',
  scope: 'platform',
  isolation: 'statement',
  input: z.object({}),
  everySeconds: 3_600,
  run: ({ db }) => forgetOneTimeTokens(db),
})
