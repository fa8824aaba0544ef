// Links with which a person sets a password: recovery mail, expired password at a sign-in, invitation. A link is a one-time token that only
// the calls of this noun accept. A changed password or e-mail makes all links of the person invalid (trigger void_password_links).
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { id } from '#catalogue/fields.ts'
import { passwordLinkSeconds } from '#catalogue/limits.ts'
import { type Language, languageOf } from '#catalogue/languages.ts'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { useMailBudget } from '#platform/server/database/mail-budget.ts'
import type { Hosts, HostOwner } from '#platform/server/hosts.ts'
import { networkOf } from '#platform/server/http/network.ts'
import type { OpenContext, WriteContext } from '#platform/server/http/route.ts'
import type { Enqueue, EnqueueHere, JobKind } from '#platform/server/jobs/job.ts'
import { announce } from '#platform/server/live/announce.ts'
import { writeMail } from '#platform/server/mail/mail.ts'
import type { Mailing } from '#platform/server/mail/senders.ts'
import { hashNewPassword } from '#platform/server/new-password.ts'
import { checkPassword } from '#platform/server/passwords.ts'
import {
  addOneTimeToken,
  dropOneTimeTokens,
  findOneTimeToken,
  takeOneTimeToken,
} from '#platform/server/session/one-time-token.ts'
import { refusalOf } from '#platform/server/session/refusal.ts'
import { hashToken, makeToken } from '#platform/server/session/token.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import { mailFrom, mailSource } from '#features/messaging/templates/server/commands.ts'
import {
  type PasswordPolicy,
  passwordRulesOf,
  sendsInvitations,
} from '#features/organisation/settings/server/queries.ts'
import { refundAttempts } from '#features/identity/attempts/server/commands.ts'
import { refusalAt } from '#features/identity/entry/server/queries.ts'
import {
  type forgotPassword,
  linkPurposes,
  newPasswordPath,
  type readPasswordRules,
  type setPassword,
} from '../contract.ts'
import { changeDueMessages, unitSenderOnly } from './rules.ts'
import * as store from './store.ts'

export { failWrongPassword, proveOwner, proveOwnPassword } from './own-password.ts'

/** The job that writes the recovery mail (jobs.ts). */
export const recoveryMail = {
  name: 'password.send_recovery',
  scope: 'platform',
  isolation: 'one record',
  input: z.object({ user_id: id(), host: z.string() }),
} satisfies JobKind

type Recovery = {
  hosts: Hosts
  mailing: Mailing
  /** True in the demo world, where the outbox shows the mails. */
  showsMails: boolean
  enqueue: Enqueue
}

/**
 * Requests a recovery mail. It does the same work for an e-mail without an account: the job then finds nobody. Fails when no mail can be
 * sent at all, and when the e-mail or the client's network has reached its limit. Without a platform sender the answer says which people
 * get no mail: it says so to everybody, so that it tells nothing about the e-mail.
 */
export async function requestRecovery(
  context: OpenContext,
  dependencies: Recovery,
  email: string,
): Promise<RecoveryAnswer> {
  const { hosts, mailing, showsMails, enqueue } = dependencies
  const { host, address: ipAddress, language } = context.caller
  await context.acrossTenants('password: ask for a recovery mail', async (db) => {
    const hostOwner = (await hosts.ownerOf(db, host)) ?? fail('host.unknown')
    if (!showsMails && (await mailing.senderOf(db, hostOwner.tenantId)) === null) fail('sign_in.recovery_mail_failed')
    // By e-mail and network: a stranger who asks for mails to an e-mail keeps nobody else from asking.
    const wait =
      (await useMailBudget(db, 'networkRecovery', networkOf(ipAddress))) ??
      (await useMailBudget(db, 'recovery', `${email} ${networkOf(ipAddress, 48)}`))
    if (wait !== null) fail('call.throttled', { retryAfter: wait })
    const userId = (await store.idOf(db, email)) ?? randomUUID()
    await enqueue(db, recoveryMail, { user_id: userId, host })
  })
  return sendsForPlatform(dependencies) ? { status: true } : { status: true, message: unitSenderOnly[language] }
}

type RecoveryAnswer = AnswerOf<typeof forgotPassword>

const sendsForPlatform = ({ mailing, showsMails }: Pick<Recovery, 'mailing' | 'showsMails'>) =>
  showsMails || mailing.hasPlatformSender

type Sending = { db: Database; enqueue: EnqueueHere } & Pick<Recovery, 'hosts' | 'mailing' | 'showsMails'>

/**
 * Writes the recovery mail of a person who may sign in at `host`; otherwise does nothing. An earlier link becomes invalid. A mail that no
 * sender can send is not written, because its link would expire in the outbox. When the person has got too many of these mails, one more is
 * written as soon as the limit allows it, however many were asked for.
 */
export async function sendRecovery(
  dependencies: Sending & { clock: Clock },
  userId: string,
  host: string,
): Promise<void> {
  const { db, enqueue, hosts, clock } = dependencies
  const hostOwner = await hosts.ownerOf(db, host)
  const person = await store.findPerson(db, userId)
  if (!hostOwner || !person || refusalAt(hostOwner, person) !== null) return
  const outbox = outboxOf(person, hostOwner)
  if (outbox.tenantId === null && !sendsForPlatform(dependencies)) return
  const hasPassword = person.auth_type === 'password'
  const { language, email } = person
  const wait = await useMailBudget(db, 'recoveryMails', email)
  if (wait !== null) {
    const minute = Math.ceil((clock.now().getTime() + wait * 1000) / 60_000)
    const options = { after: new Date(minute * 60_000), slot: `${userId} ${minute}` }
    return enqueue(recoveryMail, { user_id: userId, host }, options)
  }
  const path = hasPassword ? newPasswordPath(await addRecoveryLink(db, userId)) : '/signin'
  const url = hosts.urlOf(await domainOf(db, hosts, hostOwner), path)
  const { tenantId, partnerId } = hostOwner
  const source = await mailSource(db, hasPassword ? 'password_recovery' : 'password_elsewhere', hostOwner)
  const mailText = mailFrom(source, { language, values: { unit: hostOwner.name }, url })
  const enqueueForTenant: EnqueueHere = (kind, input, options) =>
    enqueue(kind, input, { ...options, ...(outbox.tenantId !== null && { tenantId: outbox.tenantId }) })
  await writeMail(
    { db, enqueue: enqueueForTenant, ...outbox },
    { to: { address: email, name: null }, ...mailText, purpose: 'password.recovery', key: randomUUID() },
  )
  const auditActor = { actorId: null, actorEmail: null, tenantId, partnerId, address: null }
  await writeAudit(db, auditActor, 'password.recovery_sent', {
    target: { type: 'user', id: userId, name: person.name },
  })
}

type Addressee = {
  staff: string | null
  home_tenant_id: string | null
  home_partner_id: string | null
  tenant_ids: string[] | null
}

/**
 * Returns the owner of the mail server that sends a link to set a password: the person's home, for a person who belongs to no other unit.
 * Everybody else gets the link from the platform: the administrators of a unit can read what their own mail server sends, and could enter
 * the other units of the person without a trace (decision 0022).
 */
function outboxOf({ staff, home_tenant_id: home, home_partner_id, tenant_ids }: Addressee, { partnerId }: HostOwner) {
  const isOfOneUnit = staff === null && home !== null && tenant_ids?.every((id) => id === home) === true
  return isOfOneUnit ? { tenantId: home, partnerId: home_partner_id } : { tenantId: null, partnerId }
}

async function addRecoveryLink(db: Database, userId: string): Promise<string> {
  const purpose = 'password_recovery'
  await dropOneTimeTokens(db, purpose, userId)
  return addOneTimeToken(db, { purpose, userId, seconds: passwordLinkSeconds[purpose] })
}

/** Returns the domain of a host owner from its stored names, with port. */
async function domainOf(db: Database, hosts: Hosts, hostOwner: HostOwner): Promise<string> {
  return hostOwner.kind === 'platform' ? hosts.platformDomain : hosts.domainOf(await store.namesOf(db, hostOwner))
}

/** Makes the answer of a sign-in whose password must be changed first: its link leads to the page that sets a new one. */
export async function beginChange(db: Database, userId: string, why: 'expired' | 'rules', language: Language) {
  const purpose = 'password_change'
  await dropOneTimeTokens(db, purpose, userId)
  const link = await addOneTimeToken(db, { purpose, userId, seconds: passwordLinkSeconds[purpose] })
  return {
    status: 'user_change_password' as const,
    redirect: newPasswordPath(link),
    message: changeDueMessages[language][why],
  }
}

/** Returns the password rules for the person of a link, or, without a link, for the person of the session. */
export async function rulesFor(
  context: OpenContext,
  link: string | undefined,
): Promise<AnswerOf<typeof readPasswordRules>> {
  return context.acrossTenants('password: read the rules', async (db) => {
    const userId = link === undefined ? await personOfSession(db, context) : (await linkOf(db, link))?.userId
    const person = userId ? await store.findPerson(db, userId) : undefined
    if (!person) fail('password.link_spent')
    return { ...(await rulesAsFields(db, person.id)), email: person.email }
  })
}

/** Returns the password rules for a person; with `userId` null, for a new person of the session's business unit. */
export async function rulesAsFields(db: Database, userId: string | null) {
  const { inForce, minLength, capital, special, days } = await passwordRulesOf(db, userId)
  return { in_force: inForce, min_length: minLength, capital, special, days }
}

async function personOfSession(db: Database, { token, caller }: OpenContext): Promise<string> {
  if (token === null) fail('session.unauthorized')
  const tokenHash = hashToken(token)
  const refusal = await refusalOf(db, tokenHash, caller.address)
  if (refusal) fail(refusal)
  return (await store.personOfSession(db, tokenHash, caller.host)) ?? fail('session.unauthorized')
}

type Link = { purpose: (typeof linkPurposes)[number]; userId: string }

async function linkOf(db: Database, link: string): Promise<Link | undefined> {
  const tokenHash = hashToken(link)
  for (const purpose of linkPurposes) {
    const found = await findOneTimeToken(db, purpose, tokenHash)
    if (found?.userId) return { purpose, userId: found.userId }
  }
  return undefined
}

type CheckedLink = Link & {
  person: NonNullable<Awaited<ReturnType<typeof store.findPerson>>>
  rules: PasswordPolicy
  hostOwner: HostOwner
}

/** Sets the password of the person of a link. All their sessions end. Of parallel requests with one link, one succeeds. */
export async function setNewPassword(
  context: OpenContext,
  hosts: Hosts,
  { token: link, password }: InputOf<typeof setPassword>,
): Promise<void> {
  // Check the link first: hashing is expensive, and a request without a valid link must not cause it.
  const found = await context.acrossTenants('new password: look at the link', (db) =>
    checkLink(db, context, hosts, link),
  )
  const { purpose, person, rules } = found
  const own = [person.email, person.name, context.caller.host]
  const hash = await hashNewPassword({ password, own, rules, caller: person.id })
  // The new password must differ from an expired one.
  if (purpose === 'password_change' && (await checkPassword(person.password_hash, password)))
    fail('password.same', { fields: { password: 'password.same' } })
  await context.acrossTenants('new password: set it', (db) => useLink(db, context, { ...found, link, hash }))
}

async function checkLink(db: Database, { caller }: OpenContext, hosts: Hosts, link: string): Promise<CheckedLink> {
  const hostOwner = (await hosts.ownerOf(db, caller.host)) ?? fail('host.unknown')
  const found = (await linkOf(db, link)) ?? fail('password.link_spent')
  const person = (await store.findPerson(db, found.userId)) ?? fail('password.link_spent')
  return { ...found, hostOwner, person, rules: await passwordRulesOf(db, person.id) }
}

type Use = CheckedLink & { link: string; hash: string }

async function useLink(db: Database, { caller }: OpenContext, { purpose, person, hostOwner, link, hash }: Use) {
  if (!(await takeOneTimeToken(db, purpose, hashToken(link)))) fail('password.link_spent')
  if (!(await store.replacePassword(db, person.id, hash))) fail('sign_in.password_not_changeable')
  const reason = 'password_changed'
  for (const { id: sessionId, tenant_id: tenantId } of await store.endSessions(db, person.id, reason)) {
    await announce(db, { kind: 'session_ended', tenantId, userId: person.id, sessionId, reason })
  }
  // The link proves who the person is, so their failed attempts at this network are refunded and do not delay the next sign-in.
  await refundAttempts(db, { address: caller.address, email: person.email, deviceId: null }, 'stranger')
  const { tenantId, partnerId } = hostOwner
  const actor = { actorId: person.id, actorEmail: person.email, actorName: person.name }
  await writeAudit(db, { ...actor, tenantId, partnerId, address: caller.address }, 'password.set', {
    target: { type: 'user', id: person.id, name: person.name },
    after: { password: 'set', link: purpose },
  })
}

export type Inviting = Pick<Recovery, 'hosts' | 'mailing' | 'showsMails'>

type Invited = { id: string; email: string; language: Language }

/** What became of the mail with a link. `waiting`: it stands in the outbox until there is a mail server. `not_sent`: there is none. */
type LinkMail = 'sent' | 'waiting' | 'not_sent'

/** The result of an invitation. `link`: no mail server sends it, so the answer shows the link once to the caller. */
type Access = { invited: boolean; link: string | null; mail: LinkMail }

/**
 * Mails a person of the session's business unit a link to set a password; an earlier link becomes invalid. Returns the link when no mail
 * server sends it, when the settings want no mail (`onlyIfWanted`), or when the e-mail has reached its limit of mails. Fails for a person
 * whose password this business unit does not maintain.
 */
export async function invite(
  context: WriteContext,
  inviting: Inviting,
  { id: userId, email, language }: Invited,
  { onlyIfWanted }: { onlyIfWanted: boolean },
): Promise<Access> {
  const { db, actor } = context
  const tenantId = tenantOf(actor)
  const { token, hash } = makeToken()
  if (!(await store.addAccessLink(db, userId, hash, passwordLinkSeconds.invitation)))
    fail('sign_in.password_not_changeable')
  const isWanted = !onlyIfWanted || (await sendsInvitations(db, tenantId))
  const unit = await invitingUnit(db, inviting.hosts, tenantId)
  return handOut(context, inviting, { ...unit, partnerId: actor.partnerId, address: email, language, token, isWanted })
}

type MailingContext = { db: Database; enqueue: EnqueueHere; tenantId: string; partnerId: string }

/**
 * Mails links to people who were just added to a business unit, if its settings want that and a mail can be sent. Returns how many of the
 * mails have a server that sends them; an administrator can send the link to the others later.
 */
export async function inviteAdded(
  context: MailingContext,
  inviting: Inviting,
  people: readonly Invited[],
): Promise<number> {
  if (people.length === 0 || !(await sendsInvitations(context.db, context.tenantId))) return 0
  const hasSender = (await inviting.mailing.senderOf(context.db, context.tenantId)) !== null
  if (!hasSender && !inviting.showsMails) return 0
  const outcomes = await mailLinks(context, inviting, people)
  return hasSender ? [...outcomes.values()].filter((outcome) => outcome === 'sent').length : 0
}

/** Why a person who is added now gets no link by mail: the settings turn invitations off, or there is no mail server. Null: they get one. */
export async function invitationObstacle(
  db: Database,
  { mailing }: Pick<Inviting, 'mailing'>,
  tenantId: string,
): Promise<'turned_off' | 'no_server' | null> {
  if (!(await sendsInvitations(db, tenantId))) return 'turned_off'
  return (await mailing.senderOf(db, tenantId)) === null ? 'no_server' : null
}

/** `postponed`: no mail can be sent now. `refused`: this business unit does not maintain the password of the person. */
export type InvitationOutcome = 'sent' | 'postponed' | 'refused'

/** Mails links to people whose planned time has come, also where new people get none at once. Returns the outcomes by the ids of the people. */
export async function inviteAtTime(
  context: MailingContext,
  inviting: Inviting,
  people: readonly Invited[],
): Promise<ReadonlyMap<string, InvitationOutcome>> {
  if (people.length === 0) return new Map()
  const maySend = inviting.showsMails || (await inviting.mailing.senderOf(context.db, context.tenantId)) !== null
  return maySend ? mailLinks(context, inviting, people) : new Map(people.map(({ id }) => [id, 'postponed']))
}

async function mailLinks(
  { db, enqueue, tenantId, partnerId }: MailingContext,
  { hosts }: Inviting,
  people: readonly Invited[],
): Promise<Map<string, InvitationOutcome>> {
  const unit = await invitingUnit(db, hosts, tenantId)
  const source = await mailSource(db, 'user_registered', { tenantId, partnerId })
  const outcomes = new Map<string, InvitationOutcome>()
  for (const { id: userId, email, language } of people) {
    outcomes.set(userId, 'postponed')
    if ((await useMailBudget(db, 'invitation', email)) !== null) continue
    const { token, hash } = makeToken()
    outcomes.set(userId, 'refused')
    if (!(await store.addAccessLink(db, userId, hash, passwordLinkSeconds.invitation))) continue
    const link = hosts.urlOf(unit.domain, newPasswordPath(token))
    await writeMail(
      { db, enqueue, tenantId, partnerId },
      invitationMail(source, { email, language, unit: unit.name, link }),
    )
    outcomes.set(userId, 'sent')
  }
  return outcomes
}

type First = { tenantId: string; partnerId: string; name: string; email: string }

/**
 * Adds the first administrator of a business unit that has no people yet, and mails them a link to set a password, in the unit's language.
 * Staff outside of the business unit call it.
 */
export async function inviteFirst(
  context: WriteContext,
  inviting: Inviting,
  { tenantId, partnerId, name, email }: First,
): Promise<Access> {
  const { token, hash } = makeToken()
  const unit = await invitingUnit(context.db, inviting.hosts, tenantId)
  const { language } = unit
  const first = { tenantId, name, email, language, tokenHash: hash, seconds: passwordLinkSeconds.invitation }
  if (!(await store.addFirstAdministrator(context.db, first))) fail('call.not_found')
  return handOut(context, inviting, { ...unit, partnerId, address: email, token, isWanted: true })
}

/** Adds a person to the platform's staff, and mails them a link to set a password. */
export async function inviteStaff(
  context: WriteContext,
  inviting: Inviting,
  { name, email, language }: { name: string; email: string; language: Language },
): Promise<Access & { id: string }> {
  const { token, hash } = makeToken()
  const staff = { name, email, language, tokenHash: hash, seconds: passwordLinkSeconds.invitation }
  const id = (await store.addStaff(context.db, staff)) ?? fail('access.functionality_refused')
  return { id, ...(await handOutAtPlatform(context, inviting, { address: email, language, token })) }
}

/** Mails another of the platform's staff a new link; an earlier one becomes invalid. */
export async function sendStaffInvitation(
  context: WriteContext,
  inviting: Inviting,
  { id, email, language }: Invited,
): Promise<Access> {
  const { token, hash } = makeToken()
  if (!(await store.addStaffLink(context.db, id, hash, passwordLinkSeconds.invitation)))
    fail('sign_in.password_not_changeable')
  return handOutAtPlatform(context, inviting, { address: email, language, token })
}

const handOutAtPlatform = (
  context: WriteContext,
  inviting: Inviting,
  to: Pick<HandOut, 'address' | 'language' | 'token'>,
): Promise<Access> => {
  const { hosts } = inviting
  const platform = { tenantId: null, partnerId: null, name: 'Vitrine', domain: hosts.platformDomain }
  return handOut(context, inviting, { ...to, ...platform, isWanted: true })
}

type HandOut = {
  tenantId: string | null
  partnerId: string | null
  /** Name of the owner of the host at which the person signs in. `domain`: that host with port. */
  name: string
  domain: string
  address: string
  language: Language
  token: string
  isWanted: boolean
}

/** Mails the stored link of an invitation, or returns it. The mail of a demo world without a mail server only stands in the outbox. */
async function handOut(
  { db, enqueue }: WriteContext,
  { hosts, mailing, showsMails }: Inviting,
  { tenantId, partnerId, name, domain, address, language, token, isWanted }: HandOut,
): Promise<Access> {
  const link = hosts.urlOf(domain, newPasswordPath(token))
  const hasSender = isWanted && (await mailing.senderOf(db, tenantId)) !== null
  const writesMail = hasSender || (isWanted && showsMails)
  if (!writesMail || (await useMailBudget(db, 'invitation', address)) !== null)
    return { invited: false, link, mail: 'not_sent' }
  const enqueueForTenant: EnqueueHere = (kind, input, options) =>
    enqueue(kind, input, { ...options, ...(tenantId !== null && { tenantId }) })
  await writeMail(
    { db, enqueue: enqueueForTenant, tenantId, partnerId },
    invitationMail(await mailSource(db, 'user_registered', { tenantId, partnerId }), {
      email: address,
      language,
      unit: name,
      link,
    }),
  )
  return hasSender ? { invited: true, link: null, mail: 'sent' } : { invited: false, link, mail: 'waiting' }
}

type Invitation = { email: string; language: Language; unit: string; link: string }

const invitationMail = (
  source: Awaited<ReturnType<typeof mailSource>>,
  { email: address, language, unit, link }: Invitation,
) => ({
  to: { address, name: null },
  ...mailFrom(source, { language, values: { unit }, url: link }),
  purpose: 'user.invited',
  key: randomUUID(),
})

/** Reads name, host and language of a business unit for an invitation. */
async function invitingUnit(db: Database, hosts: Hosts, tenantId: string) {
  const { name, default_language, ...unitNames } = await store.unitOf(db, tenantId)
  return { tenantId, name, domain: hosts.domainOf(unitNames), language: languageOf(default_language) }
}
