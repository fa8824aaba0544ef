import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { noTexts } from '#catalogue/languages.ts'
import { listTenants } from '#features/organisation/tenants/contract.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { Field, type FieldInput } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { managementReportCalls } from '../contract.ts'
import { EmbeddedField } from './management-source.tsx'
import { managementPlace } from './management-place.ts'

export const AddManagementReport = () => (
  <AddPage
    call={managementReportCalls.add}
    {...managementPlace}
    blank={{
      title: noTexts,
      description: noTexts,
      source: 'usage',
      embedded: null,
      readers: 'managers',
      tenant_ids: [],
      published: 'S',
    }}
  >
    <Fields />
  </AddPage>
)

export const EditManagementReport = () => (
  <EditPage read={managementReportCalls.read} update={managementReportCalls.update} {...managementPlace}>
    <Fields />
  </EditPage>
)

function Fields() {
  const { t } = useTranslation()
  const { values } = useForm()
  return (
    <>
      <FormSection title={t('reports.management.section.what')} text={t('reports.management.section.whatText')}>
        <Field name="title" />
        <Field name="description" />
        <Field name="source" />
        {values['source'] === 'report' ? (
          <Field name="embedded">{(field) => <EmbeddedField {...field} />}</Field>
        ) : null}
      </FormSection>
      <FormSection title={t('reports.management.section.to')} text={t('reports.management.section.toText')}>
        <Field name="readers" />
        <Field name="tenant_ids">{(field) => <UnitsField {...field} />}</Field>
        <Field name="published" />
      </FormSection>
    </>
  )
}

/** A choice of business units by name. */
function UnitsField({ value, onChange, ...field }: FieldInput) {
  const { data } = useCallQuery(listTenants, { size: 100 }, { freshFor: 60_000 })
  return (
    <MultiSelect
      {...field}
      searchable
      clearable
      data={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value as string[]}
      onChange={onChange}
    />
  )
}
