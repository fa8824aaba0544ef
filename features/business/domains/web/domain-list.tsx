import { Menu } from '@mantine/core'
import { IconEye, IconWorldWww } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PartnerFilter, useSeesPartners } from '#features/organisation/tenants/web/exports.tsx'
import { listTenants } from '#features/organisation/tenants/contract.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { useGo } from '#platform/web/routing/path.tsx'
import type { List } from '#platform/web/routing/use-list.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { domainStates, exportDomains, listDomains, readDomainOptions, removeDomain } from '../contract.ts'
import { DomainName, DomainStateBadge, MainBadge } from './domain-name.tsx'
import { domainPlace } from './domain-place.ts'

type Row = RowOf<typeof listDomains>

export function DomainList() {
  const { t } = useTranslation()
  const go = useGo()
  return (
    <ListPage
      {...domainPlace}
      icon={IconWorldWww}
      list={listDomains}
      file={exportDomains}
      remove={removeDomain}
      refreshes={[listTenants]}
      add="domain.add"
      pageKey="page_domain"
      columns={useColumns()}
      renderFilters={(list) => <Filters list={list} />}
      renderActions={({ id }) => (
        <Menu.Item
          key="open"
          leftSection={<IconEye size={16} aria-hidden />}
          onClick={() => go(`${domainPlace.path}/${id}`)}
        >
          {t('business.domains.open')}
        </Menu.Item>
      )}
    />
  )
}

function Filters({ list: { options, change } }: { list: List<typeof listDomains> }) {
  const { t } = useTranslation()
  const { data } = useCallQuery(readDomainOptions, {}, { freshFor: 10_000 })
  const units = (data?.units ?? []).filter(
    ({ parceiro_id }) => options.parceiro_id === undefined || parceiro_id === options.parceiro_id,
  )
  return (
    <>
      <FilterChip
        label={t('business.domains.field.state')}
        value={options.state}
        options={domainStates.map((value) => ({ value, label: t(`business.domains.state.${value}`) }))}
        onChange={(state) => change({ state })}
      />
      <FilterChip
        label={t('business.domains.leadsTo')}
        value={options.tenant_id}
        options={units.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(tenant_id) => change({ tenant_id })}
      />
      <PartnerFilter value={options.parceiro_id} onChange={(parceiro_id) => change({ parceiro_id })} />
    </>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { date } = useFormats()
  const partner: Column<Row> = {
    key: 'partner',
    title: t('business.domains.field.parceiro_id'),
    sort: 'partner',
    wideOnly: true,
    cell: ({ partner: name }) => name,
  }
  return [
    {
      key: 'name',
      title: t('business.domains.field.name'),
      sort: 'name',
      width: '30%',
      cell: (row) => (
        <>
          <DomainName {...row} /> {row.main ? <MainBadge /> : null}
        </>
      ),
    },
    {
      key: 'unit',
      title: t('business.domains.leadsTo'),
      sort: 'unit',
      labelled: true,
      cell: (row) => row.unit ?? t('business.domains.toPartner', { partner: row.partner }),
    },
    ...(useSeesPartners() ? [partner] : []),
    {
      key: 'state',
      title: t('business.domains.field.state'),
      sort: 'state',
      width: '13rem',
      cell: ({ state }) => <DomainStateBadge state={state} />,
    },
    {
      key: 'created_at',
      title: t('business.domains.field.created_at'),
      sort: 'created_at',
      width: '8.5rem',
      wideOnly: true,
      cell: ({ created_at }) => date(created_at),
    },
    {
      key: 'checked_at',
      title: t('business.domains.field.checked_at'),
      sort: 'checked_at',
      width: '10.5rem',
      wideOnly: true,
      cell: ({ checked_at }) => (checked_at === null ? '–' : date(checked_at)),
    },
  ]
}
