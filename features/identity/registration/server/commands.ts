// Self-registration. A registration does the same work for every e-mail and has the same answer; a job then checks whether the e-mail has
// an account, and mails accordingly. The page of the link asks for the chosen password, so that a person who only receives the mail cannot
// confirm what another person typed.
import { mailFrom, mailSource } from '#features/messaging/templates/server/commands.ts'
import type { RegistrationMail } from '#features/messaging/templates/contract.ts'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { id } from '#catalogue/fields.ts'
import { registrationLinkSeconds } from '#catalogue/limits.ts'
import { type Language, languageOf } from '#catalogue/languages.ts'
import type { AnswerOf, InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { useMailBudget } from '#platform/server/database/mail-budget.ts'
import type { Hosts, HostOwner } from '#platform/server/hosts.ts'
import { networkOf } from '#platform/server/http/network.ts'
import type { OpenContext, ReadContext, WriteContext } from '#platform/server/http/route.ts'
import type { Enqueue, EnqueueHere, JobKind } from '#platform/server/jobs/job.ts'
import { announce } from '#platform/server/live/announce.ts'
import { writeMail } from '#platform/server/mail/mail.ts'
import { hashNewPassword } from '#platform/server/new-password.ts'
import { checkPassword } from '#platform/server/passwords.ts'
import { addOneTimeToken, findOneTimeToken, takeOneTimeToken } from '#platform/server/session/one-time-token.ts'
import { hashToken } from '#platform/server/session/token.ts'
import { tenantOf } from '#platform/server/session/actor.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import { mergeValues } from '#features/organisation/custom-fields/contract.ts'
import { type Attempt, authorize, beginSession, enter, refuse } from '#features/identity/entry/server/commands.ts'
import { personToJoin } from '#features/identity/known-people/server/commands.ts'
import { offerSetUp, passwordMarkOf } from '#features/identity/mfa/server/commands.ts'
import { factorStep, standingOf } from '#features/identity/mfa/server/queries.ts'
import { type register, type verifyRegistration, verifyPath } from '../contract.ts'
import { phoneCountry, storedPhone } from '#features/organisation/settings/server/queries.ts'
import { registrationTerms } from '#features/organisation/user-terms/server/queries.ts'
import { answerMessages, mayRegister, rulesOfUnit } from './rules.ts'
import * as store from './store.ts'

const purpose = 'registration'
const reference = z.object({ tenant_id: id(), id: id() })

/** The job that mails the link of a registration (jobs.ts). */
export const registrationMail = {
  name: 'registration.send_mail',
  scope: 'platform',
  isolation: 'one record',
  input: reference,
} satisfies JobKind

/** The job that notifies the administrators of a registration that waits for approval. */
export const waitingMail = {
  name: 'registration.tell_administrators',
  scope: 'platform',
  isolation: 'one record',
  input: reference,
} satisfies JobKind

/** Returns the business unit that takes registrations at the host of the request. */
export async function unitOfHost(context: OpenContext, hosts: Hosts): Promise<store.Unit | undefined> {
  return context.acrossTenants('registration: find the business unit', async (db) => {
    const hostOwner = await hosts.ownerOf(db, context.caller.host)
    return hostOwner ? store.unitAt(db, hostOwner) : undefined
  })
}

/** Whether the sign-in page of a host owner offers registration. */
export const takesRegistrations = async (db: Database, hostOwner: HostOwner): Promise<boolean> =>
  (await store.unitAt(db, hostOwner)) !== undefined

/** Returns the business unit of this host. Fails where nobody may register, and where the unit would refuse the person at the sign-in. */
async function openUnitOf(context: OpenContext, hosts: Hosts): Promise<store.Unit> {
  const { address } = context.caller
  const unit = (await unitOfHost(context, hosts)) ?? fail('call.not_found')
  const refusal = await context.acrossTenants('registration: check the IP address', (db) =>
    store.refusalOfNewcomer(db, unit.id, address),
  )
  return refusal === null ? unit : fail(refusal, { values: { address } })
}

/** Returns the fields, rules and terms of the registration form of the business unit at this host. Fails like `openUnitOf`. */
export async function formOf(context: OpenContext, hosts: Hosts) {
  const unit = await openUnitOf(context, hosts)
  return context.acrossTenants('registration: its custom fields and terms', async (db) => ({
    unit: unit.name,
    phone_country: await phoneCountry(db, unit.id),
    approval: unit.registration_approval,
    custom_fields: await store.fieldsOf(db, unit),
    terms: await registrationTerms(db, unit.id),
  }))
}

type Registering = { hosts: Hosts; enqueue: Enqueue }

/** Stores a registration. The answer does not tell whether the e-mail has an account. */
export async function registerPerson(
  context: OpenContext,
  { hosts, enqueue }: Registering,
  input: InputOf<typeof register>,
): Promise<AnswerOf<typeof register>> {
  const { caller } = context
  const unit = await openUnitOf(context, hosts)
  if (!mayRegister(unit.registration_domains, input.email))
    fail('call.invalid', { fields: { email: 'registration.domain_refused' } })
  const [network, site] = [networkOf(caller.address), networkOf(caller.address, 48)]
  const { phone, custom, terms, wait, reached } = await context.acrossTenants(
    'registration: count the attempt',
    async (db) => ({
      phone: await storedPhone(db, unit.id, input.phone ?? null),
      custom: await customOf(db, unit, input),
      terms: await acceptedOf(db, unit, context, input),
      wait: await useMailBudget(db, 'networkRegistration', network),
      reached: await store.reachedLimit(db, unit.id),
    }),
  )
  // After the commit, so that a refused attempt stays counted.
  if (wait !== null) fail('call.throttled', { retryAfter: wait })
  // The same for every e-mail, so that it tells nothing about one. The confirmation counts again.
  if (reached !== null) fail(reached)
  const { name, email, department = null, language = caller.language } = input
  const own = [email, name, unit.name, caller.host]
  const password_hash = await hashNewPassword({
    password: input.password,
    own,
    rules: rulesOfUnit(unit),
    caller: network,
  })
  await context.acrossTenants('registration: store it', async (db) => {
    // By e-mail and network: a person who registers the e-mail of somebody else uses up a limit of their own network only.
    const spent = await useMailBudget(db, 'registration', `${email} ${site}`)
    if (spent !== null) fail('call.throttled', { retryAfter: spent })
    const fields = { name, email, phone, department, language, custom, terms, password_hash, network: site }
    await enqueue(db, registrationMail, { tenant_id: unit.id, id: await store.add(db, unit.id, fields) })
  })
  return {
    status: true,
    message: answerMessages[caller.language].sent,
    verify: true,
    approval: unit.registration_approval,
  }
}

/** Returns the accepted terms, each with its present version, time and IP address. Fails when a mandatory one is missing. */
async function acceptedOf(
  db: Database,
  unit: store.Unit,
  { caller, clock }: OpenContext,
  { terms = [] }: InputOf<typeof register>,
): Promise<store.AcceptedTerm[]> {
  const requiredTerms = await registrationTerms(db, unit.id)
  const acceptedTerms = requiredTerms.filter(({ id, version }) =>
    terms.some((term) => term.id === id && term.version === version),
  )
  if (requiredTerms.some((term) => term.mandatory && !acceptedTerms.includes(term)))
    fail('call.invalid', { fields: { terms: 'required' } })
  return acceptedTerms.map(({ id, version }) => ({
    id,
    version,
    at: clock.now().toISOString(),
    address: caller.address,
  }))
}

/** Checks the values of the form's custom fields and returns them. Fails at the fields. */
async function customOf(db: Database, unit: store.Unit, { custom_fields = {} }: InputOf<typeof register>) {
  const fields = await store.fieldsOf(db, unit)
  const { values, faults } = mergeValues(fields, {}, custom_fields, { isNew: true })
  const fieldKey = (id: string) => `custom_fields.${id}`
  if (Object.keys(faults).length > 0) {
    fail('call.invalid', {
      fields: Object.fromEntries(Object.entries(faults).map(([id, fault]) => [fieldKey(id), fault])),
      labels: Object.fromEntries(fields.map(({ id, name }) => [fieldKey(id), name])),
    })
  }
  return values
}

type Sending = { db: Database; enqueue: EnqueueHere; hosts: Hosts }

/**
 * Mails the link. An e-mail that has an account or waits for approval gets a mail that says so. An e-mail that has got too many of these
 * mails, from all networks together, gets this one when the limit allows it, within a day: the limit delays mails and refuses nobody.
 */
export async function sendLink(
  sending: Sending & { clock: Clock },
  { tenant_id, id }: z.output<typeof reference>,
): Promise<void> {
  const { db, clock, enqueue } = sending
  const found = await store.find(db, tenant_id, id, 'unverified')
  const unit = found && (await store.openUnit(db, tenant_id))
  if (!found || !unit) return
  const wait = await useMailBudget(db, 'registrationMails', found.email)
  if (wait !== null) {
    const after = new Date(clock.now().getTime() + Math.ceil(wait) * 1000)
    const isInTime = after.getTime() - found.created_at.getTime() < registrationLinkSeconds * 1000
    return isInTime ? enqueue(registrationMail, { tenant_id, id }, { after }) : store.remove(db, found)
  }
  const { known, waiting } = await store.standingOf(db, tenant_id, found.email)
  const isRefused =
    known && (await personToJoin(db, { tenantId: tenant_id, email: found.email, byMail: true })) === undefined
  if (isRefused || waiting) await store.remove(db, found)
  if (isRefused) return mailTo(sending, unit, found, 'registration_known', '/signin')
  if (waiting) return mailTo(sending, unit, found, 'registration_waiting', '/signin')
  const payload = { tenant_id, id }
  const token = await addOneTimeToken(db, { purpose, payload, seconds: registrationLinkSeconds })
  return mailTo(sending, unit, found, 'registration_verify', verifyPath(token))
}

type MailUnit = { id: string; partner_id: string; name: string; subdomain: string; domain: string | null }

async function mailTo(
  { db, enqueue, hosts }: Sending,
  unit: MailUnit,
  { email, language }: { email: string; language: Language },
  type: RegistrationMail,
  path: string,
): Promise<void> {
  const url = hosts.urlOf(hosts.domainOf(unit), path)
  const source = await mailSource(db, type, { tenantId: unit.id, partnerId: unit.partner_id })
  const enqueueForTenant: EnqueueHere = (job, input, options) => enqueue(job, input, { ...options, tenantId: unit.id })
  await writeMail(
    { db, enqueue: enqueueForTenant, tenantId: unit.id, partnerId: unit.partner_id },
    {
      ...mailFrom(source, { language, values: {}, url }),
      to: { address: email, name: null },
      purpose: type.replace('_', '.'),
      key: randomUUID(),
    },
  )
}

/**
 * Confirms a registration. The session of the person begins, or the set-up of a mandatory second factor, or the registration waits for an
 * administrator. Of parallel requests, one succeeds.
 */
export async function verify(
  context: OpenContext,
  { hosts, enqueue }: Registering,
  { token, password }: InputOf<typeof verifyRegistration>,
): Promise<AnswerOf<typeof verifyRegistration>> {
  const tokenHash = hashToken(token)
  const { caller } = context
  const { hostOwner, unit, found, refusal, wait } = await context.acrossTenants(
    'registration: look at the link',
    async (db) => {
      const hostOwner = (await hosts.ownerOf(db, caller.host)) ?? fail('host.unknown')
      const registrationRef = reference.safeParse((await findOneTimeToken(db, purpose, tokenHash))?.payload).data
      if (!registrationRef || registrationRef.tenant_id !== hostOwner.tenantId) fail('sign_in.link_spent')
      const found =
        (await store.find(db, registrationRef.tenant_id, registrationRef.id, 'unverified')) ??
        fail('sign_in.link_spent')
      const unit = (await store.openUnit(db, registrationRef.tenant_id)) ?? fail('sign_in.link_spent')
      const refusal = await store.refusalOfNewcomer(db, unit.id, caller.address)
      const wait = refusal === null ? await useMailBudget(db, 'registrationTries', found.email) : null
      return { hostOwner, unit, found, refusal, wait }
    },
  )
  const attempt: Attempt = { context, hostOwner, email: found.email, authMethod: 'password' }
  if (refusal !== null) return refuse(attempt, refusal)
  if (wait !== null) fail('call.throttled', { retryAfter: wait })
  const passwordHash = found.password_hash ?? fail('sign_in.link_spent')
  if (!(await checkPassword(passwordHash, password)))
    fail('registration.password_wrong', { fields: { password: 'registration.password_wrong' } })
  return enter(attempt, 'registration: confirm it', async (db) => {
    if (!(await takeOneTimeToken(db, purpose, tokenHash))) fail('sign_in.link_spent')
    const registration = (await store.find(db, unit.id, found.id, 'unverified')) ?? fail('sign_in.link_spent')
    const { known, waiting } = await store.standingOf(db, unit.id, found.email)
    const joining = known ? await personToJoin(db, { tenantId: unit.id, email: found.email, byMail: true }) : undefined
    if ((known && !joining) || waiting) fail('sign_in.link_spent')
    const waits = joining ? !joining.isAtOnce : unit.registration_approval
    const admit = () => (joining ? store.join(db, registration, joining.userId) : store.admit(db, registration))
    const userId = waits ? null : await admit()
    const { email } = registration
    const name = joining?.name ?? registration.name
    const auditActor = {
      actorId: joining?.userId ?? userId,
      actorEmail: email,
      actorName: name,
      tenantId: unit.id,
      partnerId: unit.partner_id,
    }
    await writeAudit(db, { ...auditActor, address: caller.address }, 'registration.verified', {
      target: { type: 'user', id: userId, name },
      after: { email, waits: userId === null },
    })
    if (waits) await store.wait(db, registration, joining?.userId ?? null)
    await store.removeUnverified(db, { tenant_id: unit.id, email })
    // The link and the password of the registration prove the address. A session needs the person's own way to sign in.
    if (userId !== null && joining)
      return { status: 'joined' as const, message: answerMessages[caller.language].joined }
    if (userId !== null) return begin(db, hosts, attempt, { userId, email, passwordHash })
    await enqueue(db, waitingMail, { tenant_id: unit.id, id: registration.id })
    await announce(db, { kind: 'registrations_changed', tenantId: unit.id })
    return { status: 'waiting' as const, message: answerMessages[caller.language].waiting }
  })
}

/** Begins the session of a new person, or the set-up of the second factor that their business unit requires. */
async function begin(
  db: Database,
  hosts: Hosts,
  attempt: Attempt,
  { userId, email, passwordHash }: { userId: string; email: string; passwordHash: string },
): Promise<AnswerOf<typeof verifyRegistration>> {
  const { address, host } = attempt.context.caller
  const { tenantId } = attempt.hostOwner
  const step = factorStep(await standingOf(db, { userId, tenantId, host, deviceId: null }))
  if (step.kind !== 'set_up') return beginSession(db, hosts, attempt, { userId, authType: 'password' })
  await authorize(db, { ...attempt, host }, { userId, authType: 'password', secondFactor: true })
  return offerSetUp(db, {
    host,
    tenantId,
    userId,
    email,
    passwordMark: passwordMarkOf(passwordHash),
    counted: { address, deviceId: null, as: null },
    mayTrust: false,
    secret: null,
    change: null,
  })
}

/**
 * Mails the administrators of the business unit, each in their language, that a registration waits; does nothing when it no longer waits.
 */
export async function notifyAdministrators(
  sending: Sending,
  { tenant_id, id }: z.output<typeof reference>,
): Promise<void> {
  const { db } = sending
  const unit = await store.openUnit(db, tenant_id)
  if (!unit || !(await store.find(db, tenant_id, id, 'waiting'))) return
  for (const { email, language } of await store.administratorsOf(db, tenant_id)) {
    await mailTo(sending, unit, { email, language: languageOf(language) }, 'registration_to_approve', '/user')
  }
}

/**
 * Asks again, before an administrator approves, whether a known person who waits may still join: the rules of both units, the person's home
 * and the owner of the address may have changed. Fails as for a registration that is gone. Needs the platform's view of all tenants.
 */
export function requireStillAllowed(
  acrossTenants: Gate['acrossTenants'],
  { actor }: ReadContext,
  id: string,
): Promise<void> {
  const tenantId = tenantOf(actor)
  return acrossTenants('registration: may the person still join', async (db) => {
    const found = await store.find(db, tenantId, id, 'waiting')
    if (!found || found.user_id === null) return
    const person = await personToJoin(db, { tenantId, email: found.email, byMail: found.by_mail })
    if (person?.userId !== found.user_id) fail('call.not_found')
  })
}

/** Adds the person of a waiting registration, or gives a known person a membership. */
export async function approve(context: WriteContext, hosts: Hosts, id: string): Promise<void> {
  const { db, audit } = context
  const { found, unit } = await waitingOne(context, id)
  const { name, email } = found
  const userId = found.user_id === null ? await store.admit(db, found) : await store.join(db, found, found.user_id)
  await mailTo({ ...context, hosts }, unit, found, 'registration_approved', '/signin')
  await context.announce({ kind: 'registrations_changed', tenantId: unit.id })
  await audit({ target: { type: 'user', id: userId, name }, after: { name, email } })
}

/** Erases a waiting registration. */
export async function decline(context: WriteContext, hosts: Hosts, id: string): Promise<void> {
  const { found, unit } = await waitingOne(context, id)
  const { name, email } = found
  await store.remove(context.db, found)
  await mailTo({ ...context, hosts }, unit, found, 'registration_declined', '/signin')
  await context.announce({ kind: 'registrations_changed', tenantId: unit.id })
  await context.audit({ target: { type: 'user', id: null, name }, before: { name, email } })
}

async function waitingOne({ db, actor }: WriteContext, id: string) {
  const tenantId = tenantOf(actor)
  const found = (await store.find(db, tenantId, id, 'waiting')) ?? fail('call.not_found')
  const unit = await store.unitOfSession(db, tenantId)
  return { found, unit: { ...unit, id: tenantId, partner_id: actor.partnerId ?? fail('call.not_found') } }
}
