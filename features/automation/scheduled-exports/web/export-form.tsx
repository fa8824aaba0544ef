import { Button, MultiSelect } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { Field, type FieldInput } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { PathLink } from '#platform/web/routing/path.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { useClearable } from '#platform/web/ui/optional-select.tsx'
import { type Grantees, GranteesField, withGranteeIds } from '#features/people/grantees/web/exports.tsx'
import { listGrantPages } from '#features/reports/access/contract.ts'
import { blankSchedule, ScheduleFields } from '#features/automation/triggers/web/exports.tsx'
import { ReportField } from '#features/automation/tasks/web/exports.tsx'
import { scheduledExportCalls } from '../contract.ts'
import { ExportMailNote } from './export-mail-note.tsx'
import { exportPlace } from './export-place.ts'
import { RunButton } from './export-run.tsx'

type ScheduledExport = ReceivedOf<typeof scheduledExportCalls.read>

const page = { ...exportPlace, wireOf: withGranteeIds } as const

const blank = {
  name: '',
  enabled: true,
  report_id: null,
  format: 'PDF',
  pages: null,
  ...blankSchedule,
  frequency: 'weekly',
  days: [1],
  user_ids: [],
  group_ids: [],
}

export function AddExport() {
  const language = useLanguage()
  return (
    <AddPage {...page} call={scheduledExportCalls.add} blank={{ ...blank, language }}>
      <Fields />
    </AddPage>
  )
}

export function EditExport() {
  const { t } = useTranslation()
  return (
    <EditPage
      {...page}
      read={scheduledExportCalls.read}
      update={scheduledExportCalls.update}
      draftOf={({ people, groups, ...found }) => ({
        ...Object.fromEntries(
          [...Object.keys(blank), 'language'].map((name) => [name, (found as Record<string, unknown>)[name]]),
        ),
        user_ids: people,
        group_ids: groups,
      })}
      renderWays={({ id, can }) => (
        <>
          <Button
            variant="default"
            leftSection={<IconHistory size={16} stroke={1.8} aria-hidden />}
            renderRoot={(props) => <PathLink to={`${exportPlace.path}/${id}/runs`} {...props} />}
          >
            {t('automation.scheduledExports.runs.title')}
          </Button>
          {can.includes('update') ? <RunButton id={id} /> : null}
        </>
      )}
    >
      {(found) => <Fields found={found} />}
    </EditPage>
  )
}

function Fields({ found }: { found?: ScheduledExport }) {
  const { t } = useTranslation()
  const { values, set } = useForm()
  return (
    <>
      <FormSection
        title={t('automation.scheduledExports.noun')}
        text={t('automation.scheduledExports.section.whatText')}
      >
        {found?.owner ? <p>{t('automation.scheduledExports.ownerNote', { name: found.owner })}</p> : null}
        <Field name="name" />
        <Field name="enabled" />
        <Field name="report_id">
          {({ onChange, ...input }) => (
            <ReportField
              {...input}
              purpose="export"
              known={found?.report ?? null}
              isRemoved={found?.report_id === null}
              onChange={(report_id) => {
                onChange(report_id)
                set({ pages: null })
              }}
            />
          )}
        </Field>
        <Field name="pages">{(input) => <Pages {...input} />}</Field>
        <Field name="format" />
        <Field name="language" />
      </FormSection>
      <FormSection
        title={t('automation.scheduledExports.section.when')}
        text={t('automation.scheduledExports.section.whenText')}
      >
        <ScheduleFields />
      </FormSection>
      <FormSection
        title={t('automation.scheduledExports.section.who')}
        text={t('automation.scheduledExports.section.whoText')}
      >
        <ExportMailNote />
        <GranteesField
          grantees={values as Grantees}
          onChange={set}
          groupLabel={t('automation.scheduledExports.addGroup')}
          personLabel={t('automation.scheduledExports.addPerson')}
        />
      </FormSection>
    </>
  )
}

/** The pages of the chosen report, as its service names them. */
function Pages({ name, label, description, error, value, onChange }: FieldInput) {
  const clearable = useClearable()
  const { report_id } = useForm().values
  const id = typeof report_id === 'string' ? report_id : ''
  const { data = [] } = useCallQuery(listGrantPages, { report_id: id }, { enabled: id !== '', freshFor: 60_000 })
  const chosen = Array.isArray(value) ? (value as string[]) : []
  const known = data.map((each) => ({ value: each.name, label: each.display_name }))
  const gone = chosen.filter((each) => !data.some((found) => found.name === each))
  return (
    <MultiSelect
      id={name}
      label={label}
      description={description}
      error={error}
      disabled={id === ''}
      {...clearable}
      data={[...known, ...gone.map((each) => ({ value: each, label: each }))]}
      value={chosen}
      onChange={(pages) => onChange(pages.length === 0 ? null : pages)}
    />
  )
}
