// Embedded access: a page of another site shows a report in a frame, and its server signs the person in with a short token.
import { z } from 'zod'
import { embeddedAccess } from '#catalogue/limits.ts'
import { call } from '#platform/contract/call.ts'
import { loginAnswer } from '#features/identity/sessions/contract.ts'

/**
 * Exchanges the token of `/embedded/{token}`. It is a POST call, so that a program that only opens URLs (such as a link preview) does not
 * use up the token.
 */
export const embeddedLogin = call({
  method: 'POST',
  path: 'embedded/login',
  summary:
    'Begins the session of an embedded page. The token is a JWT (HS256) of the business unit’s secret with sub, aud, jti, iat and exp; it is valid once, for at most 5 minutes.',
  access: 'anyone',
  does: 'outside',
  audit: null, // the new session writes `sign_in.done`
  input: z.object({ token: z.string().max(embeddedAccess.tokenLength) }),
  answers: loginAnswer,
})
