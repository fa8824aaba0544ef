// The totals of the months of a period as columns. Months without a bill are empty, so that a gap is visible.
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useMoney, useShortMoney } from '#platform/web/language/money.ts'
import { listBillingSummary } from '../contract.ts'
import { monthsLater, shortMonth, thisMonth } from './billing-months.ts'
import classes from './billing-summary.module.css'

/** The most months of a chart. */
const maxMonths = 25

type BillingChartProps = { from: string | undefined; to: string | undefined }

export function BillingChart({ from, to }: BillingChartProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const shortMoney = useShortMoney()
  const months = monthsOf(from ?? monthsLater(thisMonth(), -11), to ?? thisMonth())
  const period = { ...(from && { from }), ...(to && { to }) }
  const { data } = useCallQuery(listBillingSummary, { by: 'month', size: maxMonths, ...period }, { keep: true })
  if (!data || data.data.length === 0) return null
  const totals = new Map(data.data.map((row) => [row.id, row]))
  return (
    <ol className={classes.chart} aria-label={t('business.billing.summary.chart')}>
      {months.map((month) => {
        const { total = '0', share = 0 } = totals.get(month) ?? {}
        const label = t('business.billing.summary.bar', { month: shortMonth(month), total: money(total) })
        return (
          <li key={month} className={classes.column} title={label}>
            <span className={classes.hidden}>{label}</span>
            <span className={classes.space} aria-hidden>
              {totals.has(month) ? <span className={classes.value}>{shortMoney(total)}</span> : null}
              <span className={classes.pillar} style={{ '--share': share } as CSSProperties} />
            </span>
            <span className={classes.month} aria-hidden>
              {shortMonth(month)}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** Lists the months of a period in order, the latest `maxMonths` of it. */
function monthsOf(from: string, to: string): string[] {
  const months = Array.from({ length: maxMonths }, (_, index) => monthsLater(to, index - maxMonths + 1))
  return months.filter((month) => month >= from)
}
