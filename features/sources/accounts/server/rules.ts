// Decisions about accounts: pure functions, no I/O.
import type { PowerBiError, ConnectionStep as WalkedStep } from '#powerbi/server/power-bi.ts'
import type { GeneralCode } from '#catalogue/errors.ts'
import { type ConnectionProblem, type ConnectionStep, connectionSteps } from '../contract.ts'

type Credentials = { kind: string; app_id: string }

/** Whether the stored secret may be used after a change. A secret belongs to one application of one service, and is never sent for another. */
export const keepsSecret = (before: Credentials, after: Credentials): boolean =>
  before.kind === after.kind && before.app_id === after.app_id

/** Whether the account is still the same service principal: only that one can revoke the tokens it created. */
export const isSamePrincipal = (before: Principal, after: Principal): boolean =>
  before.kind === after.kind && before.app_id === after.app_id && before.directory_id === after.directory_id

type Principal = Credentials & { directory_id: string }

/** Maps the error codes of the service's client to causes that a person can act on. */
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

export const codeOfProblem: Record<ConnectionProblem, GeneralCode> = {
  credentials: 'embedding_account.credentials_refused',
  refused: 'embedding_account.refused',
  busy: 'embedding_account.busy',
  unreachable: 'embedding_account.unreachable',
  empty: 'embedding_account.without_workspaces',
}

/** All steps of a connection test with their states. Steps after the failed one are skipped. */
export function allSteps(tested: WalkedStep[], messageOf: (problem: ConnectionProblem) => string): ConnectionStep[] {
  return connectionSteps.map((step): ConnectionStep => {
    const found = tested.find((each) => each.step === step)
    if (!found) return { step, state: 'skipped', problem: null, reason: null, message: null }
    if (found.ok || found.code === null) return { step, state: 'passed', problem: null, reason: null, message: null }
    const problem = problemOf(found.code)
    return { step, state: 'failed', problem, reason: found.reason, message: messageOf(problem) }
  })
}
