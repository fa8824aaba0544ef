// For how many days the business unit keeps its records. The preview says how many would be deleted with the days of the form.
import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { countedRows } from '#catalogue/limits.ts'
import { type RetentionKind, retentionKinds } from '#catalogue/retention.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useRecord } from '#platform/web/client/use-record.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useGoBack } from '#platform/web/routing/path.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormLayout, FormSection, FormSkeleton, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { NumberField } from '#platform/web/ui/number-field.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { useDraft } from '#platform/web/ui/use-draft.ts'
import { previewRetention, readRetention, updateRetention } from '../contract.ts'

/** The pause after the last typed digit before the records are counted. */
const countAfterMs = 500

export function RetentionPage() {
  const { t } = useTranslation()
  const { record, failure, reload, round } = useRecord(readRetention, {})
  if (failure) return <FailedState failure={failure} onRetry={reload} />
  return (
    <>
      <PageHeader title={t('operations.retention.title')} text={t('operations.retention.purpose')} />
      {record ? <RetentionForm key={round} record={record} onReload={reload} /> : <FormSkeleton sections={3} />}
    </>
  )
}

type Retention = ReceivedOf<typeof readRetention>
type Values = Record<RetentionKind, number | null>

function RetentionForm({ record, onReload }: { record: Retention; onReload: () => void }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const goBack = useGoBack('/settings')
  const { version, can, bounds, ...stored } = record
  const { values, set, changed } = useDraft<Values>(stored)
  const label = (field: string) => t(`operations.retention.field.${field as RetentionKind}`)
  const submission = useSubmit(updateRetention, {
    label,
    values,
    onDone: () => {
      toastDone()
      onReload()
    },
  })
  const [asked] = useDebouncedValue(values, countAfterMs)
  const days = Object.fromEntries(Object.entries(asked).filter(([, each]) => each !== null && each > 0))
  const { data: counts } = useCallQuery(previewRetention, days, { keep: true })
  const count = (kind: RetentionKind) => {
    const found = counts?.[kind]
    if (found === undefined) return null
    if (found > countedRows)
      return t('operations.retention.goesMany', { count: countedRows, number: number(countedRows) })
    return found === 0
      ? t('operations.retention.goesNone')
      : t('operations.retention.goes', { count: found, number: number(found) })
  }
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
      {retentionKinds.map((kind) => {
        const { usual, min, max } = bounds[kind]
        const between = { min: number(min), ...(max !== null && { max: number(max) }) }
        return (
          <FormSection key={kind} title={label(kind)} text={t(`operations.retention.meaning.${kind}`)}>
            <NumberField
              whole
              name={kind}
              label={<OptionalLabel>{t('operations.retention.days')}</OptionalLabel>}
              description={t(max === null ? 'operations.retention.boundsOpen' : 'operations.retention.bounds', between)}
              placeholder={usual === null ? t('operations.retention.noEnd') : number(usual)}
              error={submission.faults[kind]}
              value={values[kind]}
              onChange={(next) => set({ [kind]: next })}
            />
            <Text size="sm" c="dimmed" aria-live="polite">
              {count(kind)}
            </Text>
          </FormSection>
        )
      })}
    </FormLayout>
  )
}
