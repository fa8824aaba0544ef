// The mail server for a mail: the business unit's own, once its sender address is proven, else the platform's (U7).
import { hash } from 'node:crypto'
import { type Security, securities, usualPorts } from '#platform/contract/smtp.ts'
import type { Database } from '../database/kysely.ts'
import type { Secrets } from '../secrets.ts'
import type { Reach } from './reach.ts'
import { type SenderBreaker, createSenderBreaker } from './sender-breaker.ts'
import { type MailTimeLimits, type Sender, mailTimeLimits } from './smtp.ts'

/** The purpose for which sender passwords are sealed. */
export const senderPasswordPurpose = 'mail sender password'

/** `own`: the business unit's; `platform`: the platform's, for the mails of all others. */
export type SenderKind = 'own' | 'platform'
export type FoundSender = { sender: Sender; reach: Reach; kind: SenderKind }

/** What became of one attempt. `paused`: the sender fails, and the mail waits without an attempt. */
export type MailOutcome = 'sent' | 'refused' | 'failed' | 'in_doubt' | 'paused'
/**
 * Finds the sender of a business unit; null: there is none. It runs under the unit's row-level security, so it cannot find another unit's
 * sender.
 */
export type SenderOf = (db: Database, tenantId: string | null) => Promise<FoundSender | null>

/** The mail services for features and jobs, created once per process. */
export type Mailing = {
  senderOf: SenderOf
  /** Whether `senderOf` finds one. It unseals no password: strangers ask, and a password that cannot be unsealed closes no page. */
  hasSender: (db: Database, tenantId: string | null) => Promise<boolean>
  hasPlatformSender: boolean
  platformSender: Sender | null
  /** The sender address of the platform's mails; null without a sender. */
  platformAddress: string | null
  /** The networks in which a business unit's mail server may be. */
  unitReach: Reach
  /** Pauses senders that fail. One for the whole process. */
  breaker: SenderBreaker
  limits: MailTimeLimits
  /** Counts an attempt. */
  attempted: (attempt: { sender: SenderKind; outcome: MailOutcome }) => void
  seal(password: string): Buffer
  unseal(sealed: Buffer): string
}

type SenderDependencies = {
  secrets: Secrets
  platformSender: Sender | null
  privateHosts: boolean
  attempted?: Mailing['attempted']
  limits?: MailTimeLimits
}

export function createMailing(needs: SenderDependencies): Mailing {
  const { secrets, platformSender, privateHosts, attempted = () => undefined, limits = mailTimeLimits } = needs
  const unitReach: Reach = privateHosts ? 'anywhere' : 'public'
  const unseal = (sealed: Buffer) => secrets.unseal(sealed, senderPasswordPurpose)
  return {
    hasPlatformSender: platformSender !== null,
    platformSender,
    platformAddress: platformSender && platformSender.from.address,
    unitReach,
    breaker: createSenderBreaker({ probeMs: limits.total }),
    limits,
    attempted,
    seal: (password) => secrets.seal(password, senderPasswordPurpose),
    unseal,
    hasSender: async (db, tenantId) =>
      platformSender !== null || (tenantId !== null && (await findSender(db, tenantId)) !== undefined),
    senderOf: async (db, tenantId) => {
      const own = tenantId === null ? undefined : await findSender(db, tenantId)
      if (!own) return platformSender && { sender: platformSender, reach: 'anywhere', kind: 'platform' }
      const { password_sealed, from_name: name, from_address: address, security, ...rest } = own
      const password = password_sealed && unseal(password_sealed)
      return {
        sender: { ...rest, security: securityOf(security), password, from: { name, address } },
        reach: unitReach,
        kind: 'own',
      }
    },
  }
}

/** Tells two senders apart: one with other settings is another sender, and may be tried at once. */
export const senderKey = (tenantId: string | null, { sender, kind }: FoundSender): string =>
  kind === 'platform' ? kind : hash('sha256', JSON.stringify([tenantId, sender]))

function findSender(db: Database, tenantId: string) {
  return db
    .selectFrom('mail_senders')
    .select(['host', 'port', 'security', 'username', 'password_sealed', 'from_name', 'from_address'])
    .where('tenant_id', '=', tenantId)
    .where('proven_at', 'is not', null)
    .executeTakeFirst()
}

export const securityOf = (value: string): Security => securities.find((known) => known === value) ?? 'starttls'

/**
 * The platform's sender from SMTP_URL (`starttls://user:password@mail.example.com:587`) and MAIL_FROM (`Vitrine <portal@example.com>`).
 */
export function senderFromUrl(url: string, from: string): Sender {
  const { protocol, hostname, port, username, password } = new URL(url)
  const security = securityOf(protocol.replace(/:$/, ''))
  const [, name = '', address = from] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(from) ?? []
  return {
    host: hostname,
    port: port === '' ? usualPorts[security] : Number(port),
    security,
    username: username === '' ? null : decodeURIComponent(username),
    password: password === '' ? null : decodeURIComponent(password),
    from: { name, address: address.trim() },
  }
}
