import { ActionIcon, Group, Skeleton, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { now } from '#platform/web/clock.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { PlainTable } from '#platform/web/ui/plain-table.tsx'
import { readCapacityCosts } from '../contract.ts'

/** A month such as `2026-11`, moved by a number of months. */
function monthAfter(month: string, months: number): string {
  const [year = 2000, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

export function CapacityCosts({ id }: { id: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [month, setMonth] = useState(() => now().toISOString().slice(0, 7))
  const { data, error, refetch } = useCallQuery(readCapacityCosts, { id, month }, { keep: true })
  const name = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  )
  return (
    <FormSection title={t('sources.capacities.costs')} text={t('sources.capacities.costsText')}>
      <Group gap="xs">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('sources.capacities.earlier')}
          onClick={() => setMonth(monthAfter(month, -1))}
        >
          <IconChevronLeft size={16} stroke={1.8} aria-hidden />
        </ActionIcon>
        <Text fw={500} miw="10rem" ta="center" aria-live="polite">
          {name}
        </Text>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('sources.capacities.later')}
          onClick={() => setMonth(monthAfter(month, 1))}
        >
          <IconChevronRight size={16} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Group>
      {data ? (
        <Table {...data} />
      ) : error ? (
        <FailedState failure={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton h={90} />
      )}
    </FormSection>
  )
}

function Table({ data, currency }: ReceivedOf<typeof readCapacityCosts>) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const money = (amount: number) => number(amount, { style: 'currency', currency })
  if (data.length === 0) return <Text c="dimmed">{t('sources.capacities.notRun')}</Text>
  const total = data.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  return (
    <PlainTable
      label={t('sources.capacities.costs')}
      columns={[
        t('sources.capacities.field.size'),
        t('sources.capacities.hoursRun'),
        t('sources.capacities.pricePerHour'),
        t('sources.capacities.amount'),
      ]}
    >
      {data.map(({ size, hours, price, amount }) => (
        <tr key={size}>
          <td>{size}</td>
          <td>{number(hours, { maximumFractionDigits: 1 })}</td>
          <td>{price === null ? t('sources.capacities.noPrice') : money(price)}</td>
          <td>{amount === null ? '–' : money(amount)}</td>
        </tr>
      ))}
      <tr>
        <th scope="row" colSpan={3}>
          {t('sources.capacities.total')}
        </th>
        <td>
          <strong>{money(total)}</strong>
        </td>
      </tr>
    </PlainTable>
  )
}
