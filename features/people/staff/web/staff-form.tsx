import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { languages } from '#catalogue/languages.ts'
import { languageNames } from '#platform/web/language/language-names.ts'
import { Field } from '#platform/web/pages/field.tsx'
import { AddPage } from '#platform/web/pages/form-page.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { addStaff } from '../contract.ts'
import { StaffLink } from './staff-link.tsx'

export function AddStaff() {
  const { t } = useTranslation()
  const { language } = useSession()
  return (
    <AddPage
      call={addStaff}
      words="people.staff"
      path="/staff"
      blank={{ name: '', email: '', language }}
      doneText={({ email }) => t('people.users.invited', { email: String(email) })}
      renderDone={({ link }, { name }, goBack) =>
        link === null ? null : <StaffLink name={String(name)} link={link} onClose={goBack} />
      }
    >
      <FormSection title={t('people.staff.section.person')} text={t('people.staff.section.personText')}>
        <Field name="name" />
        <Field name="email" />
        <Field name="language">
          {({ value, onChange, ...field }) => (
            <NativeSelect
              {...field}
              data={languages.map((name) => ({ value: name, label: languageNames[name] }))}
              value={value as string}
              onChange={({ currentTarget }) => onChange(currentTarget.value)}
            />
          )}
        </Field>
      </FormSection>
    </AddPage>
  )
}
