// The proof of a domain: stores the result of a DNS check, which a person or the job starts. The first partner who proves a host owns it.
import { z } from 'zod'
import { id } from '#catalogue/fields.ts'
import { languages } from '#catalogue/languages.ts'
import type { AuditNote } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { Dns, TextsFound } from '#platform/server/dns.ts'
import type { LiveEvent } from '#platform/server/live/live-event.ts'
import { notifyStaff } from '#features/messaging/notifications/server/commands.ts'
import type { DomainFault } from '../contract.ts'
import enUS from '../phrases/en-US.ts'
import es from '../phrases/es.ts'
import ptBR from '../phrases/pt-BR.ts'
import ptPT from '../phrases/pt-PT.ts'
import { nextWaitingCheck, nextVerifiedCheck, recordName, recordValue } from './rules.ts'
import * as store from './store.ts'

export const checkKind = {
  name: 'domain.look',
  scope: 'platform',
  isolation: 'one record',
  input: z.object({ domain_id: id() }),
} as const

/** Reads the TXT records of a domain from DNS. Must run outside of a transaction, so that no database connection is held. */
export const lookUpTexts = (dns: Dns, { host }: store.Domain): Promise<TextsFound> => dns.textsOf(recordName(host))

const faultIn = (found: TextsFound, token: string): DomainFault | null =>
  'fault' in found ? found.fault : found.texts.includes(recordValue(token)) ? null : 'wrong_value'

export type CheckOutcome =
  | {
      domain: store.Domain
      state: store.Domain['state']
      fault: DomainFault | null
      began: 'verified' | 'gave_up' | 'lost' | null
    }
  | undefined

/** Stores the result of a DNS check. `began`: the state that begins with this check. Undefined: the domain was removed. */
export async function storeCheck(db: Database, domainId: string, found: TextsFound, now: Date): Promise<CheckOutcome> {
  const domain = await store.lock(db, domainId)
  if (!domain) return undefined
  const { id, host, token, state, proof, created_at } = domain
  const fault = faultIn(found, token)
  if (state === 'verified') {
    // A domain that people confirmed has no TXT record that could be lost, until a check finds one.
    const isProved = fault === null || proof === 'dns'
    const nextCheckAt = isProved ? nextVerifiedCheck(now, fault === 'unreachable' || fault === 'no_resolver') : null
    await store.storeCheckResult(db, id, {
      fault: isProved ? fault : null,
      checkedAt: now,
      nextCheckAt,
      ...(fault === null && { proof: 'dns' }),
    })
    const wasFound = domain.fault === null || !isLoss(domain.fault)
    const isLost = proof === 'dns' && fault !== null && isLoss(fault) && wasFound
    return { domain, state, fault, began: isLost ? 'lost' : null }
  }
  if (fault === null && !(await store.isTaken(db, host))) {
    await store.verify(db, domain, { proof: 'dns', checkedAt: now, nextCheckAt: nextVerifiedCheck(now, false) })
    return { domain, state: 'verified', fault: null, began: 'verified' }
  }
  if (fault === null || state === 'refused') {
    await store.storeCheckResult(db, id, { fault: 'taken', checkedAt: now, nextCheckAt: null, state: 'refused' })
    return { domain, state: 'refused', fault: 'taken', began: null }
  }
  const nextCheckAt = nextWaitingCheck(created_at, now)
  await store.storeCheckResult(db, id, { fault, checkedAt: now, nextCheckAt })
  return { domain, state, fault, began: nextCheckAt === null && domain.next_check_at !== null ? 'gave_up' : null }
}

/** Checks whether a fault shows that the TXT record is missing. A DNS server that does not answer shows nothing. */
const isLoss = (fault: DomainFault): boolean => fault !== 'unreachable' && fault !== 'no_resolver'

const phrases = { 'pt-BR': ptBR, 'en-US': enUS, es, 'pt-PT': ptPT }

type NotificationContext = { db: Database; announce(event: LiveEvent): Promise<void> }
export type Warning = keyof typeof ptBR.warning

/** Notifies the staff of the partner, once for each cause. */
export async function warn(
  context: NotificationContext,
  { id: domainId, host, partner_id }: store.Domain,
  what: Warning,
  now: Date,
) {
  const reason = Object.fromEntries(languages.map((language) => [language, phrases[language].warning[what]]))
  await notifyStaff(context, {
    type: 'domain_warning',
    values: { domain: host, reason: reason as Record<(typeof languages)[number], string> },
    path: `/domain/${domainId}`,
    cause: `domain ${domainId} ${what} ${now.toISOString()}`,
    among: store.mastersOf(partner_id),
  })
}

export const entryOf = (
  { id: domainId, host, partner_id }: store.Domain,
  rest: Partial<AuditNote> = {},
): AuditNote => ({
  target: { type: 'domain', id: domainId, name: host },
  partnerId: partner_id,
  ...rest,
})
