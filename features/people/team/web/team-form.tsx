import { Alert, Anchor, PasswordInput } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PartnerField, useSeesPartners } from '#features/organisation/tenants/web/exports.tsx'
import { LanguageSelect } from '#platform/web/language/language-select.tsx'
import { Field, type FieldInput } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage } from '#platform/web/pages/form-page.tsx'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { FormSection, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { partnerCalls } from '#features/organisation/partners/contract.ts'
import { addTeamMember, readTeamMember, updateTeamMember } from '../contract.ts'

export function AddTeamMember() {
  const { language } = useSession()
  const { search } = useLocation()
  const { parceiro_id = null } = search as { parceiro_id?: string }
  return (
    <AddPage
      call={addTeamMember}
      phrasePrefix="people.team"
      path="/team"
      refreshes={[partnerCalls.list]}
      blank={{ name: '', email: '', language, password: '', parceiro_id }}
      wireOf={({ parceiro_id: to, ...fields }) => ({ ...fields, ...(to !== null && { parceiro_id: to }) })}
    >
      <Fields />
    </AddPage>
  )
}

export function EditTeamMember() {
  const { t } = useTranslation()
  const { user } = useSession()
  return (
    <EditPage
      read={readTeamMember}
      update={updateTeamMember}
      phrasePrefix="people.team"
      path="/team"
      draftOf={({ name, language, billing_administrator, support_agent }) => ({
        name,
        language,
        billing_administrator,
        support_agent,
        password: '',
      })}
      wireOf={({ password, ...fields }) => ({ ...fields, ...(password ? { password } : {}) })}
      renderAside={({ email }) => email}
    >
      {({ id, can }) => (
        <>
          {id === user.id ? <Own /> : null}
          <FormSection title={t('people.team.section.person')} text={t('people.team.section.personText')}>
            <Field name="name" />
            <LanguageField />
          </FormSection>
          {can.includes('grant_billing') ? (
            <FormSection title={t('business.billing.title')} text={t('people.team.section.billingText')}>
              <Field name="billing_administrator" />
            </FormSection>
          ) : null}
          <FormSection title={t('helpDesk.tickets.title')} text={t('people.team.section.ticketsText')}>
            <Field name="support_agent" />
          </FormSection>
          {id === user.id || !can.includes('set_password') ? null : (
            <FormSection title={t('people.users.section.password')} text={t('people.team.section.newPasswordText')}>
              <Field name="password">
                {(field) => (
                  <PasswordField
                    {...field}
                    label={<OptionalLabel>{t('people.users.newPassword')}</OptionalLabel>}
                    description={t('people.team.help.newPassword')}
                  />
                )}
              </Field>
            </FormSection>
          )}
        </>
      )}
    </EditPage>
  )
}

/** The note on the caller's own record: why it cannot be changed here, and where it can. */
function Own() {
  const { t } = useTranslation()
  return (
    <Alert variant="light" color="gray" icon={<IconInfoCircle aria-hidden />}>
      {t('people.team.own')}{' '}
      <Anchor component={PathLink} to="/profile" inherit underline="always">
        {t('frame.account')}
      </Anchor>
    </Alert>
  )
}

function Fields() {
  const { t } = useTranslation()
  const seesPartners = useSeesPartners()
  return (
    <>
      <FormSection title={t('people.team.section.person')} text={t('people.team.section.personText')}>
        {seesPartners ? <Field name="parceiro_id">{(field) => <PartnerField {...field} />}</Field> : null}
        <Field name="name" />
        <Field name="email" />
        <LanguageField />
      </FormSection>
      <FormSection title={t('people.team.section.password')} text={t('people.team.section.passwordText')}>
        <Field name="password">{(field) => <PasswordField {...field} />}</Field>
      </FormSection>
    </>
  )
}

function LanguageField() {
  return <Field name="language">{({ value, ...field }) => <LanguageSelect {...field} value={value as string} />}</Field>
}

function PasswordField({ value, onChange, ...field }: FieldInput) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      {...field}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('people.users.showPassword') }}
      value={value as string}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
