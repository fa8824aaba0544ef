// One run: what happened, and each addressee with the reason why they got nothing.
import { Button, Text } from '@mantine/core'
import { IconArrowLeft, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery, useRefreshWhile } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListRows, type RowsProps } from '#platform/web/pages/list-rows.tsx'
import { PathLink, usePathPart } from '#platform/web/routing/path.tsx'
import { useList } from '#platform/web/routing/use-list.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FigureTile, FigureTiles } from '#platform/web/ui/figure-tile.tsx'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { listExportRecipients, readExportRun, recipientOutcomes } from '../contract.ts'
import { exportPlace } from './export-place.ts'
import { ExportState } from './export-state.tsx'

type Run = ReceivedOf<typeof readExportRun>

export function ExportRunPage() {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const id = usePathPart('id')
  const { data, error, refetch } = useCallQuery(readExportRun, { id })
  useRefreshWhile(data?.state === 'waiting', readExportRun)
  if (error && !data) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data) return <FormSkeleton />
  return (
    <>
      <PageHeader
        title={t('automation.scheduledExports.runs.of', { name: data.export })}
        text={dateTime(data.created_at)}
        aside={<ExportState state={data.state} />}
      >
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} stroke={1.8} aria-hidden />}
          renderRoot={(props) => <PathLink to={`${exportPlace.path}/${data.export_id}/runs`} {...props} />}
        >
          {t('automation.scheduledExports.runs.back')}
        </Button>
      </PageHeader>
      {data.problem === null ? null : <p>{t(`automation.scheduledExports.problems.${data.problem}`)}</p>}
      <Outcomes {...data} />
      <h2>{t('automation.scheduledExports.runs.people')}</h2>
      {data.outcomes.length === 0 ? (
        <Text c="dimmed">{t('automation.scheduledExports.runs.none')}</Text>
      ) : (
        <Recipients id={id} isOpen={data.state === 'waiting'} />
      )}
    </>
  )
}

/** The addressees, counted by what became of them. */
function Outcomes({ outcomes }: Pick<Run, 'outcomes'>) {
  const { t } = useTranslation()
  const { number } = useFormats()
  if (outcomes.length === 0) return null
  return (
    <FigureTiles>
      {outcomes.map(({ outcome, count }) => (
        <FigureTile key={outcome} name={t(`automation.scheduledExports.outcomes.${outcome}`)} figure={number(count)} />
      ))}
    </FigureTiles>
  )
}

function Recipients({ id, isOpen }: { id: string; isOpen: boolean }) {
  const { t } = useTranslation()
  const list = useList(listExportRecipients, 'page_export_recipients', { fixed: { run_id: id } })
  useRefreshWhile(isOpen, listExportRecipients)
  const { options, change } = list
  return (
    <>
      <ListTools
        search={<SearchBox value={options.search} onSearch={(search) => change({ search })} />}
        filters={
          <FilterChip
            label={t('automation.scheduledExports.field.outcome')}
            value={options.outcome}
            options={recipientOutcomes.map((value) => ({
              value,
              label: t(`automation.scheduledExports.outcomes.${value}`),
            }))}
            onChange={(outcome) => change({ outcome })}
          />
        }
        active={options.outcome === undefined ? 0 : 1}
      />
      <ListRows
        state={list}
        phrasePrefix="automation.scheduledExports.runs"
        icon={IconUsers}
        pageKey="page_export_recipients"
        columns={useColumns()}
        lasting={['run_id']}
        nameOf={({ person }) => person ?? t('automation.scheduledExports.erasedPerson')}
        beginsAbove
      />
    </>
  )
}

function useColumns(): RowsProps<typeof listExportRecipients>['columns'] {
  const { t } = useTranslation()
  const { dateTime, number } = useFormats()
  return [
    {
      key: 'person',
      title: t('automation.scheduledExports.field.person'),
      sort: 'person',
      cell: ({ person, email }) => (
        <>
          {person ?? t('automation.scheduledExports.erasedPerson')}
          {email === null ? null : (
            <Text size="xs" c="dimmed" mt={2}>
              {email}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'outcome',
      title: t('automation.scheduledExports.field.outcome'),
      sort: 'outcome',
      cell: ({ outcome, problem }) => (
        <>
          {t(`automation.scheduledExports.outcomes.${outcome}`)}
          {problem === null ? null : (
            <Text size="xs" c="dimmed" mt={2}>
              {t(`automation.scheduledExports.problems.${problem}`)}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'bytes',
      title: t('automation.scheduledExports.field.bytes'),
      width: '8rem',
      labelled: true,
      cell: ({ bytes }) => (bytes === null ? null : `${number(Math.ceil(bytes / 1024))} kB`),
    },
    {
      key: 'told_at',
      title: t('automation.scheduledExports.field.told_at'),
      width: '11rem',
      labelled: true,
      cell: ({ told_at }) => (told_at === null ? null : dateTime(told_at)),
    },
  ]
}
