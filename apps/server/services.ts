// The services that features depend on: hosts, report services, embed tokens. Created once per process.
import { signInConcurrency } from '#catalogue/limits.ts'
import type { Config } from '#platform/server/config.ts'
import { type Hosts, createHosts } from '#platform/server/hosts.ts'
import { createSecrets, type Secrets } from '#platform/server/secrets.ts'
import { diskStorage } from '#platform/server/files/disk-storage.ts'
import { s3Storage } from '#platform/server/files/s3-storage.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import { type Mailing, createMailing, senderFromUrl } from '#platform/server/mail/senders.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import type { Embedding } from '#features/embedding/server/service.ts'
import { type EmbedTokens, createEmbedTokens, endTokensOf } from '#features/reports/view/server/service.ts'
import { embeddingServices } from './embedding.ts'

type EndedAccount = Parameters<typeof endTokensOf>[2]

export type Services = {
  hosts: Hosts
  /** Database connections for all sign-ins together. At least half of the pool stays free for other calls. */
  signInConnections: number
  embedding: Embedding
  tokens: EmbedTokens
  /** Revokes the embed tokens of an account, while the account still has the credentials that issued them. */
  endTokens: (account: EndedAccount) => Promise<void>
  /** For the few calls of a session that use tables under the platform's row-level security policy. */
  acrossTenants: Gate['acrossTenants']
  storage: FileStorage
  secrets: Secrets
  mailing: Mailing
  /** Whether the outbox shows the text of mails: only in the demo world, which sends no mails. */
  showsMails: boolean
}

type Needs = Omit<Parameters<typeof embeddingServices>[0], 'secrets'> & { gate: Gate; filesDir: string }

export function createServices(needs: Needs): Services {
  const { config } = needs
  const secrets = createSecrets(config.appSecret, config.appSecretsOld)
  const embedding = embeddingServices({ ...needs, secrets })
  return {
    hosts: createHosts(config.publicUrl),
    signInConnections: Math.min(signInConcurrency.connections, Math.floor(config.databasePool / 2)),
    embedding,
    tokens: createEmbedTokens({ embedding, clock: needs.clock }),
    endTokens: (account) => endTokensOf(needs.gate.acrossTenants, embedding, account),
    acrossTenants: needs.gate.acrossTenants,
    storage: config.fileService ? s3Storage(config.fileService, fetch) : diskStorage(needs.filesDir),
    secrets,
    mailing: mailingOf(config, secrets),
    showsMails: config.demoWorld,
  }
}

function mailingOf({ mail, mailPrivateHosts }: Config, secrets: Secrets): Mailing {
  return createMailing({
    secrets,
    platformSender: mail && senderFromUrl(mail.url, mail.from),
    privateHosts: mailPrivateHosts,
  })
}
