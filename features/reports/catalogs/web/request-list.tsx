// Requests for access, for those who decide them. Next: catalog-decision.tsx (grant or deny one), request-bulk.tsx (several).
import { Badge, Button, Group } from '@mantine/core'
import { IconArrowLeft, IconCheck, IconInbox, IconX } from '@tabler/icons-react'
import { createContext, useContext, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage } from '#platform/web/pages/list-page.tsx'
import { PathLink } from '#platform/web/routing/path.tsx'
import type { List } from '#platform/web/routing/use-list.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { exportRequests, listRequests, requestStates } from '../contract.ts'
import { type Decision, DecisionDialog } from './catalog-decision.tsx'
import type { RequestRow } from './catalog-report.ts'
import { useRequestBulk } from './request-bulk.tsx'

const DecideContext = createContext<(decision: Decision) => void>(() => undefined)

export function RequestList() {
  const [decision, setDecision] = useState<Decision | null>(null)
  return (
    <DecideContext value={setDecision}>
      <Requests />
      <DecisionDialog decision={decision} onClose={() => setDecision(null)} />
    </DecideContext>
  )
}

function Requests() {
  return (
    <ListPage
      list={listRequests}
      file={exportRequests}
      phrasePrefix="reports.catalogs.requests"
      pageKey="page_access_request"
      icon={IconInbox}
      columns={useColumns()}
      renderBegin={() => <BackLink />}
      beginsAbove
      renderFilters={(list) => <StateFilter list={list} />}
      bulk={useRequestBulk()}
    />
  )
}

function BackLink() {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      renderRoot={(props) => <PathLink to="/catalogs" {...props} />}
      leftSection={<IconArrowLeft size={16} stroke={1.8} aria-hidden />}
    >
      {t('reports.catalogs.title')}
    </Button>
  )
}

function StateFilter({ list: { options, change } }: { list: List<typeof listRequests> }) {
  const { t } = useTranslation()
  return (
    <FilterChip
      label={t('reports.catalogs.requests.field.state')}
      value={options.state}
      options={requestStates.map((value) => ({ value, label: t(`reports.catalogs.state.${value}`) }))}
      onChange={(state) => change({ state })}
    />
  )
}

/** The two decisions about a waiting request. */
function DecideButtons({ row }: { row: RequestRow }) {
  const { t } = useTranslation()
  const decide = useContext(DecideContext)
  const about = `${row.name}, ${row.report}`
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="xs"
        leftSection={<IconCheck size={14} stroke={2} aria-hidden />}
        aria-label={`${t('reports.catalogs.grant')}: ${about}`}
        onClick={() => decide({ kind: 'grant', request: row })}
      >
        {t('reports.catalogs.grant')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconX size={14} stroke={2} aria-hidden />}
        aria-label={`${t('reports.catalogs.deny')}: ${about}`}
        onClick={() => decide({ kind: 'deny', request: row })}
      >
        {t('reports.catalogs.deny')}
      </Button>
    </Group>
  )
}

const colours = { waiting: 'yellow', granted: 'green', denied: 'red', withdrawn: 'gray' } as const

function useColumns(): Column<RequestRow>[] {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('reports.catalogs.requests.field.name'),
        sort: 'name',
        width: '18%',
        cell: ({ name }) => name,
      },
      {
        key: 'report',
        title: t('reports.catalogs.requests.field.report'),
        sort: 'report',
        cell: ({ report }) => report,
      },
      { key: 'reason', title: t('reports.catalogs.requests.field.reason'), width: '22%', cell: ({ reason }) => reason },
      {
        key: 'state',
        title: t('reports.catalogs.requests.field.state'),
        cell: ({ state }) => (
          <Badge variant="light" tt="none" color={colours[state]} c="var(--ink)">
            {t(`reports.catalogs.state.${state}`)}
          </Badge>
        ),
      },
      {
        key: 'decision',
        title: t('reports.catalogs.requests.field.decision'),
        width: '15rem',
        cell: (row) =>
          row.state === 'waiting' ? (
            <DecideButtons row={row} />
          ) : (
            [row.decided_by, row.answer].filter((each) => each !== null).join(': ')
          ),
      },
      {
        key: 'created_at',
        title: t('reports.catalogs.requests.field.created_at'),
        sort: 'created_at',
        width: '11rem',
        wideOnly: true,
        cell: ({ created_at }) => dateTime(created_at),
      },
    ],
    [t, dateTime],
  )
}
