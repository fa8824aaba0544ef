// Calls to a report-embedding service with an account: chooses the service, decrypts the secret for the call, and translates errors of
// the service into errors of the portal. The REST client itself is #powerbi.
// Next: queries.ts (the account of a workspace), rules.ts (error codes).
import type { Azure, AzureClient } from '#powerbi/server/azure.ts'
import { type PowerBi, type PowerBiClient, PowerBiError } from '#powerbi/server/power-bi.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Clock } from '#platform/server/clock.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { codeOfProblem, problemOf } from './rules.ts'

/** Encryption purpose of account secrets. */
export const accountSecretPurpose = 'embedding_accounts.secret'

/** The credentials of an account, with the encrypted secret. */
export type AccountKey = { kind: string; directory_id: string; app_id: string; secret_sealed: Buffer }

/** The credentials with the secret in plain text. */
export type OpenAccountKey = Omit<AccountKey, 'secret_sealed'> & { secret: string }

export type Embedding = ReturnType<typeof createEmbedding>

export type EmbeddingOptions = {
  microsoft: PowerBi
  /** The embedded report service; null if the portal runs without it. */
  local: PowerBi | null
  /** Azure's management API, for license capacities. */
  azure: Azure
  secrets: Secrets
  log: { warn(fields: object, message: string): void }
}

/** Secret checks per person, process and minute. A form that tests an account or lists its workspaces needs far fewer. */
const secretTriesPerMinute = 20

/** Retry-After in seconds if the service is busy and sends none. */
const busySeconds = 30

export function createEmbedding({ microsoft, local, azure, secrets, log }: EmbeddingOptions) {
  const seal = (secret: string): Buffer => secrets.seal(secret, accountSecretPurpose)

  function unseal(sealed: Buffer): string {
    try {
      return secrets.unseal(sealed, accountSecretPurpose)
    } catch {
      // Encrypted under an unknown APP_SECRET: the caller gets the same error as for a wrong secret.
      log.warn({}, 'the secret of an account at a report-embedding service cannot be opened')
      return fail('embedding_account.credentials_refused')
    }
  }

  function openClient({ kind, directory_id, app_id, secret }: OpenAccountKey): PowerBiClient {
    const service = kind === 'local' ? local : microsoft
    if (!service) fail('embedding_account.unreachable')
    return service.account({ directoryId: directory_id, appId: app_id, secret })
  }

  /** The client of a stored account. It throws PowerBiError; `ask` translates that into portal errors. */
  const clientOf = ({ secret_sealed, ...account }: AccountKey): PowerBiClient =>
    openClient({ ...account, secret: unseal(secret_sealed) })

  /** Azure's management API with a stored account. It throws PowerBiError. */
  const azureOf = ({ directory_id, app_id, secret_sealed }: AccountKey): AzureClient =>
    azure.account({ directoryId: directory_id, appId: app_id, secret: unseal(secret_sealed) })

  /**
   * Calls an account's service and translates its errors into failures of the catalogue.
   * @example await embedding.ask(account, (service) => service.reports(workspace.service_id))
   */
  function ask<T>(account: AccountKey, question: (service: PowerBiClient) => Promise<T>): Promise<T> {
    return translated(() => question(clientOf(account)))
  }

  const tries = createLimiter({ perMinute: secretTriesPerMinute })

  /** Rate limit per person for calls that check a secret at the service, so that the portal cannot be used to find secrets. */
  function countSecretTry({ actor, clock }: { actor: { userId: string }; clock: Clock }): void {
    if (!tries.admits(actor.userId, clock.now())) fail('call.throttled', { retryAfter: 60 })
  }

  return { seal, unseal, openClient, clientOf, azureOf, ask, countSecretTry }
}

/** Runs `work` and translates a PowerBiError into a failure of the portal. Other errors are rethrown unchanged. */
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
