import { Button, Group, PasswordInput, Radio, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Field } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { PathLink } from '#platform/web/routing/path.tsx'
import { FormSection, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import {
  type AccountKind,
  accountKinds,
  accountWireNames,
  addAccount,
  readAccount,
  updateAccount,
} from '../contract.ts'
import { ConnectionTest } from './embedding-connection.tsx'
import { accountPlace } from './embedding-place.ts'

type Values = {
  name: string
  kind: AccountKind
  directory_id: string
  app_id: string
  object_id: string
  /** The typed secret; empty: the stored secret stays. */
  secret: string
} & Record<CapacityField, string>

/** The fields of the license capacity at Azure. */
const capacityFields = [
  'subscription_id',
  'azure_workspace_id',
  'resource_group',
  'capacity_name',
  'capacity_size',
] as const
type CapacityField = (typeof capacityFields)[number]

const noCapacity = {
  subscription_id: '',
  azure_workspace_id: '',
  resource_group: '',
  capacity_name: '',
  capacity_size: '',
}

const blank: Values = {
  name: '',
  kind: 'powerbi',
  directory_id: '',
  app_id: '',
  object_id: '',
  secret: '',
  ...noCapacity,
}
const page = {
  ...accountPlace,
  wireNames: accountWireNames,
} as const

export function AddAccount() {
  return (
    <AddPage {...page} call={addAccount} blank={blank}>
      <Fields id={null} />
    </AddPage>
  )
}

export function EditAccount() {
  return (
    <EditPage
      {...page}
      read={readAccount}
      update={updateAccount}
      draftOf={({ name, kind, directory_id, app_id, object_id, ...record }): Values => ({
        subscription_id: record.subscription_id ?? '',
        azure_workspace_id: record.azure_workspace_id ?? '',
        resource_group: record.resource_group ?? '',
        capacity_name: record.capacity_name ?? '',
        capacity_size: record.capacity_size ?? '',
        name,
        kind,
        directory_id: directory_id ?? '',
        app_id: app_id ?? '',
        object_id: object_id ?? '',
        secret: '',
      })}
    >
      {({ id, can }) => (can.includes('update') ? <Fields id={id} /> : <PartnersAccount />)}
    </EditPage>
  )
}

/** Shows an account of the partner. The business unit sees only its name, because the unit may only publish from it. */
function PartnersAccount() {
  const { t } = useTranslation()
  return (
    <FormSection title={t('sources.accounts.ofPartner')} text={t('sources.accounts.ofPartnerText')}>
      <Button
        variant="default"
        style={{ justifySelf: 'start' }}
        renderRoot={(props) => <PathLink to="/powerbi/workspace" {...props} />}
      >
        {t('sources.accounts.toWorkspaces')}
      </Button>
    </FormSection>
  )
}

type FieldsProps = {
  /** The id of a stored account, whose secret stays unless a new one is typed; null for a new account. */
  id: string | null
}

function useAccountForm() {
  const { values, ...form } = useForm()
  return { ...form, values: values as Values }
}

function Fields({ id }: FieldsProps) {
  const { t } = useTranslation()
  const { values, set, faults } = useAccountForm()
  return (
    <>
      <FormSection title={t('sources.accounts.section.what')} text={t('sources.accounts.section.whatText')}>
        <Field name="name" />
        <Radio.Group
          name="kind"
          label={t('sources.accounts.field.kind')}
          error={faults['kind']}
          value={values.kind}
          onChange={(kind) => set({ kind })}
        >
          <Group mt="xs" gap="lg">
            {accountKinds.map((kind) => (
              <Radio
                key={kind}
                value={kind}
                label={t(`sources.accounts.kind.${kind}`)}
                description={t(`sources.accounts.kindText.${kind}`)}
              />
            ))}
          </Group>
        </Radio.Group>
      </FormSection>
      <FormSection title={t('sources.accounts.section.keys')} text={t('sources.accounts.section.keysText')}>
        <KeyFields id={id} />
      </FormSection>
      {values.kind === 'powerbi' ? (
        <FormSection title={t('sources.accounts.section.capacity')} text={t('sources.accounts.section.capacityText')}>
          <CapacityFields />
        </FormSection>
      ) : null}
      <FormSection title={t('sources.accounts.section.test')} text={t('sources.accounts.section.testText')}>
        <ConnectionTest id={id} {...values} />
      </FormSection>
    </>
  )
}

function CapacityFields() {
  const { t } = useTranslation()
  const { values, set, faults } = useAccountForm()
  return capacityFields.map((field) => {
    const wireName = field in accountWireNames ? accountWireNames[field as 'capacity_name'] : field
    const featureKey = wireName as 'feature_name'
    return (
      <TextInput
        key={field}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        name={wireName}
        label={<OptionalLabel>{t(`sources.accounts.field.${featureKey}`)}</OptionalLabel>}
        description={t(`sources.accounts.help.${featureKey}`)}
        error={faults[wireName]}
        value={values[field]}
        onChange={({ currentTarget: { value } }) => set({ [field]: value })}
      />
    )
  })
}

function KeyFields({ id }: FieldsProps) {
  const { t } = useTranslation()
  const { values, set, faults } = useAccountForm()
  const isMicrosoft = values.kind === 'powerbi'
  const plain = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false, maxLength: 100 } as const
  return (
    <>
      <TextInput
        {...plain}
        name="id_directory"
        label={t('sources.accounts.field.id_directory')}
        description={isMicrosoft ? t('sources.accounts.help.id_directory') : undefined}
        error={faults['id_directory']}
        value={values.directory_id}
        onChange={({ currentTarget: { value } }) => set({ directory_id: value })}
      />
      <TextInput
        {...plain}
        name="id_app"
        label={t('sources.accounts.field.id_app')}
        description={isMicrosoft ? t('sources.accounts.help.id_app') : undefined}
        error={faults['id_app']}
        value={values.app_id}
        onChange={({ currentTarget: { value } }) => set({ app_id: value })}
      />
      <PasswordInput
        name="secret"
        visibilityToggleButtonProps={{ 'aria-label': t('general.form.showSecret') }}
        label={t('sources.accounts.field.secret')}
        description={t(id === null ? 'sources.accounts.help.secret' : 'sources.accounts.help.secretKept')}
        error={faults['secret']}
        // The secret of a service is not a person's password, so the browser neither offers nor stores one.
        autoComplete="new-password"
        maxLength={500}
        value={values.secret}
        onChange={({ currentTarget: { value } }) => set({ secret: value })}
      />
      {isMicrosoft ? (
        <TextInput
          {...plain}
          name="id_object"
          label={<OptionalLabel>{t('sources.accounts.field.id_object')}</OptionalLabel>}
          description={t('sources.accounts.help.id_object')}
          error={faults['id_object']}
          value={values.object_id}
          onChange={({ currentTarget: { value } }) => set({ object_id: value })}
        />
      ) : null}
    </>
  )
}
