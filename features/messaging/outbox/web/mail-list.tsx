import { Badge, Button } from '@mantine/core'
import { IconMail, IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import type { List } from '#platform/web/routing/use-list.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import type { Column } from '#platform/web/ui/column.ts'
import { toastDone, toastNotice } from '#platform/web/ui/toasts.tsx'
import { exportMails, listMails, mailStates, sendTestMail } from '../contract.ts'
import { WaitingNote } from './waiting-note.tsx'

type Row = RowOf<typeof listMails>

export function MailList() {
  return (
    <ListPage
      list={listMails}
      file={exportMails}
      phrasePrefix="messaging.outbox"
      path="/mails"
      pageKey="page_mails"
      renderBegin={() => <TestButton />}
      beginsAbove
      icon={IconMail}
      columns={useColumns()}
      renderFilters={(list) => <StateFilter list={list} />}
      note={<WaitingNote />}
    />
  )
}

function StateFilter({ list: { options, change } }: { list: List<typeof listMails> }) {
  const { t } = useTranslation()
  return (
    <FilterChip
      label={t('messaging.outbox.field.state')}
      value={options.state}
      options={mailStates.map((value) => ({ value, label: t(`messaging.outbox.state.${value}`) }))}
      onChange={(state) => change({ state })}
    />
  )
}

function TestButton() {
  const { t } = useTranslation()
  const test = useCallMutation(sendTestMail, {
    onDone: ({ sends }) =>
      sends ? toastDone(t('messaging.outbox.testSent')) : toastNotice(t('messaging.outbox.testWaits')),
  })
  return (
    <Button
      leftSection={<IconSend size={16} stroke={2} aria-hidden />}
      loading={test.isPending}
      onClick={() => test.mutate({})}
    >
      {t('messaging.outbox.test')}
    </Button>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const { tenantId } = useSession()
  const unit: Column<Row> = {
    key: 'tenant',
    title: t('messaging.outbox.unit'),
    width: '11rem',
    wideOnly: true,
    cell: ({ tenant_name }) => tenant_name,
  }
  return [
    { key: 'subject', title: t('messaging.outbox.field.subject'), width: '34%', cell: ({ subject }) => subject },
    {
      key: 'to',
      title: t('messaging.outbox.field.to_address'),
      sort: 'to_address',
      cell: ({ to_address }) => to_address,
    },
    ...(tenantId === null ? [unit] : []),
    {
      key: 'state',
      title: t('messaging.outbox.field.state'),
      sort: 'state',
      width: '8rem',
      cell: ({ state }) => <MailState state={state} />,
    },
    {
      key: 'created_at',
      title: t('messaging.outbox.field.created_at'),
      sort: 'created_at',
      width: '11rem',
      wideOnly: true,
      cell: ({ created_at }) => dateTime(created_at),
    },
  ]
}

const colours = { waiting: 'gray', sending: 'blue', sent: 'green', in_doubt: 'yellow', failed: 'red' } as const

export function MailState({ state }: { state: Row['state'] }) {
  const { t } = useTranslation()
  return (
    <Badge variant="light" tt="none" color={colours[state]}>
      {t(`messaging.outbox.state.${state}`)}
    </Badge>
  )
}
