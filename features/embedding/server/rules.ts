// Decisions about accounts, without reading or writing.
import type { PowerBiError, ConnectionStep as WalkedStep } from '#powerbi/server/power-bi.ts'
import type { ErrorCode } from '#catalogue/errors.ts'
import { type ConnectionProblem, type ConnectionStep, connectionSteps } from '../contract.ts'

type Credentials = { kind: string; app_id: string }

/** A secret belongs to one application of one service. It is never sent for another, so a change of either needs it again. */
export const keepsSecret = (before: Credentials, after: Credentials): boolean =>
  before.kind === after.kind && before.app_id === after.app_id

/** Only whom the service knows by the same application and directory ends what it gave out. */
export const isSamePrincipal = (before: Principal, after: Principal): boolean =>
  before.kind === after.kind && before.app_id === after.app_id && before.directory_id === after.directory_id

type Principal = Credentials & { directory_id: string }

/** What the codes of the service's client mean to a person. */
export function problemOf(code: PowerBiError['code'] | 'empty'): ConnectionProblem {
  switch (code) {
    case 'credentials':
    case 'empty':
      return code
    case 'throttled':
      return 'busy'
    case 'unavailable':
    case 'timeout':
    case 'network':
    case 'malformed':
      return 'unreachable'
    case 'unauthorized':
    case 'forbidden':
    case 'not_found':
    case 'conflict':
    case 'bad_request':
    case 'too_large':
    case 'redirect':
    case 'query':
    case 'unsupported':
      return 'refused'
  }
}

export const codeOfProblem: Record<ConnectionProblem, ErrorCode> = {
  credentials: 'embedding_account.credentials_refused',
  refused: 'embedding_account.refused',
  busy: 'embedding_account.busy',
  unreachable: 'embedding_account.unreachable',
  empty: 'embedding_account.without_workspaces',
}

/** The whole way with the state of each step; what lies behind the failed one was not tried. */
export function wholeWay(walked: WalkedStep[], say: (problem: ConnectionProblem) => string): ConnectionStep[] {
  return connectionSteps.map((step): ConnectionStep => {
    const found = walked.find((each) => each.step === step)
    if (!found) return { step, state: 'skipped', problem: null, reason: null, message: null }
    if (found.ok || found.code === null) return { step, state: 'passed', problem: null, reason: null, message: null }
    const problem = problemOf(found.code)
    return { step, state: 'failed', problem, reason: found.reason, message: say(problem) }
  })
}
