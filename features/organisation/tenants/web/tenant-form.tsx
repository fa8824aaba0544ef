import { Anchor, Switch, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { defaultLanguage } from '#catalogue/languages.ts'
import type { Hideable } from '#catalogue/screens.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { Field, type FieldInput } from '#platform/web/pages/field.tsx'
import { LanguageSelect } from '#platform/web/language/language-select.tsx'
import { AddPage, EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useCan } from '#platform/web/session/use-session.ts'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { FormSection, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { NumberField } from '#platform/web/ui/number-field.tsx'
import { addTenant, readTenant, readTenantOptions, updateTenant, userLimits } from '../contract.ts'
import { HiddenScreens } from './hidden-screens.tsx'
import { useContractLimit } from './contract-limit.tsx'
import { PartnerField, useSeesPartners } from './partner-choice.tsx'
import { MainDomain, ToDomains } from './tenant-domains.tsx'
import { TenantAdded } from './tenant-added.tsx'
import { tenantPlace } from './tenant-place.ts'

const blank = {
  name: '',
  partner_id: '',
  subdomain: '',
  default_language: defaultLanguage,
  user_limit: userLimits.default as number,
  allow_adding_reports: true,
  restrict_accounts: false,
  default_for_sso: false,
  registration_enabled: false,
  default_for_registration: false,
  trial_ends: null as string | null,
  hidden_menu: [] as string[],
  maintenance: false,
  enabled: true,
  allow_access_remote: true,
}

const page = {
  ...tenantPlace,
  wireNames: { partner_id: 'parceiro_id', admin_name: 'nome_usuario', admin_email: 'email' },
  // The session is loaded again, because the unit switcher of the frame lists the business units.
  reloadsSession: true,
} as const

export function AddTenant() {
  const { data } = useCallQuery(readTenantOptions, {}, { freshFor: 60_000 })
  return (
    // A partner's staff add units to their own partner, so they choose no partner.
    <AddPage
      {...page}
      call={addTenant}
      blank={{ ...blank, admin_name: '', admin_email: '' }}
      check={({ admin_name, admin_email }) => halfOf(admin_name, admin_email)}
      wireOf={({ partner_id, admin_name, admin_email, ...fields }) => ({
        ...fields,
        ...(partner_id !== '' && { partner_id }),
        ...(admin_name !== '' && { admin_name }),
        ...(admin_email !== '' && { admin_email }),
      })}
      renderDone={(answer, draft, goBack) => (
        <TenantAdded
          {...answer}
          name={String(draft['name'])}
          host={`${String(draft['subdomain'])}.${data?.host ?? ''}`}
          administrator={{ name: String(draft['admin_name']), email: String(draft['admin_email']) }}
          onClose={goBack}
        />
      )}
    >
      <Fields unit={null} />
    </AddPage>
  )
}

/** The fault of a first administrator who has only a name or only an e-mail. */
function halfOf(name: unknown, email: unknown): Record<string, 'required'> {
  if (name === undefined && email !== undefined) return { nome_usuario: 'required' }
  return name !== undefined && email === undefined ? { email: 'required' } : {}
}

export function EditTenant() {
  return (
    <EditPage
      {...page}
      read={readTenant}
      update={updateTenant}
      draftOf={draftOf}
      renderAside={({ partner, client, domain }) => (
        <>
          <Behind partner={partner} client={client} />
          <br />
          <MainDomain host={domain} />
        </>
      )}
      renderWays={({ id }) => <ToDomains filter={`tenant_id=${id}`} />}
    >
      {(unit) => <Fields unit={unit} />}
    </EditPage>
  )
}

/** The partner of the business unit, and the client who is billed for it; the client is a link for people who manage clients. */
function Behind({ partner, client }: Pick<ReceivedOf<typeof readTenant>, 'partner' | 'client'>) {
  const { t } = useTranslation()
  const mayKeep = useCan('client.read')
  if (client === null) return partner
  return (
    <>
      {partner} · {t('organisation.tenants.field.client')}:{' '}
      {mayKeep ? (
        <Anchor component={PathLink} to={`/client/${client.id}`} inherit underline="always">
          {client.name}
        </Anchor>
      ) : (
        client.name
      )}
    </>
  )
}

const draftOf = (record: ReceivedOf<typeof readTenant>): typeof blank => {
  const { name, partner_id, subdomain, default_language, user_limit, allow_adding_reports, restrict_accounts } = record
  const { trial_ends, hidden_menu, maintenance, enabled, registration_enabled, default_for_registration } = record
  const registration = { default_for_sso: record.default_for_sso, registration_enabled, default_for_registration }
  const { allow_access_remote } = record
  const flags = { allow_access_remote, allow_adding_reports, restrict_accounts, ...registration, maintenance, enabled }
  const where = { subdomain, default_language }
  return { name, partner_id, ...where, user_limit, trial_ends, hidden_menu, ...flags }
}

type FieldsProps = {
  /** Null for a new business unit. */
  unit: ReceivedOf<typeof readTenant> | null
}

function Fields({ unit }: FieldsProps) {
  const { t } = useTranslation()
  const { values } = useForm()
  const seesPartners = useSeesPartners()
  return (
    <>
      <FormSection title={t('organisation.tenants.section.what')} text={t('organisation.tenants.section.whatText')}>
        {unit === null && seesPartners ? <Owner /> : null}
        <Field name="name" />
      </FormSection>
      <FormSection title={t('organisation.tenants.section.where')} text={t('organisation.tenants.section.whereText')}>
        <Field name="subdomain">{(field) => <Subdomain {...field} />}</Field>
        <Field name="default_language">
          {({ value, ...field }) => <LanguageSelect {...field} value={value as string} />}
        </Field>
      </FormSection>
      {unit === null ? (
        <FormSection
          title={t('organisation.tenants.section.administrator')}
          text={t('organisation.tenants.section.administratorText')}
        >
          <Administrator name="nome_usuario" draftName="admin_name" maxLength={120} />
          <Administrator name="email" draftName="admin_email" type="email" maxLength={254} />
        </FormSection>
      ) : null}
      <FormSection title={t('organisation.tenants.section.limits')} text={t('organisation.tenants.section.limitsText')}>
        <Field name="user_limit">{(field) => <UserLimit {...field} unit={unit} />}</Field>
        <Field name="trial_ends" />
        <Field name="allow_adding_reports" />
        <Field name="restrict_accounts" />
        <Field name="default_for_sso" />
        <Field name="registration_enabled" />
        {values['registration_enabled'] ? <Field name="default_for_registration" /> : null}
      </FormSection>
      <FormSection
        title={t('organisation.tenants.field.hidden_menu')}
        text={t('organisation.tenants.section.hiddenText')}
      >
        <Field name="hidden_menu">{(field) => <HiddenScreens {...field} value={field.value as Hideable[]} />}</Field>
      </FormSection>
      {unit === null ? null : (
        <FormSection title={t('organisation.tenants.section.state')} text={t('organisation.tenants.section.stateText')}>
          {seesPartners ? <Field name="maintenance" /> : null}
          <Field name="enabled" />
          <Field name="allow_access_remote">{(field) => <StaffEntry {...field} />}</Field>
        </FormSection>
      )}
    </>
  )
}

/** Whether staff may enter. Closing a business unit to oneself is confirmed. */
function StaffEntry({ value, onChange, ...field }: FieldInput) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const question = {
    title: t('organisation.tenants.staffEntry.title'),
    text: t('organisation.tenants.staffEntry.text'),
  }
  const change = async (isOpen: boolean) => {
    if (isOpen || (await confirm(question))) onChange(isOpen)
  }
  return (
    <Switch {...field} checked={value === true} onChange={({ currentTarget: { checked } }) => void change(checked)} />
  )
}

/** The partner of the business unit. */
function Owner() {
  const { t } = useTranslation()
  const { values, set, faults } = useForm()
  return (
    <PartnerField
      name="parceiro_id"
      label={t('organisation.tenants.field.parceiro_id')}
      description={undefined}
      error={faults['parceiro_id']}
      value={values['partner_id'] || null}
      onChange={(id) => set({ partner_id: id ?? '' })}
    />
  )
}

type AdministratorProps = {
  name: 'nome_usuario' | 'email'
  draftName: 'admin_name' | 'admin_email'
  type?: 'email'
  maxLength: number
}

/** An input for the first administrator: the name or the e-mail. */
function Administrator({ name, draftName, ...input }: AdministratorProps) {
  const { t } = useTranslation()
  const { values, set, faults } = useForm()
  return (
    <TextInput
      {...input}
      name={name}
      label={<OptionalLabel>{t(`organisation.tenants.field.${name}`)}</OptionalLabel>}
      error={faults[name]}
      autoComplete="off"
      value={String(values[draftName])}
      onChange={({ currentTarget: { value } }) => set({ [draftName]: value })}
    />
  )
}

type HostNameProps = FieldInput & Omit<TextInputProps, keyof FieldInput>

function HostName({ value, onChange, ...field }: HostNameProps) {
  return (
    <TextInput
      {...field}
      autoCapitalize="none"
      spellCheck={false}
      value={value as string}
      onChange={({ currentTarget }) => onChange(currentTarget.value.toLowerCase())}
    />
  )
}

/** The input for the subdomain, followed by the platform's domain. */
function Subdomain(field: FieldInput) {
  const { data } = useCallQuery(readTenantOptions, {}, { freshFor: 60_000 })
  const host = (
    <Text size="sm" c="dimmed">
      .{data?.host}
    </Text>
  )
  const section = {
    rightSection: host,
    rightSectionWidth: `${(data?.host.length ?? 0) + 3}ch`,
    rightSectionProps: { style: { justifyContent: 'end', paddingInlineEnd: '0.75rem' } },
    rightSectionPointerEvents: 'none',
  } as const
  return <HostName {...field} {...section} maxLength={63} />
}

function UserLimit({ value, onChange, unit, ...field }: FieldInput & FieldsProps) {
  const { t } = useTranslation()
  const contractLimitOf = useContractLimit()
  const sentences = unit && [t('organisation.tenants.help.user_limit', { count: unit.users }), contractLimitOf(unit)]
  return (
    <NumberField
      {...field}
      description={sentences?.filter((sentence) => sentence !== null).join(' ')}
      styles={{ wrapper: { maxWidth: '12rem' } }}
      whole
      allowNegative={false}
      max={userLimits.max}
      clampBehavior="none"
      value={value as number}
      onChange={(limit) => onChange(limit ?? 0)}
    />
  )
}
