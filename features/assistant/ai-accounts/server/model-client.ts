// The wire formats of language models: OpenAI's chat completions (also Azure, Ollama and compatible servers) and Anthropic's messages. One
// question, one answer, no tools. A problem is returned, not thrown; no problem quotes the answer of the service or the key.
// Next: commands.ts (budgets and log).
import { z } from 'zod'
import { aiCalls } from '#catalogue/limits.ts'
import { AnswerTooLarge, type Outgoing, RefusedAddress } from '#platform/server/outgoing.ts'
import type { AiOutcome, AiProvider } from '../contract.ts'

export type ModelAccount = { provider: AiProvider; base_url: string; model: string; key: string | null }

export type ModelQuestion = {
  system: string
  user: string
  maxTokens: number
  signal?: AbortSignal
  /** Milliseconds; default: `aiCalls.answerMs`. */
  waitMs?: number
}

/** Tokens as the service counts them; null: it did not say. */
type Tokens = { tokensIn: number | null; tokensOut: number | null }

export type ModelAnswer =
  | ({ outcome: 'answered'; text: string } & Tokens)
  | ({ outcome: Exclude<AiOutcome, 'answered'> } & Tokens)

const unknownTokens: Tokens = { tokensIn: null, tokensOut: null }

const count = z.number().int().min(0).max(100_000_000).nullish().catch(null)

const chatAnswer = z.object({
  choices: z
    .array(z.object({ message: z.object({ content: z.string().nullish() }), finish_reason: z.string().nullish() }))
    .min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish(),
})

const messagesAnswer = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullish(),
  usage: z.object({ input_tokens: count, output_tokens: count }).nullish(),
})

type Format = {
  path: string
  headers(key: string | null): Record<string, string>
  body(model: string, question: ModelQuestion): object
  read(answer: unknown): ModelAnswer
}

const bearer = (key: string | null): Record<string, string> => (key === null ? {} : { authorization: `Bearer ${key}` })

const chat = (limit: 'max_tokens' | 'max_completion_tokens', headers = bearer): Format => ({
  path: '/chat/completions',
  headers,
  body: (model, { system, user, maxTokens }) => ({
    model,
    stream: false,
    [limit]: maxTokens,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
  }),
  read(answer) {
    const { success, data } = chatAnswer.safeParse(answer)
    if (!success) return { outcome: 'malformed', ...unknownTokens }
    const [choice] = data.choices
    const tokens = {
      tokensIn: data.usage?.prompt_tokens ?? null,
      tokensOut: data.usage?.completion_tokens ?? null,
    }
    return ended(choice?.message.content ?? '', choice?.finish_reason === 'content_filter', tokens)
  },
})

const messages: Format = {
  path: '/messages',
  headers: (key) => ({ 'anthropic-version': '2023-06-01', ...(key !== null && { 'x-api-key': key }) }),
  body: (model, { system, user, maxTokens }) => ({
    model,
    system,
    max_tokens: maxTokens,
    messages: [{ role: 'user', content: user }],
  }),
  read(answer) {
    const { success, data } = messagesAnswer.safeParse(answer)
    if (!success) return { outcome: 'malformed', ...unknownTokens }
    const tokens = { tokensIn: data.usage?.input_tokens ?? null, tokensOut: data.usage?.output_tokens ?? null }
    const text = data.content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('')
    return ended(text, data.stop_reason === 'refusal', tokens)
  },
}

const formats: Record<AiProvider, Format> = {
  openai: chat('max_completion_tokens'),
  azure: chat('max_completion_tokens', (key) => (key === null ? {} : { 'api-key': key })),
  anthropic: messages,
  ollama: chat('max_tokens'),
  compatible: chat('max_tokens'),
}

function ended(text: string, isWithheld: boolean, tokens: Tokens): ModelAnswer {
  const written = text.replaceAll('\0', '').toWellFormed().trim()
  return isWithheld || written === ''
    ? { outcome: 'withheld', ...tokens }
    : { outcome: 'answered', text: written, ...tokens }
}

/** Asks the model one question. */
export async function askModel(
  outgoing: Outgoing,
  { provider, base_url, model, key }: ModelAccount,
  question: ModelQuestion,
): Promise<ModelAnswer> {
  const { path, headers, body, read } = formats[provider]
  const { waitMs = aiCalls.answerMs, signal } = question
  const begun = performance.now()
  try {
    const answer = await outgoing.fetch(`${base_url.replace(/\/+$/, '')}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers(key) },
      body: JSON.stringify(body(model, question)),
      waitMs,
      ...(signal && { signal }),
    })
    const text = await answer.text()
    if (!answer.ok) return { outcome: refusalOf(answer.status, text), ...unknownTokens }
    return read(parsed(text))
  } catch (error) {
    return { outcome: faultOf(error, performance.now() - begun >= waitMs - 20), ...unknownTokens }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What a status means. A service says in the body of a 400 or 404 whether it does not know the model. */
function refusalOf(status: number, text: string): Exclude<AiOutcome, 'answered'> {
  if (status === 401 || status === 403) return 'key_refused'
  if (status === 404) return 'unknown_model'
  if (status === 429 || status === 529) return 'throttled'
  if (status >= 500) return 'provider_failed'
  if (status >= 400)
    return /model_not_found|DeploymentNotFound|model[^"]{0,80}not (?:found|exist)/i.test(text)
      ? 'unknown_model'
      : 'rejected'
  return 'malformed'
}

function faultOf(error: unknown, isLate: boolean): Exclude<AiOutcome, 'answered'> {
  if (error instanceof RefusedAddress) return 'address_refused'
  if (error instanceof AnswerTooLarge) return 'too_large'
  const { name, code } = Object(error) as { name?: unknown; code?: unknown }
  if (name === 'TimeoutError' || name === 'AbortError') return isLate ? 'timed_out' : 'cut_off'
  return code === 'ECONNRESET' ? 'cut_off' : 'unreachable'
}
