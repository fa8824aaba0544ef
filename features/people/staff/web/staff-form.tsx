import { useTranslation } from 'react-i18next'
import { LanguageSelect } from '#platform/web/language/language-select.tsx'
import { Field } from '#platform/web/pages/field.tsx'
import { AddPage } from '#platform/web/pages/form-page.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { addStaff } from '../contract.ts'
import { InvitationLink } from '#features/people/users/web/exports.tsx'

export function AddStaff() {
  const { t } = useTranslation()
  const { language } = useSession()
  return (
    <AddPage
      call={addStaff}
      phrasePrefix="people.staff"
      path="/staff"
      blank={{ name: '', email: '', language }}
      doneText={({ email }) => t('people.users.invited', { email: String(email) })}
      renderDone={({ link }, { name }, goBack) =>
        link === null ? null : <InvitationLink name={String(name)} link={link} onClose={goBack} />
      }
    >
      <FormSection title={t('people.staff.section.person')} text={t('people.staff.section.personText')}>
        <Field name="name" />
        <Field name="email" />
        <Field name="language">{({ value, ...field }) => <LanguageSelect {...field} value={value as string} />}</Field>
      </FormSection>
    </AddPage>
  )
}
