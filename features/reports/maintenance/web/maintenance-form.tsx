import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { Field, type FieldInput } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { type NamedRecord, RecordsSelect, useNamedRecords } from '#platform/web/ui/records-select.tsx'
import { useTypedSearch } from '#platform/web/ui/search-chip.tsx'
import { listReportGroups } from '#features/reports/groups/contract.ts'
import { ReportsSelect } from '#features/reports/library/web/exports.tsx'
import { makeDayClock } from '#platform/contract/week.ts'
import { Weekdays } from '#platform/web/ui/weekdays.tsx'
import { maintenanceCalls } from '../contract.ts'
import { maintenancePlace } from './maintenance-place.ts'

type Window = ReceivedOf<typeof maintenanceCalls.read>

const blank = {
  name: '',
  message: '',
  recurrence: 'once',
  first_day: null,
  last_day: null,
  days: [],
  from_time: '22:00',
  to_time: '23:00',
  report_ids: [],
  group_ids: [],
  passes: 'editors',
  announces: 'day',
}

export const AddMaintenance = () => (
  <AddPage call={maintenanceCalls.add} {...maintenancePlace} blank={blank}>
    <Fields reports={[]} groups={[]} />
  </AddPage>
)

export const EditMaintenance = () => (
  <EditPage read={maintenanceCalls.read} update={maintenanceCalls.update} {...maintenancePlace}>
    {({ reports, groups }: Window) => <Fields reports={reports} groups={groups} />}
  </EditPage>
)

function Fields({ reports, groups }: { reports: NamedRecord[]; groups: NamedRecord[] }) {
  const { t } = useTranslation()
  const { recurrence } = useForm().values
  return (
    <>
      <FormSection title={t('reports.maintenance.noun')} text={t('reports.maintenance.section.whatText')}>
        <Field name="name" />
        <Field name="message" />
      </FormSection>
      <FormSection title={t('reports.maintenance.section.when')} text={t('reports.maintenance.section.whenText')}>
        <Field name="recurrence" />
        {recurrence === 'weekly' ? <Field name="days">{(input) => <Weekdays {...input} />}</Field> : null}
        <Field name="first_day" />
        <Field name="from_time">{(input) => <Time {...input} />}</Field>
        <Field name="last_day" />
        <Field name="to_time">{(input) => <Time {...input} />}</Field>
        <Field name="announces" />
      </FormSection>
      <FormSection title={t('reports.maintenance.section.which')} text={t('reports.maintenance.section.whichText')}>
        <Field name="group_ids">{(input) => <Groups {...input} known={groups} />}</Field>
        <Field name="report_ids">{(input) => <Reports {...input} known={reports} />}</Field>
        <Field name="passes" />
      </FormSection>
    </>
  )
}

function Time({ value, onChange, ...field }: FieldInput) {
  const { shown, read } = makeDayClock(useLanguage())
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      {...field}
      styles={{ input: { maxWidth: '8rem' } }}
      maxLength={8}
      value={typed ?? shown(String(value))}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(read(currentTarget.value))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

type TargetsProps = FieldInput & { known: NamedRecord[] }

function Reports(props: TargetsProps) {
  const { known: _, ...field } = props
  return <ReportsSelect {...field} {...useNamedRecords(props)} />
}

function Groups(props: TargetsProps) {
  const { known: _, ...field } = props
  const search = useTypedSearch()
  const { data } = useCallQuery(listReportGroups, { search: search.asked, size: 100 }, { keep: true })
  return <RecordsSelect {...field} {...useNamedRecords(props)} found={data?.data ?? []} onType={search.type} />
}
