import { Button } from '@mantine/core'
import { IconHistory, IconSearch } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListOwnTools } from '#platform/web/pages/views/list-own-tools.tsx'
import { ListRows } from '#platform/web/pages/list-rows.tsx'
import { useGo } from '#platform/web/routing/path.tsx'
import { useList } from '#platform/web/routing/use-list.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { ListCount } from '#platform/web/ui/list-count.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { lastDays } from '#platform/web/ui/period-chip.tsx'
import type { Column } from '#platform/web/ui/column.ts'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { auditDays, exportAudit, listAudit } from '../contract.ts'
import { AuditDrawer } from './audit-drawer.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { type AuditEntries, countFilters, period } from './audit-entries.ts'
import { type AuditRow, AuditSentence } from './audit-sentence.tsx'

/** The URL parameters that start a query; without one of them the list is empty (specification, section 2). */
const questions = ['search', 'from', 'to', 'event', 'target_type', 'actor_id', 'target_id']

export function AuditList() {
  const { t } = useTranslation()
  const { search: locationSearch } = useLocation()
  const ask = questions.some((name) => name in locationSearch)
  const list = useList(listAudit, 'page_audit', { ask })
  const { options, change, answer } = list
  return (
    <>
      <PageHeader
        title={t('operations.audit.title')}
        aside={answer && <ListCount total={answer.total} />}
        text={t('operations.audit.purpose')}
      />
      <ListTools
        search={<SearchBox value={options.search} onSearch={(search) => change({ search })} />}
        filters={<AuditFilters list={list} isFiltered={ask} />}
        active={countFilters(options)}
        own={<ListOwnTools list={list} pageKey="page_audit" columns={useColumns()} file={exportAudit} />}
      />
      {ask ? <Entries list={list} /> : <Start list={list} />}
    </>
  )
}

function Start({ list: { change } }: { list: AuditEntries }) {
  const { t } = useTranslation()
  const { timezone } = useSession()
  return (
    <EmptyState
      title={t('operations.audit.start')}
      text={t('operations.audit.startText')}
      icon={<IconSearch size={22} stroke={1.6} aria-hidden />}
    >
      <Button onClick={() => change(lastDays(auditDays.default, timezone))}>
        {t('general.period.days', { count: auditDays.default })}
      </Button>
    </EmptyState>
  )
}

function Entries({ list }: { list: AuditEntries }) {
  const { pathname, searchStr } = useLocation()
  const go = useGo()
  const pathTo = (entry: string | null) => {
    const query = new URLSearchParams(searchStr)
    if (entry === null) query.delete('entry')
    else query.set('entry', entry)
    return `${pathname}?${query}`
  }
  return (
    <>
      <ListRows<typeof listAudit>
        state={list}
        phrasePrefix="operations.audit"
        pageKey="page_audit"
        icon={IconHistory}
        columns={useColumns()}
        rowPath={({ id }) => pathTo(id)}
        lasting={period}
      />
      <AuditDrawer onClose={() => go(pathTo(null), { replace: true })} onNarrow={list.change} />
    </>
  )
}

function useColumns(): Column<AuditRow>[] {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const { tenantId } = useSession()
  const tenant: Column<AuditRow> = {
    key: 'tenant',
    title: t('operations.audit.column.tenant'),
    width: '14rem',
    cell: ({ tenant_name }) => tenant_name,
  }
  return [
    { key: 'what', title: t('operations.audit.column.what'), cell: (entry) => <AuditSentence entry={entry} /> },
    ...(tenantId === null ? [tenant] : []),
    { key: 'at', title: t('operations.audit.column.at'), sort: 'at', width: '12.5rem', cell: ({ at }) => dateTime(at) },
    {
      key: 'address',
      title: t('operations.audit.column.address'),
      width: '10rem',
      wideOnly: true,
      cell: ({ address }) => address,
    },
  ]
}
