import { Badge, Button } from '@mantine/core'
import { IconMail, IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useTell } from '#platform/web/client/use-ask.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { type List, useList } from '#platform/web/routing/use-list.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageBar } from '#platform/web/ui/page-bar.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { type Column, RecordTable } from '#platform/web/ui/record-table.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { toastDone, toastNotice } from '#platform/web/ui/toasts.tsx'
import { listMails, mailStates, sendTestMail } from '../contract.ts'

type Row = ReceivedOf<typeof listMails>['data'][number]

export function MailList() {
  const { t } = useTranslation()
  const list = useList(listMails, 'page_mails')
  const { options, change, answer } = list
  return (
    <>
      <PageHeader
        title={t('mails.title')}
        aside={answer && t('general.list.count', { count: answer.total })}
        text={t('mails.purpose')}
      >
        <TestButton />
      </PageHeader>
      <ListTools>
        <SearchBox value={options.search} onSearch={(search) => change({ search })} />
        <FilterChip
          label={t('mails.field.state')}
          value={options.state}
          options={mailStates.map((value) => ({ value, label: t(`mails.state.${value}`) }))}
          onChange={(state) => change({ state })}
        />
      </ListTools>
      <Rows list={list} />
    </>
  )
}

function TestButton() {
  const { t } = useTranslation()
  const test = useTell(sendTestMail, {
    onDone: ({ sends }) => (sends ? toastDone(t('mails.testSent')) : toastNotice(t('mails.testWaits'))),
  })
  return (
    <Button
      leftSection={<IconSend size={16} stroke={2} aria-hidden />}
      loading={test.isPending}
      onClick={() => test.mutate({})}
    >
      {t('mails.test')}
    </Button>
  )
}

function Rows({ list }: { list: List<typeof listMails> }) {
  const { t } = useTranslation()
  const columns = useColumns()
  const { options, change, answer, stale, failure, retry } = list
  if (failure) return <FailedState failure={failure} onRetry={retry} />
  if (answer?.total === 0) return <NoMails list={list} />
  return (
    <>
      <RecordTable
        label={t('mails.title')}
        columns={columns}
        rows={answer?.data}
        stale={stale}
        sort={options.sort}
        order={options.order}
        onSort={(order) => change(order as Partial<typeof options>)}
        rowKey={({ id }) => id}
        rowPath={({ id }) => `/mails/${id}`}
      />
      <PageBar page={options.page} size={options.size} total={answer?.total ?? 0} onChange={change} />
    </>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const { tenantId } = useSession()
  const unit: Column<Row> = {
    key: 'tenant',
    title: t('mails.unit'),
    width: '11rem',
    wideOnly: true,
    cell: ({ tenant_name }) => tenant_name,
  }
  return [
    { key: 'subject', title: t('mails.field.subject'), width: '34%', cell: ({ subject }) => subject },
    { key: 'to', title: t('mails.field.to_address'), sort: 'to_address', cell: ({ to_address }) => to_address },
    ...(tenantId === null ? [unit] : []),
    {
      key: 'state',
      title: t('mails.field.state'),
      sort: 'state',
      width: '8rem',
      cell: ({ state }) => <MailState state={state} />,
    },
    {
      key: 'created_at',
      title: t('mails.field.created_at'),
      sort: 'created_at',
      width: '11rem',
      wideOnly: true,
      cell: ({ created_at }) => dateTime(created_at),
    },
  ]
}

const colours = { waiting: 'gray', sending: 'blue', sent: 'green', failed: 'red' } as const

export function MailState({ state }: { state: Row['state'] }) {
  const { t } = useTranslation()
  return (
    <Badge variant="light" tt="none" color={colours[state]}>
      {t(`mails.state.${state}`)}
    </Badge>
  )
}

function NoMails({ list: { options, change } }: { list: List<typeof listMails> }) {
  const { t } = useTranslation()
  const narrowed = options.search !== '' || options.state !== undefined
  return (
    <EmptyState
      title={t('general.list.empty')}
      text={narrowed ? t('general.list.emptyFilters') : t('mails.empty')}
      icon={<IconMail size={22} stroke={1.6} aria-hidden />}
    >
      {narrowed ? (
        <Button variant="default" onClick={() => change({ search: '', state: undefined })}>
          {t('general.action.clear')}
        </Button>
      ) : (
        <TestButton />
      )}
    </EmptyState>
  )
}
