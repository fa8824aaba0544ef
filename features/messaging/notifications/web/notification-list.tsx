import { Button, Menu, Switch } from '@mantine/core'
import { IconBell, IconChecks, IconMail, IconMailOpened, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import type { BulkAction } from '#platform/web/pages/bulk/use-bulk.ts'
import { ListPage } from '#platform/web/pages/list-page.tsx'
import type { List } from '#platform/web/routing/use-list.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { PushOffer } from '#features/messaging/push-devices/web/exports.tsx'
import { deleteNotifications, listNotifications, markNotifications, readChoices, updateChoices } from '../contract.ts'
import classes from './notification-list.module.css'
import { type Notification, rowPathOf, useNotificationText } from './notification-text.ts'

export function NotificationList() {
  const textOf = useNotificationText()
  return (
    <ListPage
      list={listNotifications}
      phrasePrefix="messaging.notifications"
      path="/notifications"
      rowPath={(row) => rowPathOf(row, textOf(row).text)}
      pageKey="page_notifications"
      icon={IconBell}
      columns={useColumns()}
      renderBegin={(list) => <Begin list={list} />}
      beginsAbove
      renderFilters={(list) => <Filters list={list} />}
      bulk={useBulkActions()}
      renderActions={(row) => <Actions key="own" row={row} />}
    />
  )
}

function Begin({ list: { answer } }: { list: List<typeof listNotifications> }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { can } = useSession()
  const mark = useCallMutation(markNotifications, { onDone: () => toastDone() })
  const remove = useCallMutation(deleteNotifications, { onDone: () => toastDone() })
  if (!answer || answer.total === 0) return null
  const removeRead = async () => {
    const question = {
      title: t('messaging.notifications.deleteReadTitle'),
      text: t('messaging.notifications.deleteReadText'),
    }
    if (await confirm(question)) remove.mutate({ ids: null })
  }
  return (
    <>
      <PushOffer />
      {can.has('notification.choose') ? <MailsSwitch /> : null}
      <Button variant="default" loading={remove.isPending} onClick={() => void removeRead()}>
        {t('messaging.notifications.deleteRead')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconChecks size={16} stroke={2} aria-hidden />}
        loading={mark.isPending}
        onClick={() => mark.mutate({ ids: null, read: true })}
      >
        {t('messaging.notifications.allRead')}
      </Button>
    </>
  )
}

/** Shows the switch for copies by e-mail, if the business unit sends them. */
function MailsSwitch() {
  const { t } = useTranslation()
  const { data } = useCallQuery(readChoices, {})
  const choose = useCallMutation(updateChoices, { onDone: () => toastDone() })
  if (!data?.sent) return null
  return (
    <Switch
      label={t('messaging.notifications.mails')}
      description={t('messaging.notifications.mailsHelp')}
      checked={choose.isPending ? choose.variables.mails : data.mails}
      disabled={choose.isPending}
      onChange={({ currentTarget: { checked } }) => choose.mutate({ mails: checked })}
    />
  )
}

function Filters({ list: { options, change } }: { list: List<typeof listNotifications> }) {
  const { t } = useTranslation()
  return (
    <>
      <FilterChip
        label={t('messaging.notifications.field.state')}
        value={options.state}
        options={(['unread', 'read'] as const).map((value) => ({
          value,
          label: t(`messaging.notifications.state.${value}`),
        }))}
        onChange={(state) => change({ state })}
      />
      <FilterChip
        label={t('messaging.notifications.field.from')}
        value={options.from}
        options={(['message', 'portal'] as const).map((value) => ({
          value,
          label: t(`messaging.notifications.from.${value}`),
        }))}
        onChange={(from) => change({ from })}
      />
    </>
  )
}

function useColumns(): Column<Notification>[] {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const textOf = useNotificationText()
  return [
    {
      key: 'title',
      title: t('messaging.notifications.field.title'),
      width: '56%',
      cell: (row) => {
        const { title, text } = textOf(row)
        return (
          <span className={classes.words} data-unread={row.read ? undefined : true}>
            <span className={classes.title}>
              {row.read ? null : <span className={classes.spoken}>{t('messaging.notifications.unread')}: </span>}
              {title}
            </span>
            {text === null ? null : <span className={classes.text}>{text}</span>}
          </span>
        )
      },
    },
    {
      key: 'author',
      title: t('messaging.notifications.field.author'),
      cell: ({ author }) => author ?? t('messaging.notifications.byPortal'),
    },
    {
      key: 'at',
      title: t('messaging.notifications.field.at'),
      sort: 'at',
      width: '11.5rem',
      cell: ({ at }) => dateTime(at),
    },
  ]
}

function Actions({ row }: { row: Notification }) {
  const { t } = useTranslation()
  const mark = useCallMutation(markNotifications)
  const remove = useCallMutation(deleteNotifications, { onDone: () => toastDone(t('messaging.notifications.deleted')) })
  const Icon = row.read ? IconMail : IconMailOpened
  return (
    <>
      <Menu.Item
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => mark.mutate({ ids: [row.id], read: !row.read })}
      >
        {t(row.read ? 'messaging.notifications.markUnread' : 'messaging.notifications.markRead')}
      </Menu.Item>
      <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => remove.mutate({ ids: [row.id] })}>
        {t('messaging.notifications.delete')}
      </Menu.Item>
    </>
  )
}

function useBulkActions(): BulkAction<Notification>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'read',
      label: t('messaging.notifications.markRead'),
      icon: IconMailOpened,
      call: markNotifications,
      allows: ({ read }) => !read,
      input: ({ id }) => ({ ids: [id], read: true }),
    },
    {
      key: 'unread',
      label: t('messaging.notifications.markUnread'),
      icon: IconMail,
      call: markNotifications,
      allows: ({ read }) => read,
      input: ({ id }) => ({ ids: [id], read: false }),
    },
    {
      key: 'delete',
      label: t('messaging.notifications.delete'),
      icon: IconTrash,
      call: deleteNotifications,
      allows: () => true,
      input: ({ id }) => ({ ids: [id] }),
    },
  ]
}
