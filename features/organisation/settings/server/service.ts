// The mail sender of a business unit: its changes, the test mail, and the verification of its e-mail address. platform/server/mail sends
// the outbox. Next: rules.ts (when a stored password may be used).
import { hash, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { useMailBudget } from '#platform/server/database/mail-budget.ts'
import type { OutsideContext, WriteContext } from '#platform/server/http/route.ts'
import { brandOf } from '#features/organisation/themes/server/queries.ts'
import { layOut } from '#platform/server/mail/layout.ts'
import { messageIdOf, writeMail, writtenMail } from '#platform/server/mail/mail.ts'
import { publicPorts } from '#platform/server/mail/reach.ts'
import { type Mailing, securityOf } from '#platform/server/mail/senders.ts'
import { type Sender, handOver } from '#platform/server/mail/smtp.ts'
import { SmtpFault } from '#platform/server/mail/smtp-fault.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import { keepsPassword, type proveSender, type sendSenderCode, type testSender } from '../contract.ts'
import { codeMail, provenAfter, senderFacts, stepsOf, trialMail } from './rules.ts'
import { embeddedSecretPurpose } from './queries.ts'
import * as store from './store.ts'

type Sent = InputOf<typeof testSender>

/** Stores a sender; null removes it. Returns the values for the audit trail, without the password. */
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

/** Makes the row from the sent fields. It contains the sent password, or the stored one if server, user and protocol are unchanged. */
function rowFrom(sent: Sent, before: store.SenderRow | undefined, mailing: Mailing): store.SenderRow {
  const { name: from_name, email: from_address, host, port, protocol: security, password } = sent
  if (mailing.unitReach === 'public' && !(publicPorts as readonly number[]).includes(port))
    fail('call.invalid', { fields: { sender_port: 'settings.sender_port_refused' } })
  const username = sent.user === undefined ? (password || before?.username ? from_address : null) : sent.user
  const named = { from_name, from_address, host, port, security, username }
  const row = { ...named, password_sealed: null, proven_at: provenAfter(before, named) }
  if (username === null) return row
  if (password) return { ...row, password_sealed: mailing.seal(password) }
  if (!before?.password_sealed || !keepsPassword(before, row)) {
    fail('call.invalid', { fields: { sender_password: 'required' } })
  }
  return { ...row, password_sealed: before.password_sealed }
}

/** Sends a test mail to the caller and returns the state of each step. */
export async function trySender(
  { actor, transaction }: OutsideContext,
  sent: Sent,
  mailing: Mailing,
): Promise<AnswerOf<typeof testSender>> {
  const { row, brand } = await transaction(async ({ db }) => ({
    row: rowFrom(sent, await store.findSender(db, tenantOf(actor)), mailing),
    brand: await brandOf(db, actor),
  }))
  const { email, language } = actor
  const { subject, ...mailText } = trialMail(language, actor.name)
  const written = writtenMail.parse({
    to: { address: email, name: actor.name },
    subject,
    ...layOut({ language, title: subject, ...mailText, brand }),
  })
  const messageId = messageIdOf(randomUUID(), row.from_address)
  const fault = await faultOf(
    handOver(senderFrom(row, mailing), { messageId, ...written }, { reach: mailing.unitReach }),
  )
  const facts = senderFacts(row)
  await transaction(({ audit }) =>
    audit({ target: { type: 'settings', id: tenantOf(actor) }, after: { ...facts, failed_step: fault?.step ?? null } }),
  )
  return { status: !fault, address: email, steps: stepsOf(row, fault?.step ?? null), code: fault?.answer ?? null }
}

function senderFrom(row: store.SenderRow, { unseal }: Mailing): Sender {
  const { host, port, security, username, password_sealed, from_name: name, from_address: email } = row
  const password = password_sealed && unseal(password_sealed)
  return { host, port, security: securityOf(security), username, password, from: { name, address: email } }
}

/**
 * Mails a verification code to the address of the stored sender. It uses the platform's server if there is one, because the business
 * unit's own server could show the code without delivering it. Otherwise it uses the sender itself. In the demo world, a mail that the
 * sender's server refuses is put into the outbox.
 */
export async function sendCode(
  { actor, transaction }: OutsideContext,
  mailing: Mailing,
  showsMails: boolean,
): Promise<AnswerOf<typeof sendSenderCode>> {
  const tenantId = tenantOf(actor)
  const code = String(randomInt(100_000_000)).padStart(8, '0')
  const { row, unit, brand } = await transaction(async ({ db }) => {
    if (!(await store.keepCode(db, tenantId, codeHash(code)))) fail('settings.sender_unchanged')
    const row = (await store.findSender(db, tenantId)) ?? fail('settings.sender_unchanged')
    const wait = (await useMailBudget(db, 'unit')) ?? (await useMailBudget(db, 'address', row.from_address))
    if (wait !== null) fail('settings.sender_codes_spent', { retryAfter: wait })
    return { row, unit: await store.nameOf(db, tenantId), brand: await brandOf(db, actor) }
  })
  const { language } = actor
  const { subject, ...mailText } = codeMail(language, `${code.slice(0, 4)} ${code.slice(4)}`, unit)
  const written = { subject, ...layOut({ language, title: subject, ...mailText, brand }) }
  const mail = writtenMail.parse({ to: { address: row.from_address, name: null }, ...written })
  const { platformSender, unitReach } = mailing
  const sender = platformSender ?? senderFrom(row, mailing)
  const reach = platformSender ? 'anywhere' : unitReach
  const messageId = messageIdOf(randomUUID(), sender.from.address)
  const fault = await faultOf(handOver(sender, { messageId, ...mail }, { reach }))
  const after = { sender_email: row.from_address, failed_step: fault?.step ?? null }
  const in_outbox = fault !== null && platformSender === null && showsMails
  await transaction(async ({ db, enqueue, audit }) => {
    const key = `sender code ${randomUUID()}`
    const { partnerId } = actor
    if (in_outbox)
      await writeMail({ db, enqueue, tenantId, partnerId }, { ...mail, purpose: 'settings.sender_code_sent', key })
    await audit({ target: { type: 'settings', id: tenantId }, after })
  })
  return {
    status: !fault,
    address: row.from_address,
    in_outbox,
    ...(platformSender ? viaPlatform : viaOwn(row, fault)),
  }
}

const viaPlatform = { via: 'platform' as const, steps: [], code: null }

const viaOwn = (row: store.SenderRow, fault: SmtpFault | null) => ({
  via: 'own' as const,
  steps: stepsOf(row, fault?.step ?? null),
  code: fault?.answer ?? null,
})

/** Verifies the e-mail address of the sender by the typed code. Each attempt is counted and committed before the code is compared. */
export async function proveSenderEmail(
  { actor, transaction }: OutsideContext,
  { code }: InputOf<typeof proveSender>,
): Promise<AnswerOf<typeof proveSender>> {
  const tenantId = tenantOf(actor)
  const typedHash = codeHash(code.replace(' ', ''))
  const mailed = await transaction(async ({ db }) => {
    const wait = await useMailBudget(db, 'tries')
    if (wait !== null) fail('settings.sender_tries_spent', { retryAfter: wait })
    return store.tryCode(db, tenantId)
  })
  if (!mailed || !timingSafeEqual(mailed, typedHash)) return wrongCode()
  await transaction(async ({ db, audit }) => {
    const sender_email = (await store.prove(db, tenantId, typedHash)) ?? wrongCode()
    await audit({ target: { type: 'settings', id: tenantId }, after: { sender_email } })
  })
  return { status: true }
}

const wrongCode = (): never => fail('settings.sender_code_wrong', { fields: { code: 'settings.sender_code_wrong' } })

/** A fast hash suffices, because a code expires after a few minutes and five attempts. */
const codeHash = (code: string): Buffer => hash('sha256', `sender code ${code}`, 'buffer')

async function faultOf(sending: Promise<void>): Promise<SmtpFault | null> {
  try {
    await sending
    return null
  } catch (error) {
    if (error instanceof SmtpFault) return error
    throw error
  }
}

/** Makes a secret of 256 random bits for embedded access, and returns it as text. The earlier secret and its sessions end. */
export async function makeEmbeddedSecret({ db, actor }: WriteContext, secrets: Secrets): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await store.keepEmbeddedSecret(db, tenantOf(actor), secrets.seal(secret, embeddedSecretPurpose))
  return secret
}
