// The bills, and the drafts of the running month and the one before. Next: bill-page.tsx (one bill, to be printed).
import { Anchor, Button, Menu } from '@mantine/core'
import { IconBan, IconCheck, IconEye, IconFileInvoice, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PartnerFilter, useSeesPartners } from '#features/organisation/tenants/web/exports.tsx'
import { useFormats } from '#platform/web/language/formats.ts'
import { useMoney } from '#platform/web/language/money.ts'
import type { BulkAction } from '#platform/web/pages/bulk/use-bulk.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { PathLink, useGo } from '#platform/web/routing/path.tsx'
import type { List } from '#platform/web/routing/use-list.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { billStates, exportBills, listBills, paymentStates } from '../contract.ts'
import { type Draft, IssueDialog, VoidDialog } from './billing-dialogs.tsx'
import { BillStateBadge, PartlyPaid, PaymentStateBadge } from './billing-state.tsx'
import { latestMonths, shortMonth, thisMonth } from '#platform/web/language/months.ts'
import classes from './bill-list.module.css'
import { billingPlace } from './billing-place.ts'

type Row = RowOf<typeof listBills>

export function BillList() {
  const { t } = useTranslation()
  const go = useGo()
  const [issuing, setIssuing] = useState<readonly Draft[] | null>(null)
  const [voiding, setVoiding] = useState<Row | null>(null)
  const issueSelected: BulkAction<Row> = {
    key: 'issue',
    label: t('business.billing.issue.selected'),
    icon: IconCheck,
    allows: ({ can }) => can.includes('issue'),
    renderDialog: ({ rows, close }) => <IssueDialog drafts={rows} onClose={close} />,
  }
  return (
    <>
      <ListPage
        {...billingPlace}
        icon={IconFileInvoice}
        list={listBills}
        file={exportBills}
        pageKey="page_billing"
        renderBegin={({ answer }) => (answer?.total === 0 ? <NewClient /> : null)}
        columns={useColumns()}
        {...(useCan('bill.issue') && { bulk: [issueSelected] })}
        renderFilters={(list) => <Filters list={list} />}
        renderActions={(row) => (
          <>
            <Menu.Item
              leftSection={<IconEye size={16} aria-hidden />}
              onClick={() => go(`${billingPlace.path}/${row.id}`)}
            >
              {t('business.billing.open')}
            </Menu.Item>
            {row.can.includes('issue') ? (
              <Menu.Item leftSection={<IconCheck size={16} aria-hidden />} onClick={() => setIssuing([row])}>
                {t('business.billing.issue.action')}
              </Menu.Item>
            ) : null}
            {row.can.includes('void') ? (
              <Menu.Item
                c="var(--danger)"
                leftSection={<IconBan size={16} aria-hidden />}
                onClick={() => setVoiding(row)}
              >
                {t('business.billing.void.action')}
              </Menu.Item>
            ) : null}
          </>
        )}
      />
      <IssueDialog drafts={issuing} onClose={() => setIssuing(null)} />
      <VoidDialog bill={voiding} onClose={() => setVoiding(null)} />
    </>
  )
}

/** Suggests to add a client when there are no bills. */
function NewClient() {
  const { t } = useTranslation()
  if (!useCan('client.add')) return null
  return (
    <Button
      renderRoot={(link) => <PathLink to="/client/add" {...link} />}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('business.clients.add')}
    </Button>
  )
}

function Filters({ list: { options, change, answer } }: { list: List<typeof listBills> }) {
  const { t } = useTranslation()
  const months = latestMonths(24).map((value) => ({ value, label: shortMonth(value) }))
  const client = answer?.data.find(({ client_id }) => client_id === options.client_id)
  return (
    <>
      <FilterChip
        label={t('business.billing.field.reference_month')}
        value={options.reference_month}
        options={months}
        onChange={(reference_month) => change({ reference_month })}
      />
      <FilterChip
        label={t('business.billing.field.state')}
        value={options.state}
        options={billStates.map((value) => ({ value, label: t(`business.billing.state.${value}`) }))}
        onChange={(state) => change({ state })}
      />
      <FilterChip
        label={t('business.billing.field.payment_state')}
        value={options.overdue ? 'overdue' : options.payment_state}
        options={[
          ...paymentStates.map((value) => ({ value, label: t(`business.billing.payment_state.${value}`) })),
          { value: 'overdue' as const, label: t('business.billing.field.overdue') },
        ]}
        onChange={(value) =>
          change(
            value === 'overdue'
              ? { overdue: true, payment_state: undefined }
              : { overdue: undefined, payment_state: value },
          )
        }
      />
      {options.client_id === undefined ? null : (
        <FilterChip
          label={t('business.billing.field.name')}
          value={options.client_id}
          options={[{ value: options.client_id, label: client?.name ?? '–' }]}
          onChange={(client_id) => change({ client_id })}
        />
      )}
      <PartnerFilter value={options.parceiro_id} onChange={(parceiro_id) => change({ parceiro_id })} />
    </>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { day, number } = useFormats()
  const money = useMoney()
  const dash = '–'
  const partner: Column<Row> = {
    key: 'partner',
    title: t('business.billing.field.parceiro_id'),
    sort: 'partner',
    chosenOnly: true,
    cell: ({ partner: name }) => name,
  }
  return [
    { key: 'name', title: t('business.billing.field.name'), sort: 'name', width: '28%', cell: ({ name }) => name },
    {
      key: 'reference_month',
      title: t('business.billing.summary.month'),
      sort: 'reference_month',
      width: '7rem',
      labelled: true,
      cell: ({ reference_month: month, state }) => (
        <>
          {shortMonth(month)}
          {state === 'draft' && month === thisMonth() ? (
            <span className={classes.running}>{t('business.billing.running')}</span>
          ) : null}
        </>
      ),
    },
    {
      key: 'state',
      title: t('business.billing.field.state'),
      width: '7.5rem',
      cell: ({ state }) => <BillStateBadge state={state} />,
    },
    {
      key: 'payment_state',
      title: t('business.billing.field.payment_state'),
      width: '10rem',
      cell: (bill) => (
        <>
          <PaymentStateBadge bill={bill} />
          <PartlyPaid bill={bill} />
        </>
      ),
    },
    {
      key: 'number',
      title: t('business.billing.field.number'),
      sort: 'number',
      width: '6rem',
      labelled: true,
      cell: ({ number: billNumber }) => (billNumber === null ? dash : String(billNumber)),
    },
    ...(useSeesPartners() ? [partner] : []),
    {
      key: 'seller_name',
      title: t('business.billing.field.seller'),
      chosenOnly: true,
      cell: ({ seller_name }) => seller_name ?? dash,
    },
    {
      key: 'billed_users',
      title: t('business.clients.field.people'),
      sort: 'billed_users',
      width: '7rem',
      align: 'end',
      labelled: true,
      cell: ({ id, name, billed_users }) => (
        <Anchor
          component={PathLink}
          to={`${billingPlace.path}/${id}/people`}
          inherit
          aria-label={t('business.billing.people.of', { count: billed_users, shown: number(billed_users), name })}
        >
          {number(billed_users)}
        </Anchor>
      ),
    },
    {
      key: 'domains',
      title: t('business.billing.field.domains'),
      width: '7rem',
      align: 'end',
      chosenOnly: true,
      cell: ({ domains }) => number(domains),
    },
    {
      key: 'date_of_issue',
      title: t('business.billing.field.date_of_issue'),
      width: '7.5rem',
      chosenOnly: true,
      cell: ({ date_of_issue }) => (date_of_issue === null ? dash : day(date_of_issue)),
    },
    {
      key: 'date_due',
      title: t('business.billing.field.date_due'),
      sort: 'date_due',
      width: '8rem',
      labelled: true,
      cell: ({ date_due, issues_on }) => {
        if (date_due !== null) return day(date_due)
        return issues_on === null ? dash : t('business.billing.issuesOn', { day: day(issues_on) })
      },
    },
    {
      key: 'total',
      title: t('business.billing.field.total'),
      sort: 'total',
      width: '9rem',
      align: 'end',
      labelled: true,
      cell: ({ total }) => money(total),
    },
  ]
}
