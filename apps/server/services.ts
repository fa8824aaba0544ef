// The services that features depend on: hosts, report services, embed tokens. Created once per process.
import { domains, signInConcurrency } from '#catalogue/limits.ts'
import type { Config, MailIn } from '#platform/server/config.ts'
import { type Hosts, createHosts } from '#platform/server/hosts.ts'
import { createDns, type Dns } from '#platform/server/dns.ts'
import { createOutgoing, type Outgoing } from '#platform/server/outgoing.ts'
import type { Metrics } from '#platform/server/metrics.ts'
import { createSecrets, type Secrets } from '#platform/server/secrets.ts'
import { diskStorage } from '#platform/server/files/disk-storage.ts'
import { s3Storage } from '#platform/server/files/s3-storage.ts'
import { reportingStorage } from '#platform/server/files/reporting-storage.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import { type Mailing, createMailing, senderFromUrl } from '#platform/server/mail/senders.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import { type Assistant, createAssistant } from '#features/assistant/ai-accounts/server/commands.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { type EmbedTokens, createEmbedTokens, endTokensOf } from '#features/reports/view/server/commands.ts'
import { createReplies } from '#features/help-desk/ticket-mails/server/commands.ts'
import type { RepliesOf } from '#features/messaging/notifications/server/commands.ts'
import { createPushService, type PushService } from '#features/messaging/push-devices/server/commands.ts'
import { createSignInLimits, type WithinLimits } from '#features/identity/attempts/server/limits.ts'
import type { ProveOwner } from '#features/integrations/api-keys/server/routes.ts'
import { inviteFirst, proveOwner } from '#features/identity/passwords/server/commands.ts'
import type { InviteFirst } from '#features/organisation/tenants/server/commands.ts'
import { embeddingServices } from './embedding.ts'

type EndedAccount = Parameters<typeof endTokensOf>[2]

export type Services = {
  /** Adds and invites the first administrator of a business unit. */
  inviteFirst: InviteFirst
  proveOwner: ProveOwner
  hosts: Hosts
  /** One instance for all calls without a session that are costly: at least half of the connections stay free for other calls. */
  withinSignInLimits: WithinLimits
  embedding: Embedding
  tokens: EmbedTokens
  /** Revokes the embed tokens of an account, while the account still has the credentials that issued them. */
  endTokens: (account: EndedAccount) => Promise<void>
  /** Opens tables under the platform's row-level security policy, for the few calls of a session that need them. */
  acrossTenants: Gate['acrossTenants']
  storage: FileStorage
  secrets: Secrets
  mailing: Mailing
  /** Asks the language model of a business unit. */
  assistant: Assistant
  /** Sends requests to identity providers and other services that business units name. */
  outgoing: Outgoing
  /** Sends pushes to the browsers of people. */
  push: PushService
  /** The URL of the service of postal codes, with `{cep}`; null: none is configured. */
  postalCodeService: string | null
  /** People of one imported file at the most. */
  importRows: number
  /** For how many days business units may keep records. */
  retentionBounds: Config['retentionBounds']
  /** Looks up the TXT records that prove domains. */
  dns: Dns
  /** Where replies to mails about tickets arrive; null: nobody can reply by mail. */
  mailIn: MailIn | null
  receivesMails: boolean
  /** How addressees of copies of notifications reply by mail. */
  repliesOf: RepliesOf
  /** True when the outbox shows the text of mails: only in the demo world, which sends no mails. */
  showsMails: boolean
}

type ServiceDependencies = Omit<Parameters<typeof embeddingServices>[0], 'secrets'> & {
  gate: Gate
  filesDir: string
  logger: Parameters<typeof reportingStorage>[1]
}

export function createServices(needs: ServiceDependencies): Services {
  const { config } = needs
  const secrets = createSecrets(config.appSecret, config.appSecretsOld)
  const embedding = embeddingServices({ ...needs, secrets })
  const hosts = createHosts(config.publicUrl)
  const outgoing = createOutgoing({ privateHosts: config.providerPrivateHosts })
  const mailing = mailingOf(config, secrets, needs.metrics)
  const showsMails = config.demoWorld
  return {
    hosts,
    inviteFirst: (context, first) => inviteFirst(context, { hosts, mailing, showsMails }, first),
    proveOwner: (context, password) => proveOwner(context, needs.gate.acrossTenants, password),
    withinSignInLimits: createSignInLimits(
      Math.min(signInConcurrency.connections, Math.floor(config.databasePool / 2)),
    ),
    embedding,
    tokens: createEmbedTokens({ embedding, clock: needs.clock }),
    endTokens: (account) => endTokensOf(needs.gate.acrossTenants, embedding, account),
    acrossTenants: needs.gate.acrossTenants,
    storage: reportingStorage(
      config.fileService ? s3Storage(config.fileService, fetch) : diskStorage(needs.filesDir),
      needs.logger,
    ),
    secrets,
    mailing,
    outgoing,
    push: createPushService({
      outgoing,
      secrets,
      acrossTenants: needs.gate.acrossTenants,
      contact: config.pushContact,
    }),
    postalCodeService: config.postalCodeService,
    importRows: config.importRows,
    retentionBounds: config.retentionBounds,
    assistant: createAssistant({ outgoing, secrets }),
    dns: createDns({ servers: config.dnsServers, answers: domains.answers, timeLimitMs: domains.timeLimitMs }),
    mailIn: config.mailIn,
    receivesMails: config.mailIn !== null,
    repliesOf: createReplies({ mailIn: config.mailIn, secrets }),
    showsMails,
  }
}

function mailingOf({ mail, mailPrivateHosts }: Config, secrets: Secrets, metrics: Metrics): Mailing {
  const mailing = createMailing({
    secrets,
    platformSender: mail && senderFromUrl(mail.url, mail.from),
    privateHosts: mailPrivateHosts,
    attempted: metrics.mailed,
  })
  const { pausedCount } = mailing.breaker
  metrics.gauge('vitrine_mail_senders_paused', 'Mail servers that fail, so that their mails wait.', pausedCount)
  return mailing
}
