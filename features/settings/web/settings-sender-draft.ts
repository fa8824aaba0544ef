// A sender while a person edits it, and what would be refused of it.
import type { ReceivedOf } from '#platform/contract/call.ts'
import { type readSettings, type senderProtocols, senderChange } from '../contract.ts'

export type StoredSender = NonNullable<ReceivedOf<typeof readSettings>['sender']>

export type SenderDraft = {
  name: string
  email: string
  host: string
  port: number
  protocol: (typeof senderProtocols)[number]
  /** Empty: nobody signs in. */
  user: string
  /** Empty: the stored one stays. */
  password: string
}

export const usualPorts = { smtp: 25, starttls: 587, smtps: 465 } as const

export const blankSender: SenderDraft = {
  name: '',
  email: '',
  host: '',
  port: usualPorts.starttls,
  protocol: 'starttls',
  user: '',
  password: '',
}

export const draftOf = (stored: StoredSender | null): SenderDraft | null =>
  stored && {
    name: stored.name,
    email: stored.email,
    host: stored.host,
    port: stored.port,
    protocol: stored.protocol,
    user: stored.user ?? '',
    password: '',
  }

/** What somebody proves of a sender; with another of these it is to be proven anew. */
export const isSameSender = (draft: SenderDraft, stored: StoredSender): boolean =>
  draft.email.trim().toLowerCase() === stored.email &&
  draft.host.trim().toLowerCase() === stored.host &&
  draft.port === stored.port &&
  draft.user.trim() === (stored.user ?? '')

/** As it is sent. */
export const askedOf = ({ user, password, ...sender }: SenderDraft) => ({
  ...sender,
  user: user.trim() || null,
  password: password || null,
})

/** The server keeps a password for the very server, port, protocol and user it was given for. */
function needsPassword(draft: SenderDraft, stored: StoredSender | null): boolean {
  if (draft.user.trim() === '' || draft.password !== '') return false
  if (!stored?.password_set) return true
  const isSame = draft.port === stored.port && draft.protocol === stored.protocol && draft.user.trim() === stored.user
  return !isSame || draft.host.trim().toLowerCase() !== stored.host
}

/** The first fault of each field, under the name the form gives it. */
export function senderFaults(draft: SenderDraft, stored: StoredSender | null): Record<string, 'required' | 'invalid'> {
  const { error } = senderChange.safeParse(askedOf(draft))
  const fields = new Set((error?.issues ?? []).map(({ path }) => String(path[0])))
  const faults = [...fields].map((field) => {
    const value: unknown = Object.entries(draft).find(([name]) => name === field)?.[1]
    return [`sender_${field}`, value === '' || value === 0 ? 'required' : 'invalid'] as const
  })
  const password = needsPassword(draft, stored) ? ([['sender_password', 'required']] as const) : []
  return Object.fromEntries([...faults, ...password])
}
