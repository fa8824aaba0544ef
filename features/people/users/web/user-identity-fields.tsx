import { Alert, TextInput } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#catalogue/languages.ts'
import { NewPasswordField, plainPolicy, policyOf } from '#features/identity/passwords/web/exports.tsx'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { LanguageSelect } from '#platform/web/language/language-select.tsx'
import { UnitPhoneField } from '#platform/web/masks/unit-phone-field.tsx'
import { FormSection, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import type { Draft } from '#platform/web/ui/use-draft.ts'
import { readUserPasswordRules } from '../contract.ts'

export type IdentityValues = {
  name: string
  email: string
  phone: string
  language: Language
  department: string
  password: string
}

type IdentityFieldsProps = {
  draft: { values: IdentityValues; set: Draft<IdentityValues>['set'] }
  faults: Readonly<Record<string, string>>
  passwordSet: boolean
  /** Id of the person; absent for a new one. */
  userId?: string | undefined
  /** The server's `can` for this person; absent for a new one. */
  can?: readonly string[]
  /** True: the directory maintains the person. */
  managed?: boolean
}

/** The person's identity and sign-in data, maintained by their home business unit. */
export function IdentityFields({ draft, faults, passwordSet, userId, can, managed = false }: IdentityFieldsProps) {
  const { t } = useTranslation()
  const { values, set } = draft
  const isFixed = can !== undefined && !can.includes('update_identity')
  return (
    <>
      <FormSection title={t('people.users.section.person')} text={t('people.users.section.personText')}>
        {isFixed ? (
          <Alert variant="light" color="gray" icon={<IconInfoCircle aria-hidden />}>
            {t(managed ? 'people.users.identityManaged' : 'people.users.identityElsewhere')}
          </Alert>
        ) : null}
        <NameAndEmail
          {...{ draft, faults, isFixed }}
          isEmailFixed={can !== undefined && !can.includes('change_email')}
        />
        <UnitPhoneField
          name="phone"
          label={<OptionalLabel>{t('people.users.field.phone')}</OptionalLabel>}
          description={t('people.users.help.phone')}
          error={faults['phone']}
          disabled={managed}
          value={values.phone}
          onChange={(phone) => set({ phone })}
        />
        <TextInput
          name="department"
          label={<OptionalLabel>{t('people.users.field.department')}</OptionalLabel>}
          error={faults['department']}
          maxLength={80}
          disabled={managed}
          value={values.department}
          onChange={({ currentTarget: { value } }) => set({ department: value })}
        />
        <LanguageSelect
          name="language"
          label={t('people.users.field.language')}
          error={faults['language']}
          disabled={isFixed}
          value={values.language}
          onChange={(language) => set({ language })}
        />
      </FormSection>
      {can === undefined || can.includes('set_password') ? (
        <FormSection
          title={t('people.users.section.password')}
          text={t(passwordSet ? 'people.users.section.passwordText' : 'people.users.section.firstPasswordText')}
        >
          <NewPassword draft={draft} fault={faults['password']} isSet={passwordSet} userId={userId} />
        </FormSection>
      ) : null}
    </>
  )
}

type NameAndEmailProps = {
  draft: { values: { name: string; email: string }; set: (part: { name?: string; email?: string }) => void }
  faults: Readonly<Record<string, string>>
  isFixed?: boolean
  isEmailFixed?: boolean
}

export function NameAndEmail({
  draft: { values, set },
  faults,
  isFixed = false,
  isEmailFixed = false,
}: NameAndEmailProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        name="nome_usuario"
        label={t('people.users.field.nome_usuario')}
        error={faults['nome_usuario']}
        maxLength={120}
        disabled={isFixed}
        value={values.name}
        onChange={({ currentTarget: { value } }) => set({ name: value })}
      />
      <TextInput
        name="email"
        type="email"
        label={t('people.users.field.email')}
        description={t('people.users.help.email')}
        error={faults['email']}
        maxLength={254}
        autoComplete="off"
        disabled={isEmailFixed}
        value={values.email}
        onChange={({ currentTarget: { value } }) => set({ email: value })}
      />
    </>
  )
}

type NewPasswordProps = {
  draft: { values: { password: string }; set: (part: { password?: string }) => void }
  fault: string | undefined
  isSet: boolean
  /** Id of the person, whose business units decide the password rules; absent for a new one. */
  userId?: string | undefined
}

export function NewPassword({ draft: { values, set }, fault, isSet, userId }: NewPasswordProps) {
  const { t } = useTranslation()
  const { data } = useCallQuery(readUserPasswordRules, { id: userId }, { freshFor: 60_000 })
  return (
    <NewPasswordField
      name="password"
      label={<OptionalLabel>{t(isSet ? 'people.users.newPassword' : 'people.users.field.password')}</OptionalLabel>}
      description={t(isSet ? 'people.users.help.newPassword' : 'people.users.help.password')}
      error={fault}
      isOptional
      policy={data ? policyOf(data) : plainPolicy}
      value={values.password}
      onChange={(password) => set({ password })}
    />
  )
}
