import { useTranslation } from 'react-i18next'
import { AddPage, EditPage } from '#platform/web/pages/form-page.tsx'
import { Field } from '#platform/web/pages/field.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { type Interval } from '#platform/contract/week.ts'
import { shiftCalls } from '../contract.ts'
import { shiftPlace } from './shift-place.ts'
import { WeeklyHours } from '#platform/web/ui/weekly-hours.tsx'

/** The initial value: Monday to Friday, in working hours. */
const office = ([1, 2, 3, 4, 5] as const).map((day): Interval => ({ day, from: '08:00', to: '18:00' }))

export const AddShift = () => (
  <AddPage call={shiftCalls.add} {...shiftPlace} blank={{ name: '', hours: office }}>
    <Fields />
  </AddPage>
)

export const EditShift = () => (
  <EditPage read={shiftCalls.read} update={shiftCalls.update} {...shiftPlace}>
    <Fields />
  </EditPage>
)

function Fields() {
  const { t } = useTranslation()
  return (
    <>
      <FormSection title={t('organisation.shifts.noun')} text={t('organisation.shifts.section.whatText')}>
        <Field name="name" />
      </FormSection>
      <FormSection title={t('organisation.shifts.field.hours')} text={t('organisation.shifts.section.hoursText')}>
        <Field name="hours">
          {({ value, error, onChange }) => (
            <WeeklyHours
              hours={value as Interval[]}
              error={error}
              noneText={t('organisation.shifts.free')}
              onChange={onChange}
            />
          )}
        </Field>
      </FormSection>
    </>
  )
}
