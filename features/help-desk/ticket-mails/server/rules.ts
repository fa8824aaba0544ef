// Pure decisions about mails that arrived for tickets.
import { hash } from 'node:crypto'
import type { ErrorCode } from '#catalogue/errors.ts'
import type { MailIn } from '#platform/server/config.ts'
import type { TicketMailReason, TicketMailState } from '../contract.ts'
import { type AuthResult, authResultsOf } from './auth-results.ts'
import { bodyOf, firstOf, type MailHeaders } from './mail-headers.ts'
import { readAddress, tokensInReferences } from './reply-address.ts'

/** Undefined: a person wrote it. The guards against loops of automatic answers (RFC 3834). */
export function automaticReason(
  headers: MailHeaders,
  { hasNullSender, isReport, senders }: { hasNullSender: boolean; isReport: boolean; senders: readonly string[] },
  mailIn: MailIn,
): 'automatic' | 'own' | undefined {
  if (isOwn(headers, senders, mailIn)) return 'own'
  const isAutomatic =
    hasNullSender ||
    isReport ||
    /^<?>?$/.test(firstOf(headers, 'return-path') ?? 'unknown') ||
    !/^\s*no\b/i.test(firstOf(headers, 'auto-submitted') ?? 'no') ||
    /^\s*(bulk|list|junk|auto_reply)\b/i.test(firstOf(headers, 'precedence') ?? '') ||
    machineHeaders.some((name) => headers.has(name)) ||
    /\b(all|oof|autoreply|dr|rn|nrn)\b/i.test(firstOf(headers, 'x-auto-response-suppress') ?? '') ||
    senders.some((address) => /^(mailer-daemon|postmaster|no-?reply|nao-?responda?)@/i.test(address))
  return isAutomatic ? 'automatic' : undefined
}

const machineHeaders = [
  'list-id',
  'list-unsubscribe',
  'list-post',
  'x-autoreply',
  'x-autorespond',
  'x-auto-reply-from',
  'x-mail-autoreply',
  'x-failed-recipients',
]

/** A mail of the portal that came back: its Message-ID is one of ours, or it is from an address of replies. */
const isOwn = (headers: MailHeaders, senders: readonly string[], mailIn: MailIn) =>
  tokensInReferences(firstOf(headers, 'message-id') ?? '').length > 0 ||
  senders.some((address) => readAddress(address, mailIn) !== null)

/** The sender is the addressee. A mail with several senders has no certain one. */
export const isSentBy = (senders: readonly string[], email: string): boolean =>
  senders.length === 1 && senders[0]?.toLowerCase() === email.toLowerCase()

/**
 * Whether the operator's server confirmed the domain of the sender: DMARC passed for it, or DKIM of the same domain and no failed DMARC. Only
 * the first header counts: a server writes its own above those that came with the mail. In doubt the answer is no, so that a person decides.
 */
export function isProven(headers: MailHeaders, sender: string, authServer: string): boolean {
  const found = authResultsOf(firstOf(headers, 'authentication-results') ?? '')
  const domain = sender.toLowerCase().split('@').at(-1) ?? ''
  if (found?.server !== authServer || domain === '') return false
  const dmarc = found.results.filter(({ method }) => method === 'dmarc')
  // The results must be about the address that the portal reads in From: the server may have read another one.
  const isAbout = ({ properties }: AuthResult) => isOnly(properties.get('header.from'), domain)
  if (dmarc.length > 0) return dmarc.every((each) => each.result === 'pass' && isAbout(each))
  return found.results.some(({ method, result, properties }) => {
    if (method !== 'dkim' || result !== 'pass') return false
    const signers = properties.get('header.d') ?? properties.get('header.i')?.map((by) => by.split('@').at(-1) ?? '')
    return isOnly(signers, domain)
  })
}

const isOnly = (values: readonly string[] | undefined, value: string) => values?.length === 1 && values[0] === value

/**
 * The key by which a mail is stored once for a ticket. The headers are not part of it: each server on the way adds some. A program that
 * uses a Message-ID twice has different texts.
 */
export function messageKeyOf(raw: Uint8Array, headers: MailHeaders): string {
  const messageId = firstOf(headers, 'message-id') ?? `${firstOf(headers, 'date')} ${firstOf(headers, 'from')}`
  return hash('sha256', `${messageId.trim()}\n${hash('sha256', bodyOf(raw))}`)
}

/** The tokens of the addresses of ours. All of them count: a person may reply to two mails at once. */
export const tokensOfAddresses = (recipients: readonly string[], mailIn: MailIn): string[] => [
  ...new Set(recipients.flatMap((recipient) => readAddress(recipient, mailIn)?.token ?? [])),
]

/** The token of the mail that was replied to: the last one of ours in In-Reply-To, else in References. Undefined: there is none. */
export function tokenOfReferences(headers: MailHeaders): string | undefined {
  const references = [...(headers.get('references') ?? []), ...(headers.get('in-reply-to') ?? [])].join(' ')
  return tokensInReferences(references)[0]
}

/** The addresses of ours among the recipients that headers name, for a mailbox, which has no envelope. */
export function recipientsIn(headers: MailHeaders): string[] {
  const names = ['delivered-to', 'x-original-to', 'x-envelope-to', 'envelope-to', 'to', 'cc']
  const text = names.flatMap((name) => headers.get(name) ?? []).join(' , ')
  return [...text.matchAll(/[^\s<>,;:"()]{1,64}@[a-z\d.-]{1,190}/gi)].map(([address]) => address).slice(0, 200)
}

export type Outcome = { state: Extract<TicketMailState, 'review' | 'refused'>; reason: TicketMailReason }

/** What a refusal of the answer means for the mail. Undefined: a fault, so that the job tries again. */
export function outcomeOf(code: ErrorCode): Outcome | undefined {
  if (code === 'call.throttled') return { state: 'review', reason: 'throttled' }
  if (code === 'ticket.missing' || code.startsWith('access.')) return { state: 'refused', reason: 'access' }
  return undefined
}

/** What the refusal of the person means. Refusals of a place or of a time do not concern the person. */
export const outcomeOfPerson = (refusal: string): Outcome =>
  ['sign_in.address_refused', 'sign_in.hour_refused', 'sign_in.maintenance'].includes(refusal)
    ? { state: 'review', reason: 'restricted' }
    : { state: 'refused', reason: 'access' }

/** Whether a person may decide about a mail in this state. */
export const mayDecide = (state: TicketMailState) => ({
  accept: state === 'review' || state === 'refused',
  discard: state === 'review' || state === 'dead',
  retry: state === 'dead',
})
