// The entry of the package @vitrine/client, which a program uses without the source of the portal. It imports nothing but its own files.
// Next: create-client.ts, calls.ts (generated from the contracts).
export { createClient, type ClientOptions } from './create-client.ts'
export { each } from './each.ts'
export {
  type AnswerOf,
  type CallError,
  type CallOptions,
  type InputOf,
  type Outage,
  type Refusal,
  type Result,
  unwrap,
  VitrineError,
} from './result.ts'
export { verifyWebhook, type VerifiedWebhook, type WebhookRequest } from './verify-webhook.ts'
export type { Client, WebhookEvent } from './calls.ts'
export type { ErrorKey } from './error-keys.ts'
