// One bill or draft, in the layout in which it is printed.
import { Alert, Anchor, Button, Group } from '@mantine/core'
import { IconBan, IconCheck, IconPencil, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writtenTaxId } from '#catalogue/tax-id.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useMoney } from '#platform/web/language/money.ts'
import { writtenPostalCode } from '#platform/web/masks/postal-code.ts'
import { BillForecast } from './bill-forecast.tsx'
import { BillSends } from './bill-sends.tsx'
import { DownloadBill } from './bill-download.tsx'
import { imageOf } from '#platform/web/theme/active-theme.ts'
import { Logo } from '#platform/web/ui/brand-mark.tsx'
import { PathLink, useGo, useGoBack, usePathPart } from '#platform/web/routing/path.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { InfoButton } from '#platform/web/ui/info-button.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { listBills, readBill } from '../contract.ts'
import { IssueDialog, VoidDialog } from './billing-dialogs.tsx'
import { Settlement } from './bill-settlement.tsx'
import classes from './bill-page.module.css'
import { billingPlace } from './billing-place.ts'
import { BillStateBadge, PartlyPaid, PaymentStateBadge } from './billing-state.tsx'
import { shortMonth, useLongMonth } from '#platform/web/language/months.ts'

export function BillPage() {
  const { t } = useTranslation()
  const longMonth = useLongMonth()
  const go = useGo()
  const goBack = useGoBack(billingPlace.path)
  const { data: bill, error, refetch } = useCallQuery(readBill, { id: usePathPart('id') })
  const [dialog, setDialog] = useState<'issue' | 'void' | null>(null)
  if (error && !bill) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!bill) return <FormSkeleton />
  const title =
    bill.state === 'draft'
      ? t('business.billing.bill.draft', { month: longMonth(bill.reference_month) })
      : t('business.billing.bill.title', { number: bill.number })
  return (
    <>
      <PageHeader title={title} aside={<BillStates bill={bill} />}>
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          {t('business.billing.bill.print')}
        </Button>
        {bill.state === 'issued' ? <DownloadBill id={bill.id} /> : null}
        {bill.state === 'void' ? <ToSuccessor bill={bill} /> : null}
        {bill.can.includes('void') ? (
          <Button
            variant="default"
            c="var(--danger)"
            leftSection={<IconBan size={16} aria-hidden />}
            onClick={() => setDialog('void')}
          >
            {t('business.billing.void.action')}
          </Button>
        ) : null}
        {bill.can.includes('issue') ? (
          <Button leftSection={<IconCheck size={16} aria-hidden />} onClick={() => setDialog('issue')}>
            {t('business.billing.issue.action')}
          </Button>
        ) : null}
      </PageHeader>
      <Sheet bill={bill} title={title} />
      {bill.state === 'issued' ? <Settlement bill={bill} /> : null}
      {bill.state === 'draft' ? null : <BillSends bill={bill} />}
      <IssueDialog
        drafts={dialog === 'issue' ? [bill] : null}
        onClose={() => {
          setDialog(null)
          // Somebody else may have issued it meanwhile: the draft is then gone.
          void refetch().then(({ error: gone }) => gone && goBack())
        }}
        // The issued bill has another URL than its draft.
        onIssued={([id]) => {
          setDialog(null)
          if (id === undefined) goBack()
          else go(`${billingPlace.path}/${id}`, { replace: true })
        }}
      />
      <VoidDialog bill={dialog === 'void' ? bill : null} onClose={() => setDialog(null)} />
    </>
  )
}

type Bill = ReceivedOf<typeof readBill>

const BillStates = ({ bill }: { bill: Bill }) => (
  <Group gap="xs">
    <BillStateBadge state={bill.state} />
    <PaymentStateBadge bill={bill} />
    <PartlyPaid bill={bill} />
  </Group>
)

/** Links from a voided bill to the draft or the new bill of the same month. */
function ToSuccessor({ bill: { client_id, reference_month } }: { bill: Bill }) {
  const { t } = useTranslation()
  const { data } = useCallQuery(listBills, { client_id, reference_month, size: 100 })
  const replacement = data?.data.find(({ state }) => state !== 'void')
  if (replacement === undefined) return null
  return (
    <Button
      variant="default"
      renderRoot={(link) => <PathLink to={`${billingPlace.path}/${replacement.id}`} {...link} />}
    >
      {t(`business.billing.bill.${replacement.state === 'draft' ? 'openDraft' : 'openOther'}`, {
        number: replacement.number,
      })}
    </Button>
  )
}

/** Names of Brazilian law, the same in every language. */
const taxIdNames = { legal: 'CNPJ', physical: 'CPF' } as const

function Sheet({ bill, title }: { bill: Bill; title: string }) {
  const { t } = useTranslation()
  const { day, date, number } = useFormats()
  const { customer } = bill
  const logo = imageOf(bill.issuer_logo)
  return (
    <article className={classes.sheet} aria-label={title} data-bill>
      {bill.state === 'draft' ? (
        <Alert variant="light" color="yellow" c="var(--ink)" mb="lg" icon={<IconPencil aria-hidden />}>
          {t('business.billing.bill.draftText')}
        </Alert>
      ) : null}
      {bill.voided_at === null ? null : (
        <Alert variant="light" color="red" c="var(--ink)" mb="lg" icon={<IconBan aria-hidden />}>
          {t('business.billing.bill.voided', { date: date(bill.voided_at), reason: bill.void_reason })}
        </Alert>
      )}
      <div className={classes.head}>
        {logo === null ? null : <Logo image={logo} name={bill.supplier.name ?? ''} />}
        <p className={classes.title}>{title}</p>
      </div>
      <div className={classes.top}>
        <section>
          <h2 className={classes.label}>{t('business.billing.bill.issuedBy')}</h2>
          <p className={classes.strong}>{bill.supplier.name}</p>
          {linesOf(bill.supplier.name, bill.supplier).map((line) => (
            <p key={line} className={classes.line}>
              {line}
            </p>
          ))}
          {bill.supplier.cnpj_cpf === null ? null : (
            <p className={classes.line}>
              {taxIdNames[bill.supplier.client_type]}: {writtenTaxId(bill.supplier.cnpj_cpf, bill.supplier.client_type)}
            </p>
          )}
        </section>
        <section>
          <h2 className={classes.label}>{t('business.billing.bill.billedTo')}</h2>
          <p className={classes.strong}>{bill.name}</p>
          {linesOf(bill.name, customer).map((line) => (
            <p key={line} className={classes.line}>
              {line}
            </p>
          ))}
          {customer.cnpj_cpf === null ? null : (
            <p className={classes.line}>
              {taxIdNames[customer.client_type]}: {writtenTaxId(customer.cnpj_cpf, customer.client_type)}
            </p>
          )}
        </section>
        <dl className={classes.days}>
          {bill.number === null ? null : (
            <>
              <dt>{t('business.billing.field.number')}</dt>
              <dd>{bill.number}</dd>
            </>
          )}
          <dt>{t('business.billing.field.reference_month')}</dt>
          <dd>{shortMonth(bill.reference_month)}</dd>
          <dt>{t('business.billing.field.date_of_issue')}</dt>
          <dd>{bill.date_of_issue === null ? '–' : day(bill.date_of_issue)}</dd>
          <dt>{t('business.billing.field.date_due')}</dt>
          <dd>{bill.date_due === null ? '–' : day(bill.date_due)}</dd>
          {bill.customer_code === null ? null : (
            <>
              <dt>{t('business.billing.field.customer_code')}</dt>
              <dd>{bill.customer_code}</dd>
            </>
          )}
          {bill.user_limit === null ? null : (
            <>
              <dt>{t('business.billing.field.user_limit')}</dt>
              <dd>
                {number(bill.user_limit)}
                <InfoButton name={t('business.billing.field.user_limit')} text={t('business.billing.userLimitText')} />
              </dd>
            </>
          )}
        </dl>
      </div>
      <Items bill={bill} label={title} />
      {bill.forecast === null ? null : <BillForecast forecast={bill.forecast} />}
      {customer.payment_details === null ? null : (
        <section className={classes.payment}>
          <h2 className={classes.label}>{t('business.billing.bill.payment')}</h2>
          {customer.payment_details}
        </section>
      )}
    </article>
  )
}

/** Shows the billed items and the total. */
function Items({ bill, label }: { bill: Bill; label: string }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const money = useMoney()
  const phraseValues = {
    count: bill.billed_users,
    shown: number(bill.billed_users),
    bonus: number(bill.number_of_bonus),
  }
  const [quantity, unit] = [t('business.billing.bill.quantity'), t('business.billing.bill.unit')]
  return (
    <table className={classes.items} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('business.billing.bill.item')}</th>
          <th scope="col">{quantity}</th>
          <th scope="col">{unit}</th>
          <th scope="col">{t('business.billing.bill.amount')}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>
            {t('business.billing.bill.users')}
            <p className={classes.note}>
              <Anchor component={PathLink} to={`${billingPlace.path}/${bill.id}/people`} inherit underline="always">
                {t('business.billing.bill.usersText', phraseValues)}
              </Anchor>
            </p>
            <p className={classes.note}>{t('business.billing.bill.whoCounts')}</p>
          </td>
          <td className={classes.part} data-label={quantity}>
            {number(bill.charged_users)}
          </td>
          <td className={classes.part} data-label={unit}>
            {money(bill.price)}
          </td>
          <td className={classes.amount}>{money(bill.users_amount)}</td>
        </tr>
        <tr>
          <td>{t('business.billing.bill.domains')}</td>
          <td className={classes.part} data-label={quantity}>
            {number(bill.domains)}
          </td>
          <td className={classes.part} data-label={unit}>
            {money(bill.domain_fee)}
          </td>
          <td className={classes.amount}>{money(bill.domains_amount)}</td>
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            {t('business.billing.field.total')}
          </th>
          <td className={classes.amount}>{money(bill.total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** Returns address and contact as lines, without empty ones. A trade name that is the name is not said twice. */
function linesOf(name: string | null, party: Omit<Bill['supplier'], 'name' | 'pix_key'>): string[] {
  const { fantasy_name, address, number, complement, neighborhood, city, state, cep, contact_name, email_invoice } =
    party
  const joined = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join(', ')
  return [
    fantasy_name === null || fantasy_name === name ? '' : fantasy_name,
    joined(address, number, complement),
    joined(neighborhood, city, state, cep && writtenPostalCode(cep)),
    joined(contact_name, ...email_invoice),
  ].filter((line, index, all) => line !== '' && all.indexOf(line) === index)
}
