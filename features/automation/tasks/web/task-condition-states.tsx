// When a task fires and when it is ok again: the part of the form behind the condition.
import { TagsInput, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { taskStates } from '#catalogue/limits.ts'
import { Field, type FieldInput } from '#platform/web/pages/field.tsx'
import { useForm } from '#platform/web/pages/form-page.tsx'
import { OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { withoutValue } from '../contract.ts'

export function ConditionStates() {
  const { t } = useTranslation()
  const { values } = useForm()
  return (
    <>
      {values['type'] === 'list' ? <Field name="row_key">{(input) => <RowKey {...input} />}</Field> : null}
      {withoutValue.includes(String(values['operator'])) ? null : <Field name="clear_value" />}
      <Field name="fire_runs" />
      <Field name="fire_of" />
      <Field name="recover_runs" />
      <Field name="on_no_data" />
      {values['on_no_data'] === 'alarm' ? <Said text={t('automation.tasks.say.noData')} /> : null}
      <Field name="on_error" />
      {values['on_error'] === 'alarm' ? <Said text={t('automation.tasks.say.error')} /> : null}
    </>
  )
}

/** The choice to tell of a recovery, with what people read then. */
export function RecoveryChoice() {
  const { t } = useTranslation()
  const { values } = useForm()
  const hasKey = values['type'] === 'list' && (values['row_key'] as string[]).length > 0
  const text = hasKey ? t('automation.tasks.say.recoveredRows', { rows: '…' }) : t('automation.tasks.say.recovered')
  return (
    <>
      <Field name="tells_recovery" />
      {values['tells_recovery'] === true ? <Said text={text} /> : null}
    </>
  )
}

/** The message that people get instead of the author's. */
function Said({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed">
      “{text}”
    </Text>
  )
}

function RowKey({ name, description, error, value, onChange }: FieldInput) {
  const { t } = useTranslation()
  return (
    <TagsInput
      name={name}
      label={<OptionalLabel>{t('automation.tasks.field.row_key')}</OptionalLabel>}
      description={description}
      error={error}
      maxTags={taskStates.keys}
      acceptValueOnBlur
      value={value as string[]}
      onChange={onChange}
    />
  )
}
