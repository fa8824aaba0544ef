import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Submission, useSubmit } from '#platform/web/client/use-submit.ts'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { settingsWireNames, updateSettings } from '../contract.ts'
import type { SettingsValues } from './settings-values.ts'
import { type StoredSender, senderFaults } from './settings-sender-draft.ts'

type Options = {
  label: (field: string) => string
  /** The values of the form. */
  values: SettingsValues
  stored: StoredSender | null
  onDone: () => void
}

/** Saves settings. A list of IP addresses that excludes its editor is stored only after a confirmation. */
export function useSettingsSubmission(options: Options): Submission<typeof updateSettings> {
  const { label, values, stored, onDone } = options
  const { t } = useTranslation()
  const confirm = useConfirm()
  const answers = useQueryClient()
  return useSubmit(updateSettings, {
    label,
    values: fieldsOf(values),
    wireNames,
    // The sender is checked field by field; the call would only report one fault for all.
    check: ({ sender }) => ({
      ...missingReport(values),
      ...missingLogoPage(values),
      sender: undefined,
      ...(sender && values.sender ? senderFaults(values.sender, stored) : {}),
    }),
    askBack: ({ warning, address }, request) =>
      warning === null
        ? null
        : confirm({
            title: t('organisation.settings.lockoutTitle'),
            text: t('organisation.settings.lockout', { address: address ?? '' }),
          }).then((sure) => (sure ? { ...request, confirm: true } : null)),
    onDone: () => {
      toastDone()
      // Time zone, menu and home page affect many screens: all cached answers are refreshed.
      void answers.invalidateQueries()
      onDone()
    },
  })
}

const wireNames = { ...settingsWireNames, home_report: settingsWireNames.home_report_id }

/** Flattens the sender for the form, which names its fields `sender_port` and so on. */
const fieldsOf = ({ sender, ...values }: SettingsValues) => ({
  ...values,
  ...Object.fromEntries(Object.entries(sender ?? {}).map(([field, value]) => [`sender_${field}`, value])),
})

/** The fault of a home page of the kind report that has no report. */
const missingReport = ({ own_home_page, home_page, home_report }: SettingsValues) =>
  own_home_page && home_page === 'report' && home_report === null ? { relatorio_id: 'required' as const } : {}

/** The fault of a logo that does not link to the home page and has no other target. */
const missingLogoPage = ({ logo_leads_home, logo_page }: SettingsValues) =>
  logo_leads_home || logo_page?.trim() ? {} : { logo_page: 'required' as const }
