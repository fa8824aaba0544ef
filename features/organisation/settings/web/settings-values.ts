import type { ReceivedOf } from '#platform/contract/call.ts'
import type { readSettings } from '../contract.ts'
import type { SenderDraft } from './settings-sender-draft.ts'

export type Settings = ReceivedOf<typeof readSettings>

/** The values of the form; `home_report` contains the id and the name of the report. */
export type SettingsValues = Omit<Settings, NotEdited | 'home_report' | 'home_report_id' | 'sender' | MaybeHidden> &
  Record<MaybeHidden, boolean> & {
    home_report: { id: string; name: string } | null
    /** The business unit's own sender; null: the platform's sender is used. */
    sender: SenderDraft | null
  }
/** Fields that the server hides from some administrators; saving leaves hidden fields unchanged. */
type MaybeHidden = 'require_two_factor' | 'trust_browsers'
type NotEdited =
  | 'version'
  | 'address'
  | 'can'
  | 'platform_sender'
  | 'password_rules_changed_at'
  | 'registration_allowed'
  | 'push_available'
  | 'embedded_secret'
  | 'embedded_secret_at'

/** The props of each section of the form. */
export type SettingsPart = {
  values: SettingsValues
  set: (part: Partial<SettingsValues>) => void
  faults: Readonly<Record<string, string>>
}

/** The colours of a warning. */
export const amber = () => ({ root: { '--alert-bg': 'var(--amber-soft)', '--alert-color': 'var(--amber-text)' } })
