import { Button } from '@mantine/core'
import { IconFileAnalytics } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import type { CustomValues } from '#features/organisation/custom-fields/contract.ts'
import { useCustomNames, useValueCheck } from '#features/organisation/custom-fields/web/exports.tsx'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { AddPage, EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useCan, useSession } from '#platform/web/session/use-session.ts'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { MomentField } from '#platform/web/ui/moment-field.tsx'
import { addUser, readInvitationMail, readUser, updateUser, userWireNames } from '../contract.ts'
import { readUserGroup } from '#features/people/groups/contract.ts'
import { userPlace } from './user-place.ts'
import { IdentityFields, type IdentityValues } from './user-identity-fields.tsx'
import { MembershipFields, type MembershipValues } from './user-membership-fields.tsx'
import { InvitationLink } from './user-invitation-link.tsx'
import { UserStateBadge } from './user-state-badge.tsx'
import { noToggles, togglesIn } from './user-toggles.tsx'

type Values = IdentityValues & MembershipValues & { invite_at: string | null }
type Loaded = ReceivedOf<typeof readUser>

const page = {
  ...userPlace,
  refreshes: [readUserGroup],
  wireOf: asWritten,
  wireNames: { ...userWireNames, groups: 'group_ids', shift: 'shift_id' },
} as const

export function AddUser() {
  const { t } = useTranslation()
  const { language } = useSession()
  const check = useValueCheck()
  return (
    <AddPage
      {...page}
      ownFields={useCustomNames()}
      check={({ custom }) => check(custom as CustomValues, null)}
      call={addUser}
      blank={blank(language)}
      doneText={({ email }, { invited }) =>
        invited ? t('people.users.invited', { email: String(email) }) : t('general.toast.done')
      }
      renderDone={({ link }, { name }, goBack) =>
        link === null ? null : <InvitationLink name={String(name)} link={link} onClose={goBack} />
      }
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
      renderAside={({ shown_state }) => <UserStateBadge state={shown_state} />}
      renderWays={({ id }) => <ReportsLink userId={id} />}
    >
      {(record) => <Fields record={record} />}
    </EditPage>
  )
}

function ReportsLink({ userId }: { userId: string }) {
  const { t } = useTranslation()
  if (!useCan('report.grant')) return null
  return (
    <Button
      variant="default"
      renderRoot={(props) => <PathLink to={`/user/${userId}/reports`} {...props} />}
      leftSection={<IconFileAnalytics size={16} stroke={1.8} aria-hidden />}
    >
      {t('people.users.action.reports')}
    </Button>
  )
}

function Fields({ record }: { record?: Loaded }) {
  const { values, set, faults } = useForm()
  const fields = { draft: { values: values as Values, set }, faults, ...(record && { can: record.can }) }
  return (
    <>
      <IdentityFields
        {...fields}
        passwordSet={record?.password_set ?? false}
        userId={record?.id}
        managed={record?.scim_managed ?? false}
      />
      <MembershipFields {...fields} consents={record?.allow_remote_access} />
      {record === undefined ? (
        <InvitationFields
          fault={faults['invite_at']}
          value={(values as Values).invite_at}
          onChange={(invite_at) => set({ invite_at })}
        />
      ) : null}
    </>
  )
}

type InvitationFieldsProps = {
  fault: string | undefined
  value: string | null
  onChange: (value: string | null) => void
}

/** What a person without a password gets: a mail now or later, or, without a mail server, a link to hand over. */
function InvitationFields({ fault, value, onChange }: InvitationFieldsProps) {
  const { t } = useTranslation()
  const { data } = useCallQuery(readInvitationMail, {})
  if (data === undefined) return null
  const { obstacle } = data
  return (
    <FormSection
      title={t('people.users.planned.section')}
      text={
        obstacle === null
          ? t('people.users.planned.sectionText')
          : `${t(`people.users.noMail.${obstacle}`)} ${t('people.users.planned.withoutMail')}`
      }
    >
      {obstacle === null ? (
        <MomentField
          name="invite_at"
          label={t('people.users.field.invite_at')}
          description={t('people.users.planned.help')}
          error={fault}
          value={value}
          onChange={onChange}
        />
      ) : null}
    </FormSection>
  )
}

/** Converts the draft, which contains groups and shift with their names, into the input of the call. */
function asWritten({ groups, shift, password, ...fields }: Partial<Values>) {
  return {
    ...fields,
    group_ids: groups?.map(({ id }) => id),
    shift_id: shift ? shift.id : shift,
    password: password || undefined,
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
  ...noToggles,
  ignore_auto_block: false,
  shift: null,
  custom: {},
  block_on: null,
  delete_on: null,
  groups: [],
  invite_at: null,
})

const valuesOf = ({
  name,
  email,
  phone,
  language,
  department,
  profile,
  state,
  ignore_auto_block,
  shift,
  custom,
  block_on,
  delete_on,
  groups,
  ...record
}: Loaded): Values => ({
  name,
  email,
  phone: phone ?? '',
  password: '',
  language,
  department: department ?? '',
  profile,
  state,
  ...togglesIn(record),
  ignore_auto_block,
  shift,
  custom,
  block_on,
  delete_on,
  groups,
  invite_at: null,
})
