import { TagsInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Field } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { type CustomKind, customFieldCalls, isChosen } from '../contract.ts'
import { customFieldPlace } from './routes.ts'

const blank = { name: '', kind: 'text' as const, options: [], required: false, searchable: false }

export const AddCustomField = () => (
  <AddPage call={customFieldCalls.add} {...customFieldPlace} blank={blank}>
    <Fields />
  </AddPage>
)

export const EditCustomField = () => (
  <EditPage read={customFieldCalls.read} update={customFieldCalls.update} {...customFieldPlace}>
    <Fields />
  </EditPage>
)

function Fields() {
  const { t } = useTranslation()
  const { values } = useForm()
  return (
    <FormSection title={t('customFields.section.what')} text={t('customFields.section.whatText')}>
      <Field name="name" />
      <Field name="kind" />
      {isChosen(values['kind'] as CustomKind) ? (
        <Field name="options">
          {({ name, value, onChange, ...field }) => (
            <TagsInput
              {...field}
              id={name}
              value={value as string[]}
              onChange={onChange}
              maxTags={100}
              acceptValueOnBlur
            />
          )}
        </Field>
      ) : null}
      <Field name="required" />
      <Field name="searchable" />
    </FormSection>
  )
}
