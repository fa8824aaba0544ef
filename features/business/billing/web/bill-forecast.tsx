// What a draft of the running month will probably come to.
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useMoney } from '#platform/web/language/money.ts'
import type { readBill } from '../contract.ts'
import classes from './bill-page.module.css'

type BillForecastProps = { forecast: NonNullable<ReceivedOf<typeof readBill>['forecast']> }

export function BillForecast({ forecast }: BillForecastProps) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const money = useMoney()
  const { people, low, high, total, low_total, high_total, months } = forecast
  return (
    <section className={classes.forecast}>
      <h2 className={classes.label}>{t('business.billing.forecast.title')}</h2>
      <p className={classes.line}>
        {t('business.billing.forecast.people', { count: people, shown: number(people), total: money(total) })}
      </p>
      {low === high ? null : (
        <p className={classes.note}>
          {t('business.billing.forecast.range', {
            count: months,
            low: number(low),
            high: number(high),
            lowTotal: money(low_total),
            highTotal: money(high_total),
          })}
        </p>
      )}
    </section>
  )
}
