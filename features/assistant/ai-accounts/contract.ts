// The account of a language model. A business unit has at most one: its own, or the one that its partner or the platform offers. Without one
// that is switched on there is no assistance. Every call of the model is logged, without question, answer and key.
// Next: server/commands.ts (how features ask the model), server/model-client.ts (the two wire formats).
import { z } from 'zod'
import { flag, id, instant, line, text } from '#catalogue/fields.ts'
import { aiCalls } from '#catalogue/limits.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { can, done, listAnswer, listInput } from '#platform/contract/list.ts'

/** `compatible`: any other server with OpenAI's chat format. */
export const aiProviders = ['openai', 'azure', 'anthropic', 'ollama', 'compatible'] as const
export type AiProvider = (typeof aiProviders)[number]

/** The providers that answer without a key. */
export const withoutKey: readonly AiProvider[] = ['ollama', 'compatible']

/** The uses of the model. */
export const aiUses = ['draft_notification', 'write_dax', 'explain_page', 'summarise_data'] as const
export type AiUse = (typeof aiUses)[number]

/** The uses that send rows of reports. A business unit allows them apart from the others. */
export const usesOfRows: readonly AiUse[] = ['explain_page', 'summarise_data']

export const aiPurposes = [...aiUses, 'test'] as const
export type AiPurpose = (typeof aiPurposes)[number]

/** How a call of the model ended. */
export const aiOutcomes = [
  'answered',
  'key_refused',
  'key_unreadable',
  'unknown_model',
  'throttled',
  'provider_failed',
  'rejected',
  'withheld',
  'unreachable',
  'address_refused',
  'timed_out',
  'cut_off',
  'too_large',
  'malformed',
] as const
export type AiOutcome = (typeof aiOutcomes)[number]

const loggedOutcomes = ['running', ...aiOutcomes] as const

const budget = () => z.number().int().min(aiCalls.budget.min).max(aiCalls.budget.max)

const connection = {
  provider: z.enum(aiProviders),
  /** The address below which the API is: `https://api.openai.com/v1`. */
  base_url: line(300),
  model: line(100),
}

const fields = {
  enabled: flag(),
  /** True when the business unit uses the account that is offered to it. */
  inherits: flag(),
  ...connection,
  monthly_budget: budget(),
  daily_budget: budget(),
  sends_rows: flag(),
}

/** The new key; absent or null: the stored key stays. */
const newKey = text(500).nullable().optional()

const offered = z.object({
  owner: z.enum(['partner', 'platform']),
  provider: z.enum(aiProviders),
  host: z.string(),
  model: z.string(),
})

export const readAiAccount = call({
  method: 'GET',
  path: 'auth/ia/get',
  summary: 'The account of the business unit, of the partner or of the platform, without its key; version 0: none yet.',
  access: 'ai_account.read',
  does: 'read',
  input: z.object({}),
  answers: z.object({
    ...fields,
    key_set: z.boolean(),
    version: z.number().int(),
    /** The account that the business unit may use instead of its own. */
    offered: offered.nullable(),
    /** Tokens of the business unit in this month; null outside of a business unit. */
    used_tokens: z.number().int().nullable(),
    can,
  }),
})

export const updateAiAccount = call({
  method: 'PUT',
  path: 'auth/ia/update',
  summary: 'Changes the account. The key is write-only; another address or provider needs it again.',
  access: 'ai_account.update',
  does: 'write',
  audit: 'ai_account.updated',
  personal: true,
  input: z.object({ version: z.number().int(), ...fields, key: newKey }),
  answers: done,
})

export const testAiAccount = call({
  method: 'POST',
  path: 'auth/ia/test',
  summary:
    'Asks the model of the form one short question, and answers how that ended. Without a key the stored one is used.',
  access: 'ai_account.update',
  does: 'outside',
  audit: null, // the call stores nothing but its line in the log
  personal: true,
  input: z.object({ ...connection, key: newKey }),
  answers: z.object({ outcome: z.enum(aiOutcomes) }),
})

export const readAiUses = call({
  method: 'GET',
  path: 'auth/ia/uses',
  summary: 'The uses of the model that the caller has, and to whom they send what they send.',
  access: 'portal.use',
  does: 'read',
  input: z.object({}),
  answers: z.object({
    uses: z.array(z.enum(aiUses)),
    /** Null while no account is switched on. */
    model: z.string().nullable(),
    host: z.string().nullable(),
  }),
})

export const listAiCalls = call({
  method: 'GET',
  path: 'auth/ia/calls/all',
  summary: 'The calls of the model in the business unit, the newest first.',
  access: 'ai_call.read',
  does: 'read',
  input: listInput(['created_at'], {
    order: z.enum(['asc', 'desc']).default('desc'),
    purpose: z.enum(aiPurposes).optional(),
    outcome: z.enum(loggedOutcomes).optional(),
  }),
  answers: listAnswer(
    z.object({
      id: id(),
      /** Null: the person was erased. */
      person: z.string().nullable(),
      purpose: z.enum(aiPurposes),
      subject: z.string().nullable(),
      outcome: z.enum(loggedOutcomes),
      tokens_in: z.number().int().nullable(),
      tokens_out: z.number().int().nullable(),
      ms: z.number().int().nullable(),
      model: z.string(),
      host: z.string(),
      created_at: instant(),
    }),
  ),
})

export const exportAiCalls = exportCall(listAiCalls)
