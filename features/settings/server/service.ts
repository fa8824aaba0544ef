// Commands about the sender of a business unit: how it changes, and the mail that tries it out.
// It sends nothing of the outbox: that is platform/server/mail. Next: rules.ts (when a stored password may be used).
import { randomUUID } from 'node:crypto'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import type { OutsideContext, WriteContext } from '#platform/server/http/route.ts'
import { layOut } from '#platform/server/mail/layout.ts'
import { writtenMail } from '#platform/server/mail/mail.ts'
import { publicPorts } from '#platform/server/mail/reach.ts'
import { type Mailing, securityOf } from '#platform/server/mail/senders.ts'
import { handOver } from '#platform/server/mail/smtp.ts'
import { SmtpFault } from '#platform/server/mail/smtp-fault.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import type { testSender } from '../contract.ts'
import { keepsPassword, senderFacts, trialWords, wayOf } from './rules.ts'
import * as store from './store.ts'

type Sent = InputOf<typeof testSender>

/** Stores a sender, or with null goes back to the platform's. Answers what the trail keeps of it: everything but the password. */
export async function changeSender({ db, actor }: WriteContext, sent: Sent | null, mailing: Mailing) {
  const tenantId = tenantOf(actor)
  const before = await store.findSender(db, tenantId)
  const after = sent && rowFrom(sent, before, mailing)
  await store.keepSender(db, tenantId, after)
  const isNewPassword = Boolean(after?.password_sealed) && Boolean(sent?.password)
  return {
    before: senderFacts(before),
    after: { ...senderFacts(after), ...(isNewPassword ? { sender_password: true } : {}) },
  }
}

/** What was sent with the password it needs: the one sent, or the stored one where it goes only where it went before. */
function rowFrom(sent: Sent, before: store.SenderRow | undefined, mailing: Mailing): store.SenderRow {
  const { name: from_name, email: from_address, host, port, protocol: security, password } = sent
  if (mailing.unitReach === 'public' && !(publicPorts as readonly number[]).includes(port))
    fail('call.invalid', { fields: { sender_port: 'settings.sender_port_refused' } })
  const username = sent.user === undefined ? (password || before?.username ? from_address : null) : sent.user
  const row = { from_name, from_address, host, port, security, username, password_sealed: null }
  if (username === null) return row
  if (password) return { ...row, password_sealed: mailing.seal(password) }
  if (!before?.password_sealed || !keepsPassword(before, row)) {
    fail('call.invalid', { fields: { sender_password: 'required' } })
  }
  return { ...row, password_sealed: before.password_sealed }
}

/** Sends one mail to whoever asks, and says how far it got. */
export async function trySender(
  { actor, transaction }: OutsideContext,
  sent: Sent,
  mailing: Mailing,
): Promise<AnswerOf<typeof testSender>> {
  const row = await transaction(async ({ db }) => rowFrom(sent, await store.findSender(db, tenantOf(actor)), mailing))
  const { host, port, security, username, password_sealed, from_name: name, from_address } = row
  const password = password_sealed && mailing.unseal(password_sealed)
  const { email, language } = actor
  const { subject, ...words } = trialWords(language, actor.name)
  const written = writtenMail.parse({
    to: { address: email, name: actor.name },
    subject,
    ...layOut({ language, title: subject, ...words }),
  })
  const sender = {
    host,
    port,
    security: securityOf(security),
    username,
    password,
    from: { name, address: from_address },
  }
  const fault = await faultOf(handOver(sender, { id: randomUUID(), ...written }, { reach: mailing.unitReach }))
  const facts = senderFacts(row)
  await transaction(({ audit }) =>
    audit({ target: { type: 'settings', id: tenantOf(actor) }, after: { ...facts, failed_step: fault?.step ?? null } }),
  )
  return { status: !fault, address: email, steps: wayOf(row, fault?.step ?? null), code: fault?.answer ?? null }
}

async function faultOf(sending: Promise<void>): Promise<SmtpFault | null> {
  try {
    await sending
    return null
  } catch (error) {
    if (error instanceof SmtpFault) return error
    throw error
  }
}
