// API keys: programs use the calls of the portal with the rights of the person who owns the key, as far as the scopes of the key allow.
// A key is shown once, when it is added or rotated. Next: server/rules.ts, platform/server/session/api-key.ts (the form of a key).
import { z } from 'zod'
import { keyScopes } from '#catalogue/access.ts'
import { day, flag, id, instant, requiredPassword, text } from '#catalogue/fields.ts'
import { apiKeys } from '#catalogue/limits.ts'
import { call } from '#platform/contract/call.ts'
import { can, done } from '#platform/contract/list.ts'
import { allowedRange } from '#features/organisation/settings/contract.ts'

/**
 * `expiring`: it ends within the time of the first warning. `stopped`: its owner may not work in the business unit now. `ownerless`: its
 * owner left the business unit.
 */
export const keyStates = ['active', 'expiring', 'stopped', 'ownerless', 'expired', 'revoked'] as const

/** The states in which a key cannot be rotated, changed or revoked any more. */
export const endedStates: readonly string[] = ['expired', 'revoked'] satisfies (typeof keyStates)[number][]

const scopes = z.array(z.enum(keyScopes)).min(1).max(keyScopes.length)
/** Of the caller. Not needed soon after the sign-in: a key outlives the session, so a session that somebody found open must not suffice. */
const current_password = requiredPassword().optional()
const networks = z.array(allowedRange).max(apiKeys.networks)

const row = z.object({
  id: id(),
  name: z.string(),
  /** The person whose rights the key uses; null when they left the business unit. */
  owner: z.string().nullable(),
  own: flag(),
  state: z.enum(keyStates),
  scopes: z.array(z.string()),
  networks: z.array(z.string()),
  /** The host at which the key is valid. */
  host: z.string(),
  /** The last four letters of the key. */
  token_hint: z.string(),
  /** The end of the overlap after a rotation; null outside of one. */
  old_valid_until: instant().nullable(),
  expires_at: instant(),
  /** In the time zone of the business unit. */
  last_used_on: day().nullable(),
  created_at: instant(),
  version: z.number().int(),
})

export const listApiKeys = call({
  method: 'GET',
  path: 'auth/api_keys/all',
  summary: 'The API keys of the business unit, also those that ended a short time ago.',
  access: 'api_key.read',
  does: 'read',
  input: z.object({}),
  answers: z.object({ data: z.array(row), can }),
})

const shownOnce = z.object({
  status: z.literal(true),
  id: id(),
  /** The only answer that shows the key. */
  token: z.string(),
  expires_at: instant(),
})

export const addApiKey = call({
  method: 'POST',
  path: 'auth/api_keys/add',
  summary: `Adds an API key of the caller. It is valid until the end of a day, at most ${apiKeys.days} days from now.`,
  access: 'api_key.add',
  does: 'outside',
  audit: 'api_key.added',
  personal: true,
  input: z.object({ name: text(80), expires_on: day(), scopes, networks: networks.default([]), current_password }),
  answers: shownOnce,
})

export const updateApiKey = call({
  method: 'PUT',
  path: 'auth/api_keys/update',
  summary: 'Changes name, scopes and networks of an own API key.',
  access: 'api_key.update',
  does: 'write',
  audit: 'api_key.updated',
  personal: true,
  input: z.object({
    id: id(),
    version: z.number().int().optional(),
    name: text(80).optional(),
    scopes: scopes.optional(),
    networks: networks.optional(),
  }),
  answers: done,
})

export const rotateApiKey = call({
  method: 'POST',
  path: 'auth/api_keys/rotate',
  summary: `Gives an own API key a new value. The old one stays valid for ${apiKeys.overlapHours} hours.`,
  access: 'api_key.update',
  does: 'outside',
  audit: 'api_key.rotated',
  personal: true,
  input: z.object({ id: id(), expires_on: day(), current_password }),
  answers: shownOnce,
})

export const revokeApiKey = call({
  method: 'DELETE',
  path: 'auth/api_keys/delete',
  summary: 'Revokes an API key of anybody at once, and its value before a rotation with it.',
  access: 'api_key.remove',
  does: 'write',
  audit: 'api_key.revoked',
  personal: true,
  input: z.object({ id: id() }),
  answers: done,
})
