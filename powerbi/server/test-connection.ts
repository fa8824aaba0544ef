import { TOKEN_MINIMUM_LIFE_MS } from './account-calls.ts'
import type { AccountCalls } from './account-calls.ts'
import { answers } from './answers.ts'
import { PowerBiError } from './power-bi-error.ts'
import type { PowerBiErrorCode } from './power-bi-error.ts'

/**
 * Steps of the connection test, in order. `authority`: the sign-in host answers. `token`: it accepts directory,
 * application and secret. `api`: the service answers. `permission`: it accepts the application (tenant setting).
 * `workspaces`: the application is a member of at least one workspace.
 */
export type ConnectionStepName = 'authority' | 'token' | 'api' | 'permission' | 'workspaces'
export type ConnectionStep = {
  step: ConnectionStepName
  ok: boolean
  /** The error of the step; null if it succeeded. `empty`: the application can see no workspace. */
  code: PowerBiErrorCode | 'empty' | null
  reason: string | null
}

/** Runs the steps in order. If a step fails, it is the last entry. */
export async function testConnection(calls: AccountCalls): Promise<ConnectionStep[]> {
  try {
    await calls.token(TOKEN_MINIMUM_LIFE_MS)
  } catch (error) {
    const failure = knownFailure(error)
    return failure.code === 'credentials'
      ? [passed('authority'), failed('token', failure)]
      : [failed('authority', failure)]
  }
  const signedIn = [passed('authority'), passed('token')]
  try {
    const query = { $top: '1' }
    const visible = await calls.call({
      name: 'workspaces',
      method: 'GET',
      path: 'groups',
      query,
      answer: answers.workspaces,
      repeatable: true,
    })
    const reached = [...signedIn, passed('api'), passed('permission')]
    return visible.length > 0
      ? [...reached, passed('workspaces')]
      : [...reached, { step: 'workspaces', ok: false, code: 'empty', reason: null }]
  } catch (error) {
    const failure = knownFailure(error)
    return failure.code === 'unauthorized' || failure.code === 'forbidden'
      ? [...signedIn, passed('api'), failed('permission', failure)]
      : [...signedIn, failed('api', failure)]
  }
}

function knownFailure(error: unknown): PowerBiError {
  if (error instanceof PowerBiError) return error
  throw error
}

function passed(step: ConnectionStepName): ConnectionStep {
  return { step, ok: true, code: null, reason: null }
}

function failed(step: ConnectionStepName, failure: PowerBiError): ConnectionStep {
  return { step, ok: false, code: failure.code, reason: failure.reason }
}
