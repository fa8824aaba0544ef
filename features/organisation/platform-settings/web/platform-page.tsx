import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Hideable } from '#catalogue/screens.ts'
import { HiddenScreens } from '#features/organisation/tenants/web/exports.tsx'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useRecord } from '#platform/web/client/use-record.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { useGoBack } from '#platform/web/routing/path.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormLayout, FormSection, FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { useDraft } from '#platform/web/ui/use-draft.ts'
import { readPlatform, updatePlatform } from '../contract.ts'

export function PlatformPage() {
  const { t } = useTranslation()
  const { record, failure, reload, round } = useRecord(readPlatform, {})
  if (failure) return <FailedState failure={failure} onRetry={reload} />
  return (
    <>
      <PageHeader title={t('organisation.platformSettings.title')} text={t('organisation.platformSettings.purpose')} />
      {record ? <PlatformForm key={round} record={record} onReload={reload} /> : <FormSkeleton sections={1} />}
    </>
  )
}

type PlatformFormProps = { record: ReceivedOf<typeof readPlatform>; onReload: () => void }

function PlatformForm({ record: { version, hidden_menu, maintenance, can }, onReload }: PlatformFormProps) {
  const { t } = useTranslation()
  const goBack = useGoBack('/')
  const { values, set, changed } = useDraft({ hidden_menu: hidden_menu as Hideable[], maintenance })
  const label = (field: string) => t(`organisation.platformSettings.field.${field as keyof typeof values}`)
  const onDone = () => {
    toastDone()
    onReload()
  }
  const submission = useSubmit(updatePlatform, { label, onDone, values })
  return (
    <FormLayout
      submission={submission}
      changed={changed.map(label)}
      action={t('general.action.save')}
      editable={can.includes('update')}
      onSubmit={() => submission.submit({ version, ...values })}
      onCancel={goBack}
      onReload={onReload}
    >
      <FormSection title={label('hidden_menu')} text={t('organisation.platformSettings.hiddenText')}>
        <HiddenScreens
          name="hidden_menu"
          error={submission.faults['hidden_menu']}
          value={values.hidden_menu}
          onChange={(screens) => set({ hidden_menu: screens })}
        />
      </FormSection>
      <FormSection
        title={t('organisation.platformSettings.maintenance')}
        text={t('organisation.platformSettings.maintenanceText')}
      >
        <Switch
          name="maintenance"
          label={label('maintenance')}
          error={submission.faults['maintenance']}
          checked={values.maintenance}
          onChange={({ currentTarget: { checked } }) => set({ maintenance: checked })}
        />
      </FormSection>
    </FormLayout>
  )
}
