import { Badge, Button, Menu } from '@mantine/core'
import {
  IconMailForward,
  IconPlus,
  IconShieldCog,
  IconTag,
  IconTagOff,
  IconLifebuoy,
  IconLifebuoyOff,
} from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useCan, useSession } from '#platform/web/session/use-session.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { LinkToHandOver } from '#platform/web/ui/link-to-hand-over.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { changeSeller, changeSupportAgent, exportStaff, listStaff, removeStaff, sendStaffLink } from '../contract.ts'

type StaffMember = RowOf<typeof listStaff>

export function StaffList() {
  return (
    <ListPage
      list={listStaff}
      file={exportStaff}
      remove={removeStaff}
      phrasePrefix="people.staff"
      pageKey="page_staff"
      icon={IconShieldCog}
      columns={useColumns()}
      renderBegin={() => <AddButton />}
      renderActions={(row) => (
        <Fragment key="own">
          {row.can.includes('change_seller') ? <SellerItem row={row} /> : null}
          {row.can.includes('change_agent') ? <AgentItem row={row} /> : null}
          {row.can.includes('send_link') ? <LinkItem row={row} /> : null}
        </Fragment>
      )}
    />
  )
}

function AddButton() {
  const { t } = useTranslation()
  if (!useCan('staff.add')) return null
  return (
    <Button
      renderRoot={(link) => <PathLink to="/staff/add" {...link} />}
      leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
    >
      {t('people.staff.add')}
    </Button>
  )
}

/** The menu item that makes one of the staff a seller, who can be named on a client, or ends that. */
function SellerItem({ row: { id, name, seller } }: { row: StaffMember }) {
  const { t } = useTranslation()
  const { mutate } = useCallMutation(changeSeller, { onDone: () => toastDone(t('general.toast.saved', { name })) })
  const Icon = seller ? IconTagOff : IconTag
  return (
    <Menu.Item leftSection={<Icon size={16} aria-hidden />} onClick={() => mutate({ id, seller: !seller })}>
      {t(seller ? 'people.staff.action.noSeller' : 'people.staff.action.seller')}
    </Menu.Item>
  )
}

/** The menu item that lets one of the staff handle tickets that were handed up, or ends that. */
function AgentItem({ row: { id, name, support_agent } }: { row: StaffMember }) {
  const { t } = useTranslation()
  const { mutate } = useCallMutation(changeSupportAgent, {
    onDone: () => toastDone(t('general.toast.saved', { name })),
  })
  const Icon = support_agent ? IconLifebuoyOff : IconLifebuoy
  return (
    <Menu.Item
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => mutate({ id, support_agent: !support_agent })}
    >
      {t(support_agent ? 'people.staff.action.noAgent' : 'people.staff.action.agent')}
    </Menu.Item>
  )
}

function LinkItem({ row: { id, name, email } }: { row: StaffMember }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { mutate } = useCallMutation(sendStaffLink, {
    onDone: ({ link }) => {
      if (link === null) return toastDone(t('people.users.invited', { email }))
      const text = (
        <LinkToHandOver label={t('people.users.link.label')} text={t('people.users.link.text')} link={link} />
      )
      void confirm({ title: t('people.users.link.title', { name }), text, isNotice: true })
    },
  })
  const ask = async () => {
    const question = {
      title: t('people.users.confirm.sendLink', { name }),
      text: t('people.users.confirm.sendLinkText', { email }),
    }
    if (await confirm(question)) mutate({ id })
  }
  return (
    <Menu.Item leftSection={<IconMailForward size={16} aria-hidden />} onClick={() => void ask()}>
      {t('people.users.action.sendLink')}
    </Menu.Item>
  )
}

function useColumns(): Column<StaffMember>[] {
  const { t } = useTranslation()
  const { date, dateTime } = useFormats()
  return [
    {
      key: 'name',
      title: t('people.staff.field.name'),
      sort: 'name',
      width: '28%',
      cell: (row) => <Name row={row} />,
    },
    { key: 'email', title: t('people.staff.field.email'), sort: 'email', cell: ({ email }) => email },
    {
      key: 'last_sign_in_at',
      title: t('people.staff.lastSignIn'),
      width: '11.5rem',
      wideOnly: true,
      cell: ({ last_sign_in_at: lastSignInAt }) =>
        lastSignInAt === null ? t('people.users.never') : dateTime(lastSignInAt),
    },
    {
      key: 'created_at',
      title: t('people.staff.createdAt'),
      sort: 'created_at',
      width: '8rem',
      wideOnly: true,
      cell: ({ created_at }) => date(created_at),
    },
  ]
}

/** The name of one of the staff, with a label for the caller and for people who have not used the invitation yet. */
function Name({ row: { id, name, password_set, seller, support_agent } }: { row: StaffMember }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const badge = id === user.id ? 'you' : password_set ? null : 'invited'
  return (
    <>
      {name}{' '}
      {badge === null ? null : (
        <Badge size="sm" variant="light" color="gray" tt="none">
          {t(`people.staff.${badge}`)}
        </Badge>
      )}
      {seller ? (
        <Badge size="sm" variant="light" tt="none">
          {t('people.staff.field.seller')}
        </Badge>
      ) : null}
      {support_agent ? (
        <Badge size="sm" variant="light" tt="none">
          {t('people.staff.field.support_agent')}
        </Badge>
      ) : null}
    </>
  )
}
