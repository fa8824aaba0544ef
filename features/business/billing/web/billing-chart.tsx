// The totals of the months of a period as columns. Months without a bill are empty, so that a gap is visible.
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useMoney, useShortMoney } from '#platform/web/language/money.ts'
import { MonthBars } from '#platform/web/ui/month-bars.tsx'
import { listBillingSummary } from '../contract.ts'
import { monthsLater, shortMonth, thisMonth } from '#platform/web/language/months.ts'

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
    <MonthBars
      label={t('business.billing.summary.chart')}
      bars={months.map((month) => {
        const { total = '0', share = 0 } = totals.get(month) ?? {}
        return {
          month,
          share,
          amount: totals.has(month) ? shortMoney(total) : null,
          text: t('business.billing.summary.bar', { month: shortMonth(month), total: money(total) }),
        }
      })}
    />
  )
}

/** Lists the months of a period in order, the latest `maxMonths` of it. */
function monthsOf(from: string, to: string): string[] {
  const months = Array.from({ length: maxMonths }, (_, index) => monthsLater(to, index - maxMonths + 1))
  return months.filter((month) => month >= from)
}
