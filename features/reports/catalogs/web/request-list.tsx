// Requests for access, for those who decide them. Next: catalog-decision.tsx (grant or deny one).
import { Badge, Button, Menu } from '@mantine/core'
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
      renderActions={(row) => (row.state === 'waiting' ? <Actions key="decide" row={row} /> : null)}
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

function Actions({ row }: { row: RequestRow }) {
  const { t } = useTranslation()
  const decide = useContext(DecideContext)
  return (
    <>
      <Menu.Item
        leftSection={<IconCheck size={16} aria-hidden />}
        onClick={() => decide({ kind: 'grant', request: row })}
      >
        {t('reports.catalogs.grant')}
      </Menu.Item>
      <Menu.Item leftSection={<IconX size={16} aria-hidden />} onClick={() => decide({ kind: 'deny', request: row })}>
        {t('reports.catalogs.deny')}
      </Menu.Item>
    </>
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
      { key: 'reason', title: t('reports.catalogs.requests.field.reason'), width: '26%', cell: ({ reason }) => reason },
      {
        key: 'state',
        title: t('reports.catalogs.requests.field.state'),
        cell: ({ state, answer }) => (
          <>
            <Badge variant="light" tt="none" color={colours[state]} c="var(--ink)">
              {t(`reports.catalogs.state.${state}`)}
            </Badge>
            {answer === null ? null : ` ${answer}`}
          </>
        ),
      },
      {
        key: 'created_at',
        title: t('reports.catalogs.requests.field.created_at'),
        sort: 'created_at',
        width: '10rem',
        wideOnly: true,
        cell: ({ created_at }) => dateTime(created_at),
      },
    ],
    [t, dateTime],
  )
}
