// What features are handed instead of reaching for it: hosts, report services, embed tokens. Composed once for a process.
import { signInShare } from '#catalogue/limits.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Config } from '#platform/server/config.ts'
import { type Hosts, createHosts } from '#platform/server/hosts.ts'
import { createSecrets, type Secrets } from '#platform/server/secrets.ts'
import { diskStorage } from '#platform/server/files/disk-storage.ts'
import { s3Storage } from '#platform/server/files/s3-storage.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import { type Mailing, createMailing, senderFromUrl } from '#platform/server/mail/senders.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import type { Embedding } from '#features/embedding/server/service.ts'
import { type EmbedTokens, createEmbedTokens } from '#features/reports/view/server/service.ts'
import { embeddingServices } from './embedding.ts'

export type Services = {
  hosts: Hosts
  /** How many connections all sign-ins together take; at least half of them are left to people at work. */
  signInConnections: number
  embedding: Embedding
  tokens: EmbedTokens
  /** For the few calls of a signed-in person that touch what stands behind the platform's wall. */
  acrossTenants: Gate['acrossTenants']
  storage: FileStorage
  secrets: Secrets
  mailing: Mailing
  /** Whether people who may see the outbox may read it: in the demo world, where nobody gets mail. */
  showsMails: boolean
}

type Needs = Parameters<typeof embeddingServices>[0] & { config: Config; clock: Clock; gate: Gate; filesDir: string }

export function createServices(needs: Needs): Services {
  const embedding = embeddingServices(needs)
  return {
    hosts: createHosts(needs.config.publicUrl),
    signInConnections: Math.min(signInShare.connections, Math.floor(needs.config.databasePool / 2)),
    embedding,
    tokens: createEmbedTokens({ embedding, clock: needs.clock }),
    acrossTenants: needs.gate.acrossTenants,
    storage: needs.config.fileService ? s3Storage(needs.config.fileService, fetch) : diskStorage(needs.filesDir),
    secrets: createSecrets(needs.config.appSecret, needs.config.appSecretsOld),
    mailing: mailingOf(needs.config),
    showsMails: needs.config.demoWorld,
  }
}

function mailingOf({ appSecret, appSecretsOld, mail, mailPrivateHosts }: Config): Mailing {
  return createMailing({
    secrets: createSecrets(appSecret, appSecretsOld),
    platformSender: mail && senderFromUrl(mail.url, mail.from),
    privateHosts: mailPrivateHosts,
  })
}
