import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useRecord } from '#platform/web/client/use-record.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { useGoBack, usePathPart } from '#platform/web/routing/path.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormLayout, FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { useDraft } from '#platform/web/ui/use-draft.ts'
import { addUser, readUser, updateUser, userWireNames } from '../contract.ts'
import { readUserGroup } from '../groups/contract.ts'
import { IdentityFields, type IdentityValues } from './user-identity-fields.tsx'
import { MembershipFields, type MembershipValues } from './user-membership-fields.tsx'
import { UserStateBadge } from './user-state-badge.tsx'

type Values = IdentityValues & MembershipValues
type Loaded = ReceivedOf<typeof readUser>

const listPath = '/user'

export function AddUser() {
  const { t } = useTranslation()
  const { language } = useSession()
  const draft = useDraft(blank(language))
  const form = useForm(addUser)
  const add = () => {
    const { groups, shift, password, state, ...fields } = draft.values
    const chosen = {
      group_ids: idsOf(groups),
      shift_id: idOf(shift),
      password: password || undefined,
      state: asSettable(state) ?? 'A',
    }
    form.submission.submit({ ...fields, ...chosen })
  }
  return (
    <>
      <PageHeader title={t('users.add')} />
      <FormLayout
        submission={form.submission}
        changed={draft.changed.map(form.changeLabel)}
        action={t('general.action.add')}
        onSubmit={add}
        onCancel={form.goBack}
      >
        <IdentityFields draft={draft} faults={form.submission.faults} passwordSet={false} />
        <MembershipFields draft={draft} faults={form.submission.faults} />
      </FormLayout>
    </>
  )
}

const blank = (language: Values['language']): Values => ({
  name: '',
  email: '',
  phone: '',
  password: '',
  language,
  department: '',
  profile: 'user',
  state: 'A',
  edit_reports: false,
  shift: null,
  custom: {},
  block_on: null,
  delete_on: null,
  groups: [],
})

const idsOf = (groups: Values['groups']) => groups.map(({ id }) => id)

/** Undefined where it did not change. */
const idOf = (shift: Values['shift'] | undefined) => (shift ? shift.id : shift)

/** D is shown and never sent: nobody sets it by hand. */
const asSettable = (state: Values['state'] | undefined) => (state === 'D' ? undefined : state)

export function EditUser() {
  const id = usePathPart('id')
  const { record, failure, reload, round } = useRecord(readUser, { id })
  if (failure) return <FailedState failure={failure} onRetry={reload} />
  return (
    <>
      <PageHeader title={record?.name ?? '…'} aside={record && <UserStateBadge state={record.state} />} />
      {record ? <EditForm key={round} record={record} onReload={reload} /> : <FormSkeleton />}
    </>
  )
}

function EditForm({ record, onReload }: { record: Loaded; onReload: () => void }) {
  const { t } = useTranslation()
  const { id, version, can } = record
  const draft = useDraft(valuesOf(record))
  const form = useForm(updateUser)
  const { faults } = form.submission
  const save = () => {
    const { groups, shift, password, state, ...fields } = draft.changes
    const chosen = {
      group_ids: groups && idsOf(groups),
      shift_id: idOf(shift),
      password: password || undefined,
      state: asSettable(state),
    }
    form.submission.submit({ id, version, ...fields, ...chosen })
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
      <IdentityFields draft={draft} faults={faults} passwordSet={record.password_set} can={can} />
      <MembershipFields draft={draft} faults={faults} can={can} />
    </FormLayout>
  )
}

const valuesOf = ({
  name,
  email,
  phone,
  language,
  department,
  profile,
  state,
  edit_reports,
  shift,
  custom,
  block_on,
  delete_on,
  groups,
}: Loaded): Values => ({
  name,
  email,
  phone: phone ?? '',
  password: '',
  language,
  department: department ?? '',
  profile,
  state,
  edit_reports,
  shift,
  custom,
  block_on,
  delete_on,
  groups,
})

/** What adding and editing share: where the form leads, and what its fields are called. */
function useForm<C extends typeof addUser | typeof updateUser>(call: C) {
  const { t } = useTranslation()
  const goBack = useGoBack(listPath)
  const label = (field: string) => t(`users.field.${field as 'nome_usuario'}`)
  const onDone = () => {
    toastDone()
    goBack()
  }
  const wireName = (key: keyof Values) =>
    ({ ...userWireNames, groups: 'group_ids', shift: 'shift_id' })[key as 'name'] ?? key
  const submission = useSubmit(call, { label, onDone, refreshes: [readUserGroup] })
  return { goBack, changeLabel: (key: keyof Values) => label(wireName(key)), submission }
}
