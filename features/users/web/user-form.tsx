import type { ReceivedOf } from '#platform/contract/call.ts'
import type { CustomValues } from '#features/custom-fields/contract.ts'
import { useCustomNames, useValueCheck } from '#features/custom-fields/web/picker.tsx'
import { AddPage, EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { addUser, readUser, updateUser, userWireNames } from '../contract.ts'
import { readUserGroup } from '../groups/contract.ts'
import { userPlace } from './routes.ts'
import { IdentityFields, type IdentityValues } from './user-identity-fields.tsx'
import { MembershipFields, type MembershipValues } from './user-membership-fields.tsx'
import { UserStateBadge } from './user-state-badge.tsx'

type Values = IdentityValues & MembershipValues
type Loaded = ReceivedOf<typeof readUser>

const page = {
  ...userPlace,
  refreshes: [readUserGroup],
  wireOf: asWritten,
  wireNames: { ...userWireNames, groups: 'group_ids', shift: 'shift_id' },
} as const

export function AddUser() {
  const { language } = useSession()
  const check = useValueCheck()
  return (
    <AddPage
      {...page}
      ownFields={useCustomNames()}
      check={({ custom }) => check(custom as CustomValues, null)}
      call={addUser}
      blank={blank(language)}
    >
      <Fields />
    </AddPage>
  )
}

export function EditUser() {
  const check = useValueCheck()
  return (
    <EditPage
      {...page}
      ownFields={useCustomNames()}
      check={({ custom }, record) => (custom ? check(custom as CustomValues, record.custom) : {})}
      read={readUser}
      update={updateUser}
      draftOf={valuesOf}
      renderAside={({ state }) => <UserStateBadge state={state} />}
    >
      {(record) => <Fields record={record} />}
    </EditPage>
  )
}

function Fields({ record }: { record?: Loaded }) {
  const { values, set, faults } = useForm()
  const fields = { draft: { values: values as Values, set }, faults, ...(record && { can: record.can }) }
  return (
    <>
      <IdentityFields {...fields} passwordSet={record?.password_set ?? false} />
      <MembershipFields {...fields} />
    </>
  )
}

/** The draft holds groups and shift with their names. State D is shown and never sent, because nobody sets it by hand. */
function asWritten({ groups, shift, password, state, ...fields }: Partial<Values>) {
  return {
    ...fields,
    group_ids: groups?.map(({ id }) => id),
    shift_id: shift ? shift.id : shift,
    password: password || undefined,
    state: state === 'D' ? undefined : state,
  }
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
