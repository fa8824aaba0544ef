import { Badge, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMoney } from '#platform/web/language/money.ts'
import type { BillState, PaymentState } from '../contract.ts'

const colours = { draft: 'yellow', issued: 'green', void: 'gray' } as const

export function BillStateBadge({ state }: { state: BillState }) {
  const { t } = useTranslation()
  return (
    <Badge variant="light" tt="none" miw="max-content" color={colours[state]} c="var(--ink)">
      {t(`business.billing.state.${state}`)}
    </Badge>
  )
}

const paymentColours = { unpaid: 'gray', partly_paid: 'yellow', paid: 'green' } as const

/** Shows what was paid, or that the due date is over. */
export function PaymentStateBadge({ bill: { payment_state: state, overdue } }: { bill: PaymentFacts }) {
  const { t } = useTranslation()
  if (state === null) return null
  return (
    <Badge variant="light" tt="none" miw="max-content" color={overdue ? 'red' : paymentColours[state]} c="var(--ink)">
      {t(overdue ? 'business.billing.field.overdue' : `business.billing.payment_state.${state}`)}
    </Badge>
  )
}

type PaymentFacts = { payment_state: PaymentState | null; overdue: boolean }

/** Says what is paid and what is open of a bill that is paid in part; nothing for others. */
export function PartlyPaid({ bill }: { bill: PaymentFacts & { paid: string | null; left: string | null } }) {
  const { t } = useTranslation()
  const money = useMoney()
  const { payment_state: state, paid, left } = bill
  if (state !== 'partly_paid' || paid === null || left === null) return null
  return (
    <Text size="xs" c="var(--ink-quiet)" component="div">
      <div>
        {t('business.billing.field.paid')}: {money(paid)}
      </div>
      <div>
        {t('business.billing.field.left')}: {money(left)}
      </div>
    </Text>
  )
}
