// The lists behind the totals: by report, by person, by page, and by business unit for staff.
import { Badge, Button } from '@mantine/core'
import { IconBuilding, IconFileAnalytics, IconReportAnalytics, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useFormats } from '#platform/web/language/formats.ts'
import { queryText } from '#platform/web/routing/use-list.ts'
import { useLocation } from '@tanstack/react-router'
import * as calls from '../contract.ts'
import { useUsageColumns } from './usage-columns.tsx'
import { SeenUsageFilters, UsageFilters, type UsageOptions, UsagePeriod } from './usage-filters.tsx'
import classes from './usage-page.module.css'

const lasting = ['from', 'to'] as const

/** The filters of the views, without search, order and page of a list. */
const narrowed = ({ from, to, origin, group_id, report_id, user_id }: UsageOptions) => ({
  from,
  to,
  origin,
  group_id,
  report_id,
  user_id,
})

/** A link to the totals, with the same filters. */
function Overview({ options }: { options: UsageOptions }) {
  const { t } = useTranslation()
  return (
    <Button variant="default" component={PathLink} to={`/analyze${queryText(narrowed(options))}`}>
      {t('reports.usage.overview')}
    </Button>
  )
}

/** What the lists behind the totals have: the filters of the totals, and the way back. */
const behindTotals = {
  lasting,
  beginsAbove: true,
  renderBegin: ({ options }: { options: object }) => <Overview options={options} />,
}

/** The filters of the URL, for the link of a row. */
function useNarrowed(): Record<string, unknown> {
  const { search } = useLocation()
  return narrowed(search)
}

type Report = RowOf<typeof calls.listReportUsage>

const reportName = (report: Report) => <ReportName report={report} />

/** The place stands below the name: a column of its own would make the list wider than a laptop. */
function ReportName({ report: { name, place, hidden } }: { report: Report }) {
  const { t } = useTranslation()
  return (
    <>
      {name}
      {hidden ? (
        <Badge variant="light" color="gray" tt="none" ml={8}>
          {t('reports.usage.yes')}
        </Badge>
      ) : null}
      <span className={classes.place}>{place}</span>
    </>
  )
}

export function ReportUsage() {
  const { t } = useTranslation()
  const { number } = useFormats()
  const { count, times, last } = useUsageColumns()
  const narrowing = useNarrowed()
  return (
    <ListPage
      list={calls.listReportUsage}
      file={calls.exportReportUsage}
      phrasePrefix="reports.usage.byReport"
      pageKey="page_usage_reports"
      icon={IconReportAnalytics}
      {...behindTotals}
      rowPath={({ id }) => `/analyze/pages${queryText({ ...narrowing, report_id: id })}`}
      columns={[
        {
          key: 'name',
          title: t('reports.usage.field.name'),
          sort: 'name',
          cell: reportName,
        },
        { key: 'place', title: t('reports.usage.field.place'), chosenOnly: true, cell: ({ place }) => place },
        count('views', 'views'),
        count('readers', 'readers'),
        { ...count('failed', 'failed'), wideOnly: true },
        {
          key: 'tv_views',
          title: t('reports.usage.field.tv_views'),
          chosenOnly: true,
          align: 'end',
          labelled: true,
          cell: ({ tv_views }) => number(tv_views),
        },
        ...times(),
        last('last_view_at'),
      ]}
      renderFilters={({ options, change, answer }) => (
        <SeenUsageFilters
          choices={calls.reportSeenChoices}
          options={options}
          onChange={change}
          names={{ report: answer?.data.find(({ id }) => id === options.report_id)?.name }}
        />
      )}
    />
  )
}

type Person = RowOf<typeof calls.listPeopleUsage>

export function PeopleUsage() {
  const { t } = useTranslation()
  const { count, last } = useUsageColumns()
  const narrowing = useNarrowed()
  const nameOf = ({ person }: Pick<Person, 'person'>) =>
    person ?? <span className={classes.quiet}>{t('reports.usage.stranger')}</span>
  return (
    <ListPage
      list={calls.listPeopleUsage}
      file={calls.exportPeopleUsage}
      phrasePrefix="reports.usage.byPerson"
      pageKey="page_usage_people"
      icon={IconUsers}
      {...behindTotals}
      rowPath={({ id }) => `/analyze/reports${queryText({ ...narrowing, user_id: id, seen: 'yes' })}`}
      columns={[
        { key: 'person', title: t('reports.usage.field.person'), sort: 'person', cell: nameOf },
        { key: 'email', title: t('reports.usage.field.email'), wideOnly: true, cell: ({ email }) => email },
        count('views', 'views'),
        count('reports', 'reports'),
        last('last_view_at'),
      ]}
      renderFilters={({ options, change, answer }) => (
        <SeenUsageFilters
          choices={calls.seenChoices}
          options={options}
          onChange={change}
          names={{ person: answer?.data.find(({ id }) => id === options.user_id)?.person }}
        />
      )}
    />
  )
}

export function PageUsage() {
  const { t } = useTranslation()
  const { count, last } = useUsageColumns()
  return (
    <ListPage
      list={calls.listPageUsage}
      file={calls.exportPageUsage}
      phrasePrefix="reports.usage.byPage"
      pageKey="page_usage_pages"
      icon={IconFileAnalytics}
      {...behindTotals}
      rowPath={({ report_id }) => `/${report_id}/reports/view`}
      columns={[
        { key: 'name', title: t('reports.usage.field.name'), sort: 'name', cell: ({ name }) => name },
        { key: 'report', title: t('reports.usage.field.report'), sort: 'report', cell: ({ report }) => report },
        count('views', 'views'),
        count('readers', 'readers'),
        last(),
      ]}
      renderFilters={({ options, change, answer }) => (
        <UsageFilters
          options={options}
          onChange={change}
          names={{ report: answer?.data.find(({ report_id }) => report_id === options.report_id)?.report }}
        />
      )}
    />
  )
}

/** The usage by business unit, for staff outside of a business unit. */
export function UnitUsage() {
  const { t } = useTranslation()
  const { count, times, last } = useUsageColumns()
  return (
    <ListPage
      list={calls.listUnitUsage}
      file={calls.exportUnitUsage}
      phrasePrefix="reports.usage.byUnit"
      pageKey="page_usage_units"
      icon={IconBuilding}
      lasting={lasting}
      rowPath={({ id }) => `/companies/${id}`}
      columns={[
        { key: 'name', title: t('reports.usage.field.name'), sort: 'name', cell: ({ name }) => name },
        count('views', 'views'),
        count('readers', 'readers'),
        { ...count('people'), wideOnly: true },
        { ...count('opened_reports'), chosenOnly: true },
        { ...count('reports'), chosenOnly: true },
        { ...count('failed'), chosenOnly: true },
        ...times(),
        last('last_view_at'),
      ]}
      renderFilters={({ options, change }) => <UsagePeriod options={options} onChange={change} />}
    />
  )
}
