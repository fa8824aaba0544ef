// Remote access: an administrator or staff use the session of a person, with consent. The person answers each request, or has given a
// standing consent; both see the access while it lasts, and either ends it. Next: server/commands.ts, server/rules.ts (who may use whose
// session).
import { z } from 'zod'
import { flag, id, instant, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { done } from '#platform/contract/list.ts'
import { renamed } from '#platform/contract/wire.ts'
import { loginAnswer, remotePerson, switchAnswer, waitAnswer } from '#features/identity/sessions/contract.ts'

export const remoteReason = () => text(300)

/** The page that the requester leaves, to which the end of the access leads. */
const leftPage = z.string().max(500).optional()

/** The id of a request. It gives no access by itself: only its two people may use it, in their own sessions. */
const token = id

export const requestRemoteAccess = call({
  method: 'POST',
  path: 'auth/remote/request',
  summary: 'Asks for the use of a person’s session. With a standing consent of the person it begins at once.',
  access: 'remote.request',
  does: 'outside',
  audit: 'remote_access.requested',
  personal: true,
  input: renamed({ user_id: id(), reason: remoteReason(), left: leftPage }, { left: 'rota' }),
  answers: z.discriminatedUnion('status', [loginAnswer, switchAnswer, waitAnswer]),
})

export const waitForRemoteAccess = call({
  method: 'GET',
  path: 'auth/remote/wait',
  summary: 'What became of a request of the caller. The first answer after the authorization begins the session.',
  access: 'portal.use',
  does: 'outside',
  audit: null, // the new session writes `remote_access.started`
  personal: true,
  input: z.object({ token: token() }),
  answers: z.discriminatedUnion('status', [
    z.object({ status: z.literal('waiting'), person: z.string(), expires_at: instant() }),
    z.object({ ...loginAnswer.shape, status: z.literal('authorized') }),
    switchAnswer,
    z.object({ status: z.literal('refused'), person: z.string() }),
    z.object({ status: z.literal('expired'), person: z.string() }),
  ]),
})

export const cancelRemoteRequest = call({
  method: 'POST',
  path: 'auth/remote/cancel',
  summary: 'Takes back a request of the caller that waits for its answer.',
  access: 'portal.use',
  does: 'outside',
  audit: 'remote_access.cancelled',
  personal: true,
  input: z.object({ token: token() }),
  answers: done,
})

export const answerRemoteRequest = call({
  method: 'POST',
  path: 'auth/remote/answer',
  summary: 'Authorizes or refuses a request for the caller’s session.',
  access: 'portal.use',
  does: 'write',
  audit: 'remote_access.answered',
  personal: true,
  input: z.object({ token: token(), answer: z.enum(['authorize', 'refuse']) }),
  answers: done,
})

export const setRemoteConsent = call({
  method: 'POST',
  path: 'auth/remote/consent',
  summary: 'Gives or withdraws the caller’s standing consent. A withdrawal ends the running accesses to the caller.',
  access: 'portal.use',
  does: 'write',
  audit: 'remote_access.consent_changed',
  personal: true,
  input: z.object({ allow: flag() }),
  answers: done,
})

export const withdrawRemoteAccess = call({
  method: 'POST',
  path: 'auth/remote/withdraw',
  summary: 'Ends the running accesses to the caller’s session.',
  access: 'portal.use',
  does: 'write',
  audit: 'remote_access.withdrawn',
  personal: true,
  input: z.object({}),
  answers: done,
})

export const endRemoteAccess = call({
  method: 'POST',
  path: 'auth/remote/end',
  summary:
    'Ends the caller’s use of another person’s session and returns to their own. An access that was ended by others returns once as well.',
  access: 'anyone', // the session of the access may have ended; the handler checks its token
  does: 'outside',
  audit: null, // writes `remote_access.ended` itself
  input: z.object({}),
  answers: z.discriminatedUnion('status', [loginAnswer, switchAnswer]),
})

const access = { id: id(), requester: remotePerson, reason: z.string() }

export const readRemoteConfig = call({
  method: 'GET',
  path: 'auth/config/remote_config',
  summary: 'Remote access to the caller: their consent, waiting requests, the running access, and past ones.',
  access: 'portal.use',
  does: 'read',
  input: z.object({}),
  answers: renamed(
    {
      /** S: the business unit allows remote access. N outside of business units. */
      allowed: flag(),
      /**
       * Consent of the person. `always`: standing consent; `ask`: the person answers each request. Null for a person without a membership
       * in this business unit.
       */
      consent: z.enum(['always', 'ask']).nullable(),
      waiting: z.array(
        z.object({ token: token(), requester: remotePerson, reason: z.string(), expires_at: instant() }),
      ),
      /** The running access that began last. */
      current: z.object({ ...access, started_at: instant(), ends_at: instant() }).nullable(),
      past: z.array(
        z.object({
          ...access,
          asked_at: instant(),
          started_at: instant().nullable(),
          ended_at: instant().nullable(),
          answer: z.enum(['standing', 'authorized', 'refused', 'cancelled', 'expired']),
        }),
      ),
    },
    { allowed: 'allow_access_remote' },
  ),
})
