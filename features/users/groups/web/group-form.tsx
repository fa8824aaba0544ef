import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useRecord } from '#platform/web/client/use-record.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { useGoBack, usePathPart } from '#platform/web/routing/path.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormLayout, FormSection, FormSkeleton, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { type Draft, useDraft } from '#platform/web/ui/use-draft.ts'
import { addUserGroup, readUserGroup, updateUserGroup } from '../contract.ts'
import { GroupMembers, type Member } from './group-members.tsx'

type Values = { name: string; description: string; members: Member[] }

const blank: Values = { name: '', description: '', members: [] }
const listPath = '/group_users'

export function AddUserGroup() {
  const { t } = useTranslation()
  const draft = useDraft(blank)
  const form = useForm(addUserGroup)
  const { members, ...fields } = draft.values
  return (
    <>
      <PageHeader title={t('users.groups.add')} />
      <FormLayout
        submission={form.submission}
        changed={draft.changed.map(form.changeLabel)}
        action={t('general.action.add')}
        onSubmit={() => form.submission.submit({ ...fields, member_ids: members.map(({ id }) => id) })}
        onCancel={form.goBack}
      >
        <Fields draft={draft} faults={form.submission.faults} />
      </FormLayout>
    </>
  )
}

export function EditUserGroup() {
  const id = usePathPart('id')
  const { record, failure, reload, round } = useRecord(readUserGroup, { id })
  if (failure) return <FailedState failure={failure} onRetry={reload} />
  return (
    <>
      <PageHeader title={record?.name ?? '…'} />
      {record ? <EditForm key={round} record={record} onReload={reload} /> : <FormSkeleton />}
    </>
  )
}

type EditFormProps = { record: ReceivedOf<typeof readUserGroup>; onReload: () => void }

function EditForm({ record: { id, version, can, name, description, members }, onReload }: EditFormProps) {
  const { t } = useTranslation()
  const draft = useDraft<Values>({ name, description: description ?? '', members })
  const form = useForm(updateUserGroup)
  const save = () => {
    const { members: people, ...fields } = draft.changes
    const member_ids = people?.map((member) => member.id)
    form.submission.submit({ id, version, ...fields, ...(member_ids && { member_ids }) })
  }
  return (
    <FormLayout
      submission={form.submission}
      changed={draft.changed.map(form.changeLabel)}
      action={t('general.action.save')}
      editable={can.includes('update')}
      onSubmit={save}
      onCancel={form.goBack}
      onReload={onReload}
    >
      <Fields draft={draft} faults={form.submission.faults} />
    </FormLayout>
  )
}

/** What adding and editing share: where the form leads, and what its fields are called. */
function useForm<C extends typeof addUserGroup | typeof updateUserGroup>(call: C) {
  const { t } = useTranslation()
  const goBack = useGoBack(listPath)
  const label = (field: string) => t(`users.groups.field.${field as 'name' | 'description' | 'member_ids'}`)
  const onDone = () => {
    toastDone()
    goBack()
  }
  const changeLabel = (key: keyof Values) => label(key === 'members' ? 'member_ids' : key)
  return { goBack, changeLabel, submission: useSubmit(call, { label, onDone }) }
}

type FieldsProps = { draft: Draft<Values>; faults: Readonly<Record<string, string>> }

function Fields({ draft: { values, set }, faults }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <FormSection title={t('users.groups.section.what')} text={t('users.groups.section.whatText')}>
        <TextInput
          name="name"
          label={t('users.groups.field.name')}
          error={faults['name']}
          maxLength={80}
          value={values.name}
          onChange={({ currentTarget: { value } }) => set({ name: value })}
        />
        <Textarea
          name="description"
          label={<OptionalLabel>{t('users.groups.field.description')}</OptionalLabel>}
          error={faults['description']}
          maxLength={300}
          autosize
          minRows={2}
          value={values.description}
          onChange={({ currentTarget: { value } }) => set({ description: value })}
        />
      </FormSection>
      <FormSection title={t('users.groups.section.who')} text={t('users.groups.section.whoText')}>
        <GroupMembers members={values.members} error={faults['member_ids']} onChange={(members) => set({ members })} />
      </FormSection>
    </>
  )
}
