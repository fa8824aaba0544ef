// A sender in the form, and the faults that the server would find.
import type { ReceivedOf } from '#platform/contract/call.ts'
import { type Security, usualPorts } from '#platform/contract/smtp.ts'
import { keepsPassword, keepsProof, type readSettings, senderChange } from '../contract.ts'

export type StoredSender = NonNullable<ReceivedOf<typeof readSettings>['sender']>

export type SenderDraft = {
  name: string
  email: string
  host: string
  port: number
  protocol: Security
  /** User name at the mail server; empty: no authentication. */
  user: string
  /** A new password; empty: the stored password stays. */
  password: string
}

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

/** Normalises a sender by the contract, to compare it with the stored one. */
const comparable = ({ email, host, port, protocol, user }: SenderDraft | StoredSender) => ({
  from_address: email.trim().toLowerCase(),
  host: host.trim().toLowerCase(),
  port,
  security: protocol,
  username: user?.trim() || null,
})

/** Whether the sender in the form is the stored one, to which the code was sent or whose address is proven. */
export const isSameSender = (draft: SenderDraft, stored: StoredSender): boolean =>
  keepsProof(comparable(stored), comparable(draft))

/** Converts the draft of a sender into the input of the call. */
export const senderInput = ({ user, password, ...sender }: SenderDraft) => ({
  ...sender,
  user: user.trim() || null,
  password: password || null,
})

function needsPassword(draft: SenderDraft, stored: StoredSender | null): boolean {
  if (draft.user.trim() === '' || draft.password !== '') return false
  return !stored?.password_set || !keepsPassword(comparable(stored), comparable(draft))
}

/** Returns the first fault of each field of a sender, by its name in the form. */
export function senderFaults(draft: SenderDraft, stored: StoredSender | null): Record<string, 'required' | 'invalid'> {
  const { error } = senderChange.safeParse(senderInput(draft))
  const fields = new Set((error?.issues ?? []).map(({ path }) => String(path[0])))
  const faults = [...fields].map((field) => {
    const value: unknown = Object.entries(draft).find(([name]) => name === field)?.[1]
    return [`sender_${field}`, value === '' || value === 0 ? 'required' : 'invalid'] as const
  })
  const password = needsPassword(draft, stored) ? ([['sender_password', 'required']] as const) : []
  return Object.fromEntries([...faults, ...password])
}
