// The sums of the issued bills by month, by client and by seller. A bar beside each total shows its share of the greatest one.
import { SegmentedControl } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useMoney } from '#platform/web/language/money.ts'
import { ListRows } from '#platform/web/pages/list-rows.tsx'
import type { RowOf } from '#platform/web/pages/list-page.tsx'
import { ListOwnTools } from '#platform/web/pages/views/list-own-tools.tsx'
import { useListChoice, useOpening } from '#platform/web/pages/views/use-list-choice.ts'
import { type List, useList } from '#platform/web/routing/use-list.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { FigureTile, FigureTiles } from '#platform/web/ui/figure-tile.tsx'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import {
  exportBillingSummary,
  listBillingSummary,
  readBillingSummary,
  type SummaryGroup,
  summaryGroups,
} from '../contract.ts'
import { BillingChart } from './billing-chart.tsx'
import { monthsLater, shortMonth, thisMonth } from '#platform/web/language/months.ts'
import classes from './billing-summary.module.css'

const pageKey = 'page_billing_summary'

export function BillingSummary() {
  const { t } = useTranslation()
  const { number } = useFormats()
  const money = useMoney()
  const ask = useOpening(useListChoice(pageKey))
  const list = useList(listBillingSummary, pageKey, { ask })
  const { options, change } = list
  const { by, from, to } = options
  const { data: sums } = useCallQuery(readBillingSummary, { ...(from && { from }), ...(to && { to }) }, { keep: true })
  const columns = useColumns(by)
  return (
    <>
      <PageHeader title={t('business.billing.summary.title')} text={t('business.billing.summary.purpose')} />
      {sums ? (
        <div className={classes.figures}>
          <FigureTiles>
            <FigureTile name={t('business.billing.field.total')} figure={money(sums.total)} />
            <FigureTile name={t('business.billing.summary.bills')} figure={number(sums.bills)} />
            <FigureTile name={t('business.billing.summary.clients')} figure={number(sums.clients)} />
            <FigureTile
              name={t('business.billing.field.billed_users')}
              figure={number(sums.billed_users)}
              note={t('business.billing.summary.usersText')}
            />
          </FigureTiles>
        </div>
      ) : null}
      <BillingChart from={from} to={to} />
      <ListTools
        search={<SearchBox value={options.search} onSearch={(search) => change({ search })} />}
        filters={
          <>
            <SegmentedControl
              aria-label={t('business.billing.field.by')}
              value={by}
              data={summaryGroups.map((value) => ({ value, label: t(`business.billing.summary.${value}`) }))}
              onChange={(value) => change({ by: value, search: '' })}
            />
            <PeriodFilter list={list} />
          </>
        }
        active={from === undefined ? 0 : 1}
        own={<ListOwnTools list={list} pageKey={pageKey} columns={columns} file={exportBillingSummary} />}
      />
      <ListRows
        state={list}
        phrasePrefix="business.billing.summary"
        pageKey={pageKey}
        icon={IconChartBar}
        columns={columns}
        lasting={['by']}
        beginsAbove
      />
    </>
  )
}

const periods = ['year', 'thisYear', 'lastYear'] as const
type PeriodName = (typeof periods)[number]

/** Returns the first and the last month of a period. For the last 12 months the server chooses them. */
function monthsOf(period: PeriodName | undefined): { from: string | undefined; to: string | undefined } {
  const month = thisMonth()
  const year = Number(month.slice(0, 4))
  if (period === 'thisYear') return { from: `${year}-01`, to: `${year}-12` }
  if (period === 'lastYear') return { from: `${year - 1}-01`, to: `${year - 1}-12` }
  if (period === 'year') return { from: monthsLater(month, -11), to: month }
  return { from: undefined, to: undefined }
}

function PeriodFilter({ list: { options, change } }: { list: List<typeof listBillingSummary> }) {
  const { t } = useTranslation()
  const value = periods.find((period) => {
    const { from, to } = monthsOf(period)
    return from === options.from && to === options.to
  })
  return (
    <FilterChip
      label={t('business.billing.summary.period')}
      value={value}
      options={periods.map((period) => ({ value: period, label: t(`business.billing.summary.${period}`) }))}
      onChange={(period) => change(monthsOf(period))}
    />
  )
}

type Row = RowOf<typeof listBillingSummary>

function useColumns(by: SummaryGroup): Column<Row>[] {
  const { t } = useTranslation()
  const { number } = useFormats()
  const money = useMoney()
  return [
    {
      key: 'name',
      title: t(`business.billing.summary.${by}`),
      sort: 'group',
      cell: ({ name }) => (by === 'month' ? shortMonth(name) : name || t('business.billing.summary.nobody')),
    },
    {
      key: 'bills',
      title: t('business.billing.summary.bills'),
      sort: 'bills',
      width: '8rem',
      align: 'end',
      labelled: true,
      cell: ({ bills }) => number(bills),
    },
    {
      key: 'billed_users',
      title: t('business.billing.field.billed_users'),
      sort: 'billed_users',
      width: '10rem',
      align: 'end',
      labelled: true,
      cell: ({ billed_users }) => number(billed_users),
    },
    {
      key: 'total',
      title: t('business.billing.field.total'),
      sort: 'total',
      width: '34%',
      cell: ({ total, share }) => (
        <span className={classes.amount}>
          {money(total)}
          <span className={classes.bar} style={{ width: `${share * 100}%` }} aria-hidden />
        </span>
      ),
    },
  ]
}
