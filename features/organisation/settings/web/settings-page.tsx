// The settings of a business unit, in sections. A field is added here when its effect is implemented. Next: settings-submission.ts
// (saving), settings-fields.tsx, settings-addresses.tsx, settings-sender.tsx.
import { List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRecord } from '#platform/web/client/use-record.ts'
import { useGoBack } from '#platform/web/routing/path.tsx'
import { useCan } from '#platform/web/session/use-session.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormLayout, FormSection, FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { useDraft } from '#platform/web/ui/use-draft.ts'
import { readSettings, settingsWireNames } from '../contract.ts'
import { AllowedIpRanges } from './settings-addresses.tsx'
import {
  HelpDeskFields,
  HomeFields,
  NotificationFields,
  PasswordFields,
  RegistrationFields,
  ReportFields,
  SessionFields,
  TwoFactorFields,
  ZoneFields,
} from './settings-fields.tsx'
import { SettingsEmbedded } from './settings-embedded.tsx'
import { senderInput, draftOf } from './settings-sender-draft.ts'
import { SettingsSender } from './settings-sender.tsx'
import { partnerSection, settingsDisplayedBy } from './settings-displayed-by.ts'
import { useSettingsSubmission } from './settings-submission.ts'
import type { Settings, SettingsValues } from './settings-values.ts'

export function SettingsPage() {
  const { t } = useTranslation()
  const { record, failure, reload, round } = useRecord(readSettings, {})
  if (failure) return <FailedState failure={failure} onRetry={reload} />
  return (
    <>
      <PageHeader title={t('organisation.settings.title')} text={t('organisation.settings.purpose')} />
      {record ? <SettingsForm key={round} record={record} onReload={reload} /> : <FormSkeleton sections={5} />}
    </>
  )
}

function SettingsForm({ record, onReload }: { record: Settings; onReload: () => void }) {
  const { t } = useTranslation()
  const goBack = useGoBack('/')
  const { version, address, can, home_report, home_report_id, sender, platform_sender, ...rest } = record
  const { password_rules_changed_at: rulesChangedAt, registration_allowed, push_available, ...fields } = rest
  const { embedded_secret: _, embedded_secret_at: secretAt, ...values } = fields
  const hasAccessFields = can.includes('update_access')
  const forStaff = can.includes('update_staff_fields')
  const chosen = home_report_id === null || home_report === null ? null : { id: home_report_id, name: home_report }
  const draft = useDraft<SettingsValues>({
    ...values,
    require_two_factor: values.require_two_factor ?? false,
    trust_browsers: values.trust_browsers ?? false,
    home_report: chosen,
    sender: draftOf(sender),
  })
  const label = (field: string) => t(`organisation.settings.field.${field as 'timezone'}`)
  const submission = useSettingsSubmission({ label, values: draft.values, stored: sender, onDone: onReload })
  const save = () => {
    const { home_report: report, sender: own, ...changes } = draft.changes
    const landing = report === undefined ? {} : { home_report_id: report?.id ?? null }
    const mail = own === undefined ? {} : { sender: own && senderInput(own) }
    submission.submit({ version, ...changes, ...landing, ...mail })
  }
  const parts = { values: draft.values, set: draft.set, faults: submission.faults }
  return (
    <FormLayout
      submission={submission}
      changed={draft.changed.map((key) => label(wireNameOf(key)))}
      action={t('general.action.save')}
      editable={can.includes('update')}
      onSubmit={save}
      onCancel={goBack}
      onReload={onReload}
      displayedBy={settingsDisplayedBy}
    >
      <HomeFields {...parts} />
      <ReportFields {...parts} forAll={forStaff} />
      <ZoneFields {...parts} />
      {hasAccessFields ? <SessionFields {...parts} forStaff={forStaff} /> : null}
      <NotificationFields {...parts} hasPushes={push_available} />
      <HelpDeskFields {...parts} />
      {hasAccessFields ? (
        <>
          <PasswordFields {...parts} changedAt={rulesChangedAt} />
          {registration_allowed ? <RegistrationFields {...parts} /> : null}
          {can.includes('update_two_factor') ? <TwoFactorFields {...parts} forStaff={forStaff} /> : null}
          <AllowedIpRanges {...parts} own={address} />
          {forStaff || values.embedded_access ? (
            <SettingsEmbedded {...parts} forStaff={forStaff} version={version} secretAt={secretAt} />
          ) : null}
          {forStaff ? null : (
            <DecidedByPartner
              registration={!registration_allowed}
              twoFactor={!can.includes('update_two_factor')}
              embedded={!values.embedded_access}
            />
          )}
          <SettingsSender {...parts} stored={sender} platformSender={platform_sender} onProven={onReload} />
        </>
      ) : (
        <Text c="dimmed">{t('organisation.settings.withoutAccess')}</Text>
      )}
    </FormLayout>
  )
}

type DecidedByPartnerProps = { registration: boolean; twoFactor: boolean; embedded: boolean }

/** Names the rules of sign-in that the partner has not opened to the administrators of this unit. */
function DecidedByPartner({ registration, twoFactor, embedded }: DecidedByPartnerProps) {
  const { t } = useTranslation()
  const maySetProviders = useCan('saml.read')
  const names = [
    ...(registration ? [t('organisation.settings.section.registration')] : []),
    ...(twoFactor ? [t('organisation.settings.section.twoFactor')] : []),
    ...(maySetProviders ? [] : [t('organisation.settings.section.providers')]),
    ...(embedded ? [t('organisation.settings.section.embedded')] : []),
  ]
  if (names.length === 0) return null
  return (
    <FormSection
      title={t('organisation.settings.section.ofPartner')}
      text={t('organisation.settings.section.ofPartnerText')}
    >
      <List id={partnerSection} tabIndex={-1} size="sm">
        {names.map((name) => (
          <List.Item key={name}>{name}</List.Item>
        ))}
      </List>
    </FormSection>
  )
}

const wireNameOf = (key: keyof SettingsValues): string =>
  key === 'home_report' ? settingsWireNames.home_report_id : ((settingsWireNames as Record<string, string>)[key] ?? key)
