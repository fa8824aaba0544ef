import { Menu } from '@mantine/core'
import { IconFileInvoice, IconReceipt } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { taxpayers, writtenTaxId } from '#catalogue/tax-id.ts'
import { listBills } from '#features/business/billing/contract.ts'
import { PartnerFilter } from '#features/organisation/tenants/web/exports.tsx'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useMoney } from '#platform/web/language/money.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { useGo } from '#platform/web/routing/path.tsx'
import type { List } from '#platform/web/routing/use-list.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import type { Column } from '#platform/web/ui/column.ts'
import { exportClients, listClients, readClientOptions, removeClient } from '../contract.ts'
import { clientPlace } from './client-place.ts'
import classes from './client-list.module.css'

type Row = RowOf<typeof listClients>

export function ClientList() {
  const { t } = useTranslation()
  const go = useGo()
  return (
    <ListPage
      {...clientPlace}
      icon={IconReceipt}
      list={listClients}
      file={exportClients}
      remove={removeClient}
      refreshes={[listBills]}
      add="client.add"
      pageKey="page_client"
      columns={useColumns()}
      renderFilters={(list) => <Filters list={list} />}
      renderActions={({ id }) => (
        <Menu.Item
          key="bills"
          leftSection={<IconFileInvoice size={16} aria-hidden />}
          onClick={() => go(`/billing?client_id=${id}`)}
        >
          {t('business.clients.toBills')}
        </Menu.Item>
      )}
    />
  )
}

function Filters({ list: { options, change } }: { list: List<typeof listClients> }) {
  const { t } = useTranslation()
  const { data } = useCallQuery(readClientOptions, {}, { freshFor: 10_000 })
  const sellers = (data?.sellers ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <FilterChip
        label={t('business.clients.field.client_type')}
        value={options.client_type}
        options={taxpayers.map((value) => ({ value, label: t(`business.clients.kind.${value}`) }))}
        onChange={(client_type) => change({ client_type })}
      />
      {sellers.length > 0 ? (
        <FilterChip
          label={t('business.clients.field.seller')}
          value={options.seller}
          options={sellers}
          onChange={(seller) => change({ seller })}
        />
      ) : null}
      <PartnerFilter value={options.parceiro_id} onChange={(parceiro_id) => change({ parceiro_id })} />
    </>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { day, number } = useFormats()
  const money = useMoney()
  const dash = '–'
  return [
    { key: 'name', title: t('business.clients.field.name'), sort: 'name', width: '18%', cell: ({ name }) => name },
    {
      key: 'customer_code',
      title: t('business.clients.field.customer_code'),
      sort: 'customer_code',
      width: '9rem',
      chosenOnly: true,
      cell: ({ customer_code }) => customer_code ?? dash,
    },
    {
      key: 'cnpj_cpf',
      title: t('business.clients.field.cnpj_cpf'),
      width: '12.5rem',
      wideOnly: true,
      cell: ({ cnpj_cpf, client_type }) =>
        cnpj_cpf === null ? dash : <span className={classes.taxId}>{writtenTaxId(cnpj_cpf, client_type)}</span>,
    },
    {
      key: 'partner',
      title: t('business.clients.field.parceiro_id'),
      sort: 'partner',
      chosenOnly: true,
      cell: ({ partner }) => partner,
    },
    {
      key: 'units',
      title: t('business.clients.field.units'),
      labelled: true,
      cell: ({ units }) => units.map(({ name }) => name).join(', ') || t('business.clients.none'),
    },
    {
      key: 'people',
      title: t('business.clients.field.people'),
      sort: 'people',
      width: '8rem',
      labelled: true,
      cell: ({ people, user_limit }) =>
        user_limit === null
          ? number(people)
          : t('business.clients.used', { people: number(people), limit: number(user_limit) }),
    },
    {
      key: 'price',
      title: t('business.clients.field.price'),
      sort: 'price',
      width: '9rem',
      align: 'end',
      labelled: true,
      cell: ({ price }) => money(price),
    },
    {
      key: 'seller_name',
      title: t('business.clients.field.seller'),
      sort: 'seller_name',
      wideOnly: true,
      chosenOnly: true,
      cell: ({ seller_name }) => seller_name ?? dash,
    },
    {
      key: 'contract_date',
      title: t('business.clients.field.contract_date'),
      sort: 'contract_date',
      width: '9rem',
      chosenOnly: true,
      cell: ({ contract_date }) => (contract_date === null ? dash : day(contract_date)),
    },
    {
      key: 'trial_period',
      title: t('business.clients.field.trial_period'),
      sort: 'trial_period',
      width: '9rem',
      chosenOnly: true,
      cell: ({ trial_period }) => (trial_period === null ? dash : day(trial_period)),
    },
  ]
}
