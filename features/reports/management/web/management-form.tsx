import { useTranslation } from 'react-i18next'
import { noTexts } from '#catalogue/languages.ts'
import { listTenants } from '#features/organisation/tenants/contract.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { Field, type FieldInput } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { type NamedRecord, RecordsSelect, useNamedRecords } from '#platform/web/ui/records-select.tsx'
import { useTypedSearch } from '#platform/web/ui/search-chip.tsx'
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
    <Fields units={[]} />
  </AddPage>
)

export const EditManagementReport = () => (
  <EditPage read={managementReportCalls.read} update={managementReportCalls.update} {...managementPlace}>
    {({ tenants }: ReceivedOf<typeof managementReportCalls.read>) => <Fields units={tenants} />}
  </EditPage>
)

function Fields({ units }: { units: readonly NamedRecord[] }) {
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
        <Field name="tenant_ids">{(field) => <UnitsField {...field} known={units} />}</Field>
        <Field name="published" />
      </FormSection>
    </>
  )
}

/** A choice of business units, found by a search. */
function UnitsField({ known, ...field }: FieldInput & { known: readonly NamedRecord[] }) {
  const search = useTypedSearch()
  const { data } = useCallQuery(listTenants, { search: search.asked, size: 50 }, { keep: true })
  return (
    <RecordsSelect {...field} {...useNamedRecords({ ...field, known })} found={data?.data ?? []} onType={search.type} />
  )
}
