import { Button, Group, PasswordInput, Radio, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useRecord } from '#platform/web/client/use-record.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { PathLink, useGoBack, usePathPart } from '#platform/web/routing/path.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormLayout, FormSection, FormSkeleton, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { type Draft, useDraft } from '#platform/web/ui/use-draft.ts'
import { type AccountKind, accountKinds, addAccount, readAccount, updateAccount } from '../contract.ts'
import { ConnectionTest } from './embedding-connection.tsx'

type Values = {
  name: string
  kind: AccountKind
  directory_id: string
  app_id: string
  object_id: string
  /** Empty: the present one stays. */
  secret: string
}

const blank: Values = { name: '', kind: 'powerbi', directory_id: '', app_id: '', object_id: '', secret: '' }
const listPath = '/powerbi'

export function AddAccount() {
  const { t } = useTranslation()
  const draft = useDraft(blank)
  const form = useForm(addAccount)
  return (
    <>
      <PageHeader title={t('embedding.add')} />
      <FormLayout
        submission={form.submission}
        changed={draft.changed.map(form.changeLabel)}
        action={t('general.action.add')}
        onSubmit={() => form.submission.submit(draft.values)}
        onCancel={form.goBack}
      >
        <Fields draft={draft} faults={form.submission.faults} id={null} />
      </FormLayout>
    </>
  )
}

export function EditAccount() {
  const id = usePathPart('id')
  const { record, failure, reload, round } = useRecord(readAccount, { id })
  if (failure) return <FailedState failure={failure} onRetry={reload} />
  return (
    <>
      <PageHeader title={record?.name ?? '…'} />
      {record ? <Account key={round} record={record} onReload={reload} /> : <FormSkeleton />}
    </>
  )
}

type AccountProps = { record: ReceivedOf<typeof readAccount>; onReload: () => void }

function Account({ record, onReload }: AccountProps) {
  return record.can.includes('update') ? <EditForm record={record} onReload={onReload} /> : <PartnersAccount />
}

/** Known by its name only: all there is to do with it is to publish from it. */
function PartnersAccount() {
  const { t } = useTranslation()
  return (
    <FormSection title={t('embedding.ofPartner')} text={t('embedding.ofPartnerText')}>
      <Button
        variant="default"
        style={{ justifySelf: 'start' }}
        renderRoot={(props) => <PathLink to="/powerbi/workspace" {...props} />}
      >
        {t('embedding.toWorkspaces')}
      </Button>
    </FormSection>
  )
}

function EditForm({ record, onReload }: AccountProps) {
  const { t } = useTranslation()
  const { id, version, name, kind, directory_id, app_id, object_id } = record
  const keys = { directory_id: directory_id ?? '', app_id: app_id ?? '', object_id: object_id ?? '', secret: '' }
  const draft = useDraft<Values>({ name, kind, ...keys })
  const form = useForm(updateAccount)
  return (
    <FormLayout
      submission={form.submission}
      changed={draft.changed.map(form.changeLabel)}
      action={t('general.action.save')}
      onSubmit={() => form.submission.submit({ id, version, ...draft.changes })}
      onCancel={form.goBack}
      onReload={onReload}
    >
      <Fields draft={draft} faults={form.submission.faults} id={id} />
    </FormLayout>
  )
}

type FieldName = 'name' | 'kind' | 'id_directory' | 'id_app' | 'id_object' | 'secret'

const wireNames: Partial<Record<keyof Values, FieldName>> = {
  directory_id: 'id_directory',
  app_id: 'id_app',
  object_id: 'id_object',
}

/** What adding and editing share: where the form leads, and what its fields are called. */
function useForm<C extends typeof addAccount | typeof updateAccount>(call: C) {
  const { t } = useTranslation()
  const goBack = useGoBack(listPath)
  const label = (field: string) => t(`embedding.field.${field as FieldName}`)
  const onDone = () => {
    toastDone()
    goBack()
  }
  const changeLabel = (key: keyof Values) => label(wireNames[key] ?? key)
  return { goBack, changeLabel, submission: useSubmit(call, { label, onDone }) }
}

type FieldsProps = {
  draft: Draft<Values>
  faults: Readonly<Record<string, string>>
  /** Of a stored account, whose secret is kept where none is typed. */
  id: string | null
}

function Fields({ draft, faults, id }: FieldsProps) {
  const { t } = useTranslation()
  const { values, set } = draft
  return (
    <>
      <FormSection title={t('embedding.section.what')} text={t('embedding.section.whatText')}>
        <TextInput
          name="name"
          label={t('embedding.field.name')}
          description={t('embedding.help.name')}
          error={faults['name']}
          maxLength={80}
          value={values.name}
          onChange={({ currentTarget: { value } }) => set({ name: value })}
        />
        <Radio.Group
          name="kind"
          label={t('embedding.field.kind')}
          error={faults['kind']}
          value={values.kind}
          onChange={(kind) => set({ kind })}
        >
          <Group mt="xs" gap="lg">
            {accountKinds.map((kind) => (
              <Radio
                key={kind}
                value={kind}
                label={t(`embedding.kind.${kind}`)}
                description={t(`embedding.kindText.${kind}`)}
              />
            ))}
          </Group>
        </Radio.Group>
      </FormSection>
      <FormSection title={t('embedding.section.keys')} text={t('embedding.section.keysText')}>
        <KeyFields draft={draft} faults={faults} id={id} />
      </FormSection>
      <FormSection title={t('embedding.section.test')} text={t('embedding.section.testText')}>
        <ConnectionTest id={id} {...values} />
      </FormSection>
    </>
  )
}

function KeyFields({ draft: { values, set }, faults, id }: FieldsProps) {
  const { t } = useTranslation()
  const isMicrosoft = values.kind === 'powerbi'
  const plain = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false, maxLength: 100 } as const
  return (
    <>
      <TextInput
        {...plain}
        name="id_directory"
        label={t('embedding.field.id_directory')}
        description={isMicrosoft ? t('embedding.help.id_directory') : undefined}
        error={faults['id_directory']}
        value={values.directory_id}
        onChange={({ currentTarget: { value } }) => set({ directory_id: value })}
      />
      <TextInput
        {...plain}
        name="id_app"
        label={t('embedding.field.id_app')}
        description={isMicrosoft ? t('embedding.help.id_app') : undefined}
        error={faults['id_app']}
        value={values.app_id}
        onChange={({ currentTarget: { value } }) => set({ app_id: value })}
      />
      <PasswordInput
        name="secret"
        label={t('embedding.field.secret')}
        description={t(id === null ? 'embedding.help.secret' : 'embedding.help.secretKept')}
        error={faults['secret']}
        // A service's secret is no password of a person: none is offered here, and none is kept.
        autoComplete="new-password"
        maxLength={500}
        value={values.secret}
        onChange={({ currentTarget: { value } }) => set({ secret: value })}
      />
      {isMicrosoft ? (
        <TextInput
          {...plain}
          name="id_object"
          label={<OptionalLabel>{t('embedding.field.id_object')}</OptionalLabel>}
          description={t('embedding.help.id_object')}
          error={faults['id_object']}
          value={values.object_id}
          onChange={({ currentTarget: { value } }) => set({ object_id: value })}
        />
      ) : null}
    </>
  )
}
