// The page of a written notification for its author and administrators: its text, its addressees and its readers.
import { Alert, Badge, Text } from '@mantine/core'
import { IconAlertTriangle, IconSpeakerphone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListRows, type RowsProps } from '#platform/web/pages/list-rows.tsx'
import { ListOwnTools } from '#platform/web/pages/views/list-own-tools.tsx'
import { usePathPart } from '#platform/web/routing/path.tsx'
import { useList } from '#platform/web/routing/use-list.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { FormSection, FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { RichText } from '#platform/web/ui/rich-text.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { exportReaders, listReaders, readMessage } from '../contract.ts'
import { useAddressees, useMessageState } from './message-list.tsx'
import classes from './message-page.module.css'
import { messagePlace } from './message-place.ts'

export function MessagePage() {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const stateOf = useMessageState()
  const id = usePathPart('id')
  const addressees = useAddressees()
  const { data, error, refetch } = useCallQuery(readMessage, { id })
  if (error && !data) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data) return <FormSkeleton />
  const { name, body, author, created_at, starts_at, ends_at, refusal, login_notice } = data
  const state = stateOf(data)
  const facts: [label: string, value: string][] = [
    [t('messaging.messages.field.target'), addressees(data)],
    [t('messaging.messages.author'), author],
    [t('general.list.createdAt'), dateTime(created_at)],
    [t('messaging.messages.field.starts_on'), dateTime(starts_at)],
    ...(ends_at === null ? [] : [[t('messaging.messages.field.ends_on'), dateTime(ends_at)] as [string, string]]),
  ]
  return (
    <>
      <PageHeader
        title={name}
        aside={
          <Badge variant="light" tt="none" color={state.color}>
            {state.text}
          </Badge>
        }
      />
      {refusal === null ? null : (
        <Alert
          color="amber"
          variant="light"
          c="var(--ink)"
          mb="md"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('messaging.messages.refusedTitle')}
        >
          {t(`messaging.notifications.refusal.${refusal}`)} {t('messaging.messages.refusedNext')}
        </Alert>
      )}
      <div className={classes.parts}>
        <FormSection
          title={t('messaging.messages.section.what')}
          text={login_notice ? t('messaging.messages.isNotice') : ''}
        >
          <RichText html={body} />
        </FormSection>
        <FormSection title={t('messaging.messages.section.who')} text="">
          <dl className={classes.facts}>
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </FormSection>
      </div>
      <h2 className={classes.title}>{t('messaging.messages.readers')}</h2>
      <Readers id={id} />
    </>
  )
}

type Reader = ReceivedOf<typeof listReaders>['data'][number]

/** Shows when a reader read the message, and whether they deleted it. */
function ReadAt({ read_at, deleted }: Pick<Reader, 'read_at' | 'deleted'>) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  return (
    <>
      {read_at === null ? t('messaging.messages.unread') : dateTime(read_at)}
      {deleted ? (
        <Text component="span" display="block" size="xs" c="dimmed">
          {t('messaging.messages.deleted')}
        </Text>
      ) : null}
    </>
  )
}

function useColumns(): RowsProps<typeof listReaders>['columns'] {
  const { t } = useTranslation()
  return [
    { key: 'name', title: t('messaging.messages.reader.name'), sort: 'name', cell: ({ name }) => name },
    { key: 'email', title: t('messaging.messages.reader.email'), cell: ({ email }) => email },
    {
      key: 'read_at',
      title: t('messaging.messages.reader.read_at'),
      sort: 'read_at',
      width: '12rem',
      cell: (reader) => <ReadAt {...reader} />,
    },
  ]
}

function Readers({ id }: { id: string }) {
  const { t } = useTranslation()
  const list = useList(listReaders, 'page_readers', { fixed: { message_id: id } })
  const { options, change } = list
  const columns = useColumns()
  return (
    <>
      <ListTools
        search={<SearchBox value={options.search} onSearch={(search) => change({ search })} />}
        filters={
          <FilterChip
            label={t('messaging.notifications.field.state')}
            value={options.state}
            options={(['unread', 'read'] as const).map((value) => ({
              value,
              label: t(`messaging.notifications.state.${value}`),
            }))}
            onChange={(state) => change({ state })}
          />
        }
        active={options.state === undefined ? 0 : 1}
        own={<ListOwnTools list={list} pageKey="page_readers" columns={columns} file={exportReaders} />}
      />
      <ListRows
        state={list}
        phrasePrefix={messagePlace.phrasePrefix}
        pageKey="page_readers"
        icon={IconSpeakerphone}
        columns={columns}
        lasting={['message_id']}
        beginsAbove
      />
    </>
  )
}
