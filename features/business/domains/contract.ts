// Domains: host names that lead to a business unit or to a partner. A name leads nowhere until a TXT record has proved that it is the
// partner's, or the platform's staff have confirmed it. Next: server/service.ts (the proof), server/rules.ts (which names are allowed).
import { z } from 'zod'
import { flag, id, instant, namedRecord, requiredLines } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { added, can, done, listAnswer, listInput } from '#platform/contract/list.ts'

export const domainStates = ['waiting', 'verified', 'refused'] as const
export type DomainState = (typeof domainStates)[number]

/** Proofs of a domain. `dns`: a TXT record. `hand`: confirmed by the platform's staff. `before`: verified before proofs existed. */
export const domainProofs = ['dns', 'hand', 'before'] as const
export type DomainProof = (typeof domainProofs)[number]

/**
 * The reasons for which a DNS check found no proof. `alias`: the name of the record is an alias of another name. `taken`: another partner
 * proved the domain.
 */
export const domainFaults = [
  'not_found',
  'wrong_value',
  'alias',
  'flood',
  'unreachable',
  'no_resolver',
  'taken',
] as const
export type DomainFault = (typeof domainFaults)[number]

const row = {
  id: id(),
  /** The host name in ASCII, as DNS stores it. */
  name: z.string(),
  /** The international name as people write it; null when it equals the ASCII form. */
  readable: z.string().nullable(),
  parceiro_id: id(),
  partner: z.string(),
  /** The business unit to which the domain leads. Null: it leads to the partner. */
  tenant_id: id().nullable(),
  unit: z.string().nullable(),
  state: z.enum(domainStates),
  proof: z.enum(domainProofs).nullable(),
  main: flag(),
  created_at: instant(),
  checked_at: instant().nullable(),
  fault: z.enum(domainFaults).nullable(),
  can,
}

export const listDomains = call({
  method: 'GET',
  path: 'auth/domain/all',
  summary: 'The domains of business units and partners: the platform sees those of all partners, a partner its own.',
  access: 'domain.read',
  does: 'read',
  input: listInput(['name', 'unit', 'partner', 'state', 'checked_at', 'created_at'], {
    state: z.enum(domainStates).optional(),
    tenant_id: id().optional(),
    parceiro_id: id().optional(),
  }),
  answers: listAnswer(z.object(row)),
})

export const exportDomains = exportCall(listDomains)

export const readDomain = call({
  method: 'GET',
  path: 'auth/domain/get',
  summary: 'One domain, with the TXT record that proves it.',
  access: 'domain.read',
  does: 'read',
  input: z.object({ id: id() }),
  answers: z.object({
    ...row,
    record_name: z.string(),
    record_value: z.string(),
    verified_at: instant().nullable(),
    /** The e-mail of the person who confirmed the domain without a TXT record. `reason`: why. */
    confirmed_by: z.string().nullable(),
    reason: z.string().nullable(),
    next_check_at: instant().nullable(),
    /** True when this request came to the domain: the person who removes it loses the host that they use. */
    present: flag(),
    version: z.number().int(),
  }),
})

/** Reads the partners and business units to which a domain may lead. */
export const readDomainOptions = call({
  method: 'GET',
  path: 'auth/domain/options',
  summary: 'The business units and partners to which a domain may lead.',
  access: 'domain.read',
  does: 'read',
  input: z.object({}),
  answers: z.object({
    units: z.array(z.object({ id: id(), name: z.string(), parceiro_id: id() })),
    partners: z.array(namedRecord),
  }),
})

export const addDomain = call({
  method: 'POST',
  path: 'auth/domain/add',
  summary:
    'Adds a domain that leads to a business unit, or without `tenant_id` to the partner. It waits for its proof.',
  access: 'domain.add',
  does: 'write',
  audit: 'domain.added',
  input: z.object({
    /** The host name. The portal stores the ASCII form of an international name. */
    name: z.string().trim().min(1).max(253),
    tenant_id: id().nullable(),
    /** The partner, which the staff of the platform choose; absent: the partner of the session. */
    parceiro_id: id().optional(),
    /** Why the staff of the platform allow a name that looks like another one. Others may not send it. */
    reason: requiredLines(300).optional(),
  }),
  answers: added,
})

export const checkDomain = call({
  method: 'POST',
  path: 'auth/domain/check',
  summary: 'Looks for the TXT record of a domain now.',
  access: 'domain.update',
  does: 'outside',
  audit: 'domain.checked',
  input: z.object({ id: id() }),
  answers: z.object({
    status: z.literal(true),
    state: z.enum(domainStates),
    fault: z.enum(domainFaults).nullable(),
  }),
})

export const confirmDomain = call({
  method: 'POST',
  path: 'auth/domain/confirm',
  summary: 'Confirms a domain by hand, when its TXT record cannot be looked up.',
  access: 'domain.confirm',
  does: 'write',
  audit: 'domain.confirmed',
  input: z.object({ id: id(), reason: requiredLines(300) }),
  answers: done,
})

export const setMainDomain = call({
  method: 'POST',
  path: 'auth/domain/main',
  summary: 'Makes a verified domain the address of its target in mails and links.',
  access: 'domain.update',
  does: 'write',
  audit: 'domain.main_set',
  input: z.object({ id: id() }),
  answers: done,
})

export const removeDomain = call({
  method: 'DELETE',
  path: 'auth/domain/delete',
  summary: 'Removes a domain. `name` is its host as typed, in capitals.',
  access: 'domain.remove',
  does: 'write',
  audit: 'domain.removed',
  input: z.object({ id: id(), name: z.string().max(500) }),
  answers: done,
})
