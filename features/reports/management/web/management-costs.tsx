// What the portal costs a business unit: its bills as a chart and a table, and the hours of its capacities. The server computes every amount.
import { IconReceipt } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useMoney, useShortMoney } from '#platform/web/language/money.ts'
import { monthsLater, shortMonth, thisMonth } from '#platform/web/language/months.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FigureTile, FigureTiles } from '#platform/web/ui/figure-tile.tsx'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { MonthBars } from '#platform/web/ui/month-bars.tsx'
import type { Period } from '#platform/web/ui/period-chip.tsx'
import { CellNote, PlainTable } from '#platform/web/ui/plain-table.tsx'
import type { viewManagement } from '../contract.ts'
import classes from './management-costs.module.css'

type Costs = NonNullable<ReceivedOf<typeof viewManagement>['costs']>

export function ManagementCosts({ costs }: { costs: Costs }) {
  const { t } = useTranslation()
  const { bills, capacities, capacity_totals, billed } = costs
  const money = useMoney()
  if (bills.length === 0 && capacities.length === 0) {
    return (
      <EmptyState
        title={t('general.list.empty')}
        text={t('reports.management.costs.empty')}
        icon={<IconReceipt size={22} stroke={1.6} aria-hidden />}
      />
    )
  }
  return (
    <>
      <FigureTiles>
        {billed === null ? null : <FigureTile name={t('reports.management.costs.billed')} figure={money(billed)} />}
        {capacity_totals.map(({ currency, amount, unpriced }) => (
          <FigureTile
            key={currency}
            name={t('reports.management.costs.ofCapacities', { currency })}
            figure={money(amount, currency)}
            note={unpriced ? t('reports.management.costs.unpriced') : undefined}
          />
        ))}
      </FigureTiles>
      {bills.length > 0 ? <Bills {...costs} /> : null}
      {capacities.length > 0 ? <Capacities {...costs} /> : null}
    </>
  )
}

function Bills({ months, bills, billed }: Costs) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const money = useMoney()
  const byMonth = new Map(bills.map((bill) => [bill.month, bill]))
  const shortMoney = useShortMoney()
  const isShared = bills.some(({ is_shared }) => is_shared)
  const amount = (value: string | null) => value && money(value)
  const count = (value: number | null) => (value === null ? null : number(value))
  const cells: Record<string, (bill: Costs['bills'][number]) => string | null> = {
    [t('reports.management.costs.month')]: ({ month }) => shortMonth(month),
    [t('reports.management.costs.people')]: ({ people }) => count(people),
    [t('reports.management.costs.billedPeople')]: ({ billed_users }) => count(billed_users),
    [t('reports.management.costs.bonus')]: ({ number_of_bonus }) => count(number_of_bonus),
    [t('reports.management.costs.price')]: ({ price }) => amount(price),
    [t('reports.management.costs.domains')]: ({ domains }) => count(domains),
    [t('reports.management.costs.domainFee')]: ({ domain_fee }) => amount(domain_fee),
    [t('reports.management.costs.total')]: ({ total }) => amount(total),
  }
  // Bills of several units have no numbers: without another bill their columns are empty.
  const columns = Object.keys(cells).filter((title) => bills.some((bill) => cells[title]?.(bill) !== null))
  return (
    <section className={classes.part}>
      <h2 className={classes.title}>{t('reports.management.costs.bills')}</h2>
      {billed === null ? null : (
        <MonthBars
          label={t('reports.management.costs.chart')}
          bars={months.map((month) => {
            const { total = null, share = 0 } = byMonth.get(month) ?? {}
            return {
              month,
              share,
              amount: total === null ? null : shortMoney(total),
              text: `${shortMonth(month)}: ${amount(total) ?? '–'}`,
            }
          })}
        />
      )}
      {isShared ? <p className={classes.note}>{t('reports.management.costs.shared')}</p> : null}
      <PlainTable label={t('reports.management.costs.bills')} columns={columns}>
        {bills.map((bill) => (
          <tr key={bill.month}>
            {columns.map((title) => (
              <td key={title}>{cells[title]?.(bill) ?? '–'}</td>
            ))}
          </tr>
        ))}
      </PlainTable>
    </section>
  )
}

function Capacities({ capacities }: Costs) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const money = useMoney()
  return (
    <section className={classes.part}>
      <h2 className={classes.title}>{t('reports.management.costs.capacities')}</h2>
      <PlainTable
        label={t('reports.management.costs.capacities')}
        columns={[
          t('reports.management.costs.month'),
          t('reports.management.costs.capacity'),
          t('reports.management.costs.hours'),
          t('reports.management.costs.hourPrice'),
          t('reports.management.costs.amount'),
        ]}
      >
        {capacities.map(({ month, id, name, size, hours, currency, price, amount }) => (
          <tr key={`${month} ${id} ${size}`}>
            <td>{shortMonth(month)}</td>
            <td>
              {name}
              <CellNote>{size}</CellNote>
            </td>
            <td>{number(hours, { maximumFractionDigits: 1 })}</td>
            <td>{price === null ? t('reports.management.costs.noPrice') : money(price, currency)}</td>
            <td>{amount === null ? '–' : money(amount, currency)}</td>
          </tr>
        ))}
      </PlainTable>
    </section>
  )
}

const years = ['thisYear', 'lastYear'] as const

/** The first and the last day of a year of the calendar; nothing: the server answers the last 12 months. */
function daysOf(year: (typeof years)[number] | undefined): Partial<Period> {
  if (year === undefined) return {}
  const name = (year === 'thisYear' ? thisMonth() : monthsLater(thisMonth(), -12)).slice(0, 4)
  return { from: `${name}-01-01`, to: `${name}-12-31` }
}

type CostsPeriodProps = { period: Partial<Period>; onChange: (period: Partial<Period>) => void }

/** The year of the costs. Without a choice they are those of the last 12 months. */
export function CostsPeriod({ period, onChange }: CostsPeriodProps) {
  const { t } = useTranslation()
  return (
    <FilterChip
      label={t('reports.management.costs.period')}
      value={years.find((year) => daysOf(year).from === period.from)}
      options={years.map((value) => ({ value, label: t(`reports.management.costs.${value}`) }))}
      onChange={(year) => onChange(daysOf(year))}
    />
  )
}
