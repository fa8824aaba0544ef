// How an account is used: which service it belongs to, its secret unsealed for as long as a call needs it, and what a refusal of the
// service means to the portal's caller. It is not the client (#powerbi) and knows no report.
// Next: reads.ts (the account of a workspace), rules.ts (what the service's codes mean).
import { type PowerBi, type PowerBiClient, PowerBiError } from '#powerbi/server/power-bi.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { codeOfProblem, problemOf } from './rules.ts'

/** What an account's secret is sealed for. */
export const accountSecretPurpose = 'embedding_accounts.secret'

/** The columns of an account that reach its service. */
export type AccountKey = { kind: string; directory_id: string; app_id: string; secret_sealed: Buffer }

/** The same with the secret as a person typed it, before it is stored. */
export type OpenAccountKey = Omit<AccountKey, 'secret_sealed'> & { secret: string }

export type Embedding = ReturnType<typeof createEmbedding>

export type EmbeddingOptions = {
  microsoft: PowerBi
  /** The report service that ships with the portal; null where the portal runs without it. */
  local: PowerBi | null
  secrets: Secrets
  log: { warn(fields: object, message: string): void }
}

/** Fallback where the service says that it is busy, but not for how long. */
const busySeconds = 30

export function createEmbedding({ microsoft, local, secrets, log }: EmbeddingOptions) {
  const seal = (secret: string): Buffer => secrets.seal(secret, accountSecretPurpose)

  function unseal(sealed: Buffer): string {
    try {
      return secrets.unseal(sealed, accountSecretPurpose)
    } catch {
      // Sealed under another APP_SECRET: for whoever uses it, the same as a secret that no longer works.
      log.warn({}, 'the secret of an account at a report-embedding service cannot be opened')
      return fail('embedding_account.credentials_refused')
    }
  }

  function openClient({ kind, directory_id, app_id, secret }: OpenAccountKey): PowerBiClient {
    const service = kind === 'local' ? local : microsoft
    if (!service) fail('embedding_account.unreachable')
    return service.account({ directoryId: directory_id, appId: app_id, secret })
  }

  /** The client of a stored account. It throws PowerBiError: whoever wants sentences for people takes `ask`. */
  const clientOf = ({ secret_sealed, ...account }: AccountKey): PowerBiClient =>
    openClient({ ...account, secret: unseal(secret_sealed) })

  /**
   * Asks an account's service; its refusals become failures of the catalogue.
   * @example await embedding.ask(account, (service) => service.reports(workspace.service_id))
   */
  function ask<T>(account: AccountKey, question: (service: PowerBiClient) => Promise<T>): Promise<T> {
    return translated(() => question(clientOf(account)))
  }

  return { seal, unseal, openClient, clientOf, ask }
}

/** Runs `work` and turns the one error of the service's client into the portal's. Anything else passes as it is. */
export async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PowerBiError) refuse(error)
    throw error
  }
}

function refuse(error: PowerBiError): never {
  if (error.code === 'not_found') fail('call.not_found')
  const problem = problemOf(error.code)
  const seconds = error.retryAfter === null ? null : Math.ceil(error.retryAfter / 1000)
  if (problem === 'busy') {
    fail('embedding_account.busy', {
      values: { seconds: seconds ?? busySeconds },
      retryAfter: seconds ?? busySeconds,
    })
  }
  fail(codeOfProblem[problem], seconds === null ? {} : { retryAfter: seconds })
}
