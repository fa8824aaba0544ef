import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { LanguageSelect } from '#platform/web/language/language-select.tsx'
import { showLanguage } from '#platform/web/language/language.ts'
import { useGoBack } from '#platform/web/routing/path.tsx'
import { UnitPhoneField } from '#platform/web/masks/unit-phone-field.tsx'
import { FormLayout, FormSection, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { type Draft, useDraft } from '#platform/web/ui/use-draft.ts'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { profileWireNames, type readProfile, updateProfile } from '../contract.ts'
import classes from './profile-page.module.css'

type Profile = ReceivedOf<typeof readProfile>
type Values = Pick<Profile, 'name' | 'language'> & { phone: string }

type ProfileFormProps = { record: Profile; onReload: () => void }

/** The form of the person's own data. After saving, it is mounted again in the chosen language. */
export function ProfileForm({ record, onReload }: ProfileFormProps) {
  const { t } = useTranslation()
  const goBack = useGoBack('/')
  const answers = useQueryClient()
  const draft = useDraft<Values>({ name: record.name, language: record.language, phone: record.phone ?? '' })
  const label = (field: string) => t(`people.profile.field.${field as 'phone'}`)
  const submission = useSubmit(updateProfile, {
    values: draft.values,
    wireNames: profileWireNames,
    label,
    // The configuration is loaded again, because it contains the name in the frame and the language of the next visit.
    refreshes: [readConfig],
    onDone: () => {
      void showLanguage(draft.values.language).then(() => {
        // All answers are loaded again, because names of reports and groups are in the person's language.
        if (draft.changed.includes('language')) void answers.invalidateQueries()
        toastDone(t('general.toast.saved', { name: draft.values.name }))
        onReload()
      })
    },
  })
  return (
    <FormLayout
      submission={submission}
      changed={draft.changed.map((key) => label({ ...profileWireNames }[key as 'name'] ?? key))}
      action={t('general.action.save')}
      onSubmit={() => submission.submit({ version: record.version, ...draft.changes })}
      onCancel={goBack}
      onReload={onReload}
    >
      <Fields draft={draft} faults={submission.faults} record={record} />
    </FormLayout>
  )
}

type FieldsProps = { draft: Draft<Values>; faults: Readonly<Record<string, string>>; record: Profile }

function Fields({ draft: { values, set }, faults, record }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('people.profile.section.person')} text={t('people.profile.section.personText')}>
      <TextInput
        name="nome_usuario"
        label={t('people.profile.field.nome_usuario')}
        error={faults['nome_usuario']}
        maxLength={120}
        autoComplete="name"
        value={values.name}
        onChange={({ currentTarget: { value } }) => set({ name: value })}
      />
      <Fact label={t('people.profile.field.email')} value={record.email} help={t('people.profile.help.email')} />
      {record.can.includes('update_phone') ? (
        <UnitPhoneField
          name="phone"
          label={<OptionalLabel>{t('people.profile.field.phone')}</OptionalLabel>}
          description={t('people.profile.help.phone')}
          error={faults['phone']}
          autoComplete="tel"
          value={values.phone}
          onChange={(phone) => set({ phone })}
        />
      ) : null}
      {record.department ? <Fact label={t('people.profile.field.department')} value={record.department} /> : null}
      <LanguageSelect
        name="language"
        label={t('people.profile.field.language')}
        error={faults['language']}
        value={values.language}
        onChange={(language) => set({ language })}
      />
    </FormSection>
  )
}

/** A value that other people maintain: displayed as text, not as a disabled input. */
function Fact({ label, value, help }: { label: string; value: string; help?: string }) {
  return (
    <div>
      <p className={classes.label}>{label}</p>
      <p className={classes.value}>{value}</p>
      {help === undefined ? null : <p className={classes.quiet}>{help}</p>}
    </div>
  )
}
