import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkInput } from '#platform/web/client/check-input.ts'
import type { AskedOf } from '#platform/web/client/encode-input.ts'
import { standingFaults } from '#platform/web/client/standing-faults.ts'
import { useTell } from '#platform/web/client/use-ask.ts'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { settingsWireNames, updateSettings } from '../contract.ts'
import type { SettingsValues } from './settings-page.tsx'
import { type StoredSender, senderFaults } from './settings-sender-draft.ts'

type Asked = AskedOf<typeof updateSettings>
type Options = {
  label: (field: string) => string
  /** What stands in the form. */
  values: SettingsValues
  stored: StoredSender | null
  onDone: () => void
}

/** Saves settings. A list of addresses that shuts out its author is stored only once they have said that they mean it. */
export function useSettingsSubmission({ label, values, stored, onDone }: Options) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const answers = useQueryClient()
  const [found, setFound] = useState<Record<string, string>>({})
  const [sent, setSent] = useState(values)
  const [attempt, setAttempt] = useState(0)
  const [done, setDone] = useState(false)
  const tell = useTell(updateSettings, { quiet: true })

  async function send(asked: Asked): Promise<void> {
    // A refusal is kept by the call and shown by the form.
    const answer = await tell.mutateAsync(asked).catch(() => null)
    if (answer === null) return
    if (answer.warning !== null) {
      const text = t('settings.lockout', { address: answer.address ?? '' })
      return (await confirm({ title: t('settings.lockoutTitle'), text }))
        ? send({ ...asked, confirm: true })
        : undefined
    }
    setDone(true)
    toastDone()
    // Zone, menu and home page stand behind many screens: whatever is known is asked anew.
    void answers.invalidateQueries()
    onDone()
  }

  const submit = (asked: Asked) => {
    setSent(values)
    setAttempt((before) => before + 1)
    // The sender is judged field by field; the call would only say that it is wrong.
    const { sender: _, ...called } = checkInput(updateSettings, asked)
    const ofSender = asked.sender && values.sender ? senderFaults(values.sender, stored) : {}
    const faults = { ...missingReport(values), ...missingLogoPage(values), ...called, ...ofSender }
    const sentences = Object.entries(faults).map(([field, fault]) => [field, t(`general.field.${fault}`, { name: label(field) })]) // prettier-ignore
    setFound(Object.fromEntries(sentences) as Record<string, string>)
    if (sentences.length > 0) return tell.reset()
    void send(asked)
  }
  const told = tell.error?.errors ?? {}
  const refusal = Object.keys(told).length > 0 ? null : tell.error
  const faults = standingFaults({ ...found, ...told }, fieldsOf(sent), fieldsOf(values), wireNames)
  return { submit, faults, refusal, attempt, busy: tell.isPending || done, done }
}

const wireNames = { ...settingsWireNames, home_report: settingsWireNames.home_report_id }

/** The sender's fields stand in the form as `sender_port` and the like. */
const fieldsOf = ({ sender, ...values }: SettingsValues) => ({
  ...values,
  ...Object.fromEntries(Object.entries(sender ?? {}).map(([field, value]) => [`sender_${field}`, value])),
})

/** People cannot land on a report that nobody named. */
const missingReport = ({ own_home_page, home_page, home_report }: SettingsValues) =>
  own_home_page && home_page === 'report' && home_report === null ? { relatorio_id: 'required' as const } : {}

/** A logo that does not lead home leads somewhere. */
const missingLogoPage = ({ logo_leads_home, logo_page }: SettingsValues) =>
  logo_leads_home || logo_page?.trim() ? {} : { logo_page: 'required' as const }
