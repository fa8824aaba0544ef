import { NumberInput, Select, Switch, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Hideable } from '#catalogue/screens.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useAsk } from '#platform/web/client/use-ask.ts'
import { useRecord } from '#platform/web/client/use-record.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { useGoBack, usePathPart } from '#platform/web/routing/path.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormLayout, FormSection, FormSkeleton, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { type Draft, useDraft } from '#platform/web/ui/use-draft.ts'
import { addTenant, readTenant, readTenantOptions, updateTenant, userLimits } from '../contract.ts'
import { HiddenScreens } from './picker.tsx'

/** Not shown until they have an effect: the defaults for single sign-on and registration, and whether one may register. */
type Values = {
  name: string
  partner_id: string
  subdomain: string
  domain: string
  user_limit: number
  allow_adding_reports: boolean
  restrict_accounts: boolean
  trial_ends: string | null
  hidden_menu: Hideable[]
  maintenance: boolean
  enabled: boolean
}

const blank: Values = {
  name: '',
  partner_id: '',
  subdomain: '',
  domain: '',
  user_limit: userLimits.default,
  allow_adding_reports: true,
  restrict_accounts: false,
  trial_ends: null,
  hidden_menu: [],
  maintenance: false,
  enabled: true,
}
const listPath = '/companies'

export function AddTenant() {
  const { t } = useTranslation()
  const draft = useDraft(blank)
  const form = useForm(addTenant)
  const { partner_id, ...fields } = draft.values
  return (
    <>
      <PageHeader title={t('tenants.add')} />
      <FormLayout
        submission={form.submission}
        changed={draft.changed.map(form.changeLabel)}
        action={t('general.action.add')}
        onSubmit={() => form.submission.submit({ ...fields, ...(partner_id && { partner_id }) })}
        onCancel={form.goBack}
      >
        <Fields draft={draft} faults={form.submission.faults} users={null} />
      </FormLayout>
    </>
  )
}

export function EditTenant() {
  const id = usePathPart('id')
  const { record, failure, reload, round } = useRecord(readTenant, { id })
  if (failure) return <FailedState failure={failure} onRetry={reload} />
  return (
    <>
      <PageHeader title={record?.name ?? '…'} text={record?.partner} />
      {record ? <EditForm key={round} record={record} onReload={reload} /> : <FormSkeleton sections={4} />}
    </>
  )
}

type EditFormProps = { record: ReceivedOf<typeof readTenant>; onReload: () => void }

function EditForm({ record, onReload }: EditFormProps) {
  const { t } = useTranslation()
  const { id, version, can, users, name, partner_id, subdomain, domain, user_limit } = record
  const { allow_adding_reports, restrict_accounts, trial_ends, hidden_menu, maintenance, enabled } = record
  const flags = {
    allow_adding_reports,
    restrict_accounts,
    trial_ends,
    hidden_menu: hidden_menu as Hideable[],
    maintenance,
    enabled,
  }
  const draft = useDraft<Values>({ name, partner_id, subdomain, domain: domain ?? '', user_limit, ...flags })
  const form = useForm(updateTenant)
  return (
    <FormLayout
      submission={form.submission}
      changed={draft.changed.map(form.changeLabel)}
      action={t('general.action.save')}
      editable={can.includes('update')}
      onSubmit={() => form.submission.submit({ id, version, ...draft.changes })}
      onCancel={form.goBack}
      onReload={onReload}
    >
      <Fields draft={draft} faults={form.submission.faults} users={users} />
    </FormLayout>
  )
}

type FieldName =
  | 'name'
  | 'parceiro_id'
  | 'subdomain'
  | 'domain'
  | 'user_limit'
  | 'trial_ends'
  | 'hidden_menu'
  | FlagName

/** What adding and editing share: where the form leads, and what its fields are called. */
function useForm<C extends typeof addTenant | typeof updateTenant>(call: C) {
  const { t } = useTranslation()
  const goBack = useGoBack(listPath)
  const label = (field: string) => t(`tenants.field.${field as FieldName}`)
  const onDone = () => {
    toastDone()
    goBack()
  }
  const changeLabel = (key: keyof Values) => label(key === 'partner_id' ? 'parceiro_id' : key)
  return { goBack, changeLabel, submission: useSubmit(call, { label, onDone }) }
}

type FieldsProps = {
  draft: Draft<Values>
  faults: Readonly<Record<string, string>>
  /** People who take a place; null for a business unit that is being added. */
  users: number | null
}

function Fields({ draft, faults, users }: FieldsProps) {
  const { t } = useTranslation()
  const isPlatform = useSession().user.partnerId === null
  const { values, set } = draft
  return (
    <>
      <FormSection title={t('tenants.section.what')} text={t('tenants.section.whatText')}>
        {users === null ? <PartnerField draft={draft} error={faults['parceiro_id']} /> : null}
        <TextInput
          name="name"
          label={t('tenants.field.name')}
          error={faults['name']}
          maxLength={120}
          value={values.name}
          onChange={({ currentTarget: { value } }) => set({ name: value })}
        />
      </FormSection>
      <FormSection title={t('tenants.section.where')} text={t('tenants.section.whereText')}>
        <AddressFields draft={draft} faults={faults} />
      </FormSection>
      <FormSection title={t('tenants.section.limits')} text={t('tenants.section.limitsText')}>
        <LimitFields draft={draft} faults={faults} users={users} />
      </FormSection>
      <FormSection title={t('tenants.field.hidden_menu')} text={t('tenants.section.hiddenText')}>
        <HiddenScreens
          name="hidden_menu"
          error={faults['hidden_menu']}
          value={values.hidden_menu}
          onChange={(hidden_menu) => set({ hidden_menu })}
        />
      </FormSection>
      {users === null ? null : (
        <FormSection title={t('tenants.section.state')} text={t('tenants.section.stateText')}>
          {isPlatform ? <FlagField draft={draft} name="maintenance" /> : null}
          <FlagField draft={draft} name="enabled" />
        </FormSection>
      )}
    </>
  )
}

/** A partner adds to itself; the platform's staff say to whom. */
function PartnerField({ draft: { values, set }, error }: { draft: Draft<Values>; error: string | undefined }) {
  const { t } = useTranslation()
  const isPlatform = useSession().user.partnerId === null
  const { data } = useAsk(readTenantOptions, {}, { enabled: isPlatform, freshFor: 60_000 })
  if (!isPlatform) return null
  return (
    <Select
      name="parceiro_id"
      label={t('tenants.field.parceiro_id')}
      error={error}
      searchable
      data={data?.partners ?? []}
      value={values.partner_id || null}
      onChange={(value) => set({ partner_id: value ?? '' })}
    />
  )
}

function AddressFields({ draft: { values, set }, faults }: Pick<FieldsProps, 'draft' | 'faults'>) {
  const { t } = useTranslation()
  const { data } = useAsk(readTenantOptions, {}, { freshFor: 60_000 })
  return (
    <>
      <TextInput
        name="subdomain"
        label={t('tenants.field.subdomain')}
        description={t('tenants.help.subdomain')}
        error={faults['subdomain']}
        maxLength={63}
        autoCapitalize="none"
        spellCheck={false}
        value={values.subdomain}
        rightSection={
          <Text size="sm" c="dimmed">
            .{data?.host}
          </Text>
        }
        rightSectionWidth={`${(data?.host.length ?? 0) + 3}ch`}
        rightSectionProps={{ style: { justifyContent: 'end', paddingInlineEnd: '0.75rem' } }}
        rightSectionPointerEvents="none"
        onChange={({ currentTarget: { value } }) => set({ subdomain: value.toLowerCase() })}
      />
      <TextInput
        name="domain"
        label={<OptionalLabel>{t('tenants.field.domain')}</OptionalLabel>}
        description={t('tenants.help.domain')}
        error={faults['domain']}
        maxLength={253}
        autoCapitalize="none"
        spellCheck={false}
        value={values.domain}
        onChange={({ currentTarget: { value } }) => set({ domain: value.toLowerCase() })}
      />
    </>
  )
}

function LimitFields({ draft, faults, users }: FieldsProps) {
  const { t } = useTranslation()
  const { values, set } = draft
  return (
    <>
      <NumberInput
        name="user_limit"
        label={t('tenants.field.user_limit')}
        description={users === null ? undefined : t('tenants.help.user_limit', { count: users })}
        error={faults['user_limit']}
        w="12rem"
        maw="100%"
        allowDecimal={false}
        allowNegative={false}
        max={userLimits.max}
        clampBehavior="none"
        value={values.user_limit}
        onChange={(value) => set({ user_limit: Number(value) })}
      />
      <TextInput
        name="trial_ends"
        type="date"
        label={<OptionalLabel>{t('tenants.field.trial_ends')}</OptionalLabel>}
        description={t('tenants.help.trial_ends')}
        error={faults['trial_ends']}
        styles={{ input: { maxWidth: '12rem' } }}
        value={values.trial_ends ?? ''}
        onChange={({ currentTarget: { value } }) => set({ trial_ends: value || null })}
      />
      <FlagField draft={draft} name="allow_adding_reports" />
      <FlagField draft={draft} name="restrict_accounts" />
    </>
  )
}

type FlagName = 'allow_adding_reports' | 'restrict_accounts' | 'maintenance' | 'enabled'

function FlagField({ draft: { values, set }, name }: { draft: Draft<Values>; name: FlagName }) {
  const { t } = useTranslation()
  return (
    <Switch
      name={name}
      label={t(`tenants.field.${name}`)}
      description={t(`tenants.help.${name}`)}
      checked={values[name]}
      onChange={({ currentTarget: { checked } }) => set({ [name]: checked })}
    />
  )
}
