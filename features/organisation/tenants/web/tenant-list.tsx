import { Badge, Group, Menu } from '@mantine/core'
import { IconBuildingStore, IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import type { List } from '#platform/web/routing/use-list.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import type { Column } from '#platform/web/ui/column.ts'
import { exportTenants, listTenants, removeTenant } from '../contract.ts'
import { ContractLimit } from './contract-limit.tsx'
import { PartnerFilter, useSeesPartners } from './partner-choice.tsx'
import { EnterButton, EnterItems } from './tenant-entry.tsx'
import { tenantPlace } from './tenant-place.ts'
import { Begin, ClosedItems, ConfirmErasure, ReopenDialog } from './tenant-erasures.tsx'
import { TenantRemoving, useRemovals } from './tenant-removing.tsx'
import classes from './tenant-list.module.css'

type Row = RowOf<typeof listTenants>

export function TenantList() {
  const showRemoval = useRemovals()
  const [reopened, setReopened] = useState<Row | null>(null)
  const [confirmed, setConfirmed] = useState<Row | null>(null)
  return (
    <>
      <ListPage
        beginsAbove
        renderBegin={() => <Begin />}
        list={listTenants}
        file={exportTenants}
        remove={removeTenant}
        onRemoved={showRemoval}
        {...tenantPlace}
        icon={IconBuildingStore}
        pageKey="page_tenant"
        columns={useColumns()}
        renderFilters={(list) => <Filters list={list} />}
        renderActions={(row) =>
          row.removal ? null : row.closed ? (
            <ClosedItems row={row} onReopen={() => setReopened(row)} onConfirm={() => setConfirmed(row)} />
          ) : (
            <>
              {row.enabled ? <EnterItems unit={row} /> : null}
              <OpenItem row={row} />
            </>
          )
        }
      />
      <ReopenDialog row={reopened} onClose={() => setReopened(null)} />
      <ConfirmErasure row={confirmed} onClose={() => setConfirmed(null)} />
    </>
  )
}

function OpenItem({ row: { address } }: { row: Row }) {
  const { t } = useTranslation()
  return (
    <Menu.Item
      component="a"
      href={`//${address}`}
      target="_blank"
      rel="noreferrer"
      leftSection={<IconExternalLink size={16} aria-hidden />}
    >
      {t('organisation.tenants.open')}
    </Menu.Item>
  )
}

function Filters({ list: { options, change } }: { list: List<typeof listTenants> }) {
  const { t } = useTranslation()
  return (
    <>
      <FilterChip
        label={t('organisation.tenants.section.state')}
        value={options.enabled}
        options={[
          { value: 'S', label: t('organisation.tenants.state.enabled') },
          { value: 'N', label: t('organisation.tenants.state.disabled') },
        ]}
        onChange={(enabled) => change({ enabled })}
      />
      <PartnerFilter value={options.parceiro_id} onChange={(parceiro_id) => change({ parceiro_id })} />
    </>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { date, number } = useFormats()
  const seesPartners = useSeesPartners()
  const { mayEnterTenants } = useSession()
  const partner: Column<Row> = {
    key: 'partner',
    title: t('organisation.tenants.field.parceiro_id'),
    sort: 'partner',
    cell: ({ partner: name }) => name,
  }
  const entry: Column<Row> = {
    key: 'enter',
    title: t('organisation.tenants.enterIt'),
    width: '8rem',
    cell: (row) => (row.enabled && row.can.includes('enter') ? <EnterButton unit={row} /> : null),
  }
  return [
    {
      key: 'name',
      title: t('organisation.tenants.field.name'),
      sort: 'name',
      width: '28%',
      cell: (row) => <Name row={row} />,
    },
    ...(seesPartners ? [partner] : []),
    {
      key: 'address',
      title: t('organisation.tenants.field.address'),
      sort: 'subdomain',
      wideOnly: true,
      cell: ({ address }) => <HostLink host={address} />,
    },
    {
      key: 'users',
      title: t('organisation.tenants.field.users'),
      sort: 'users',
      width: '8rem',
      cell: (row) => (
        <Group component="span" gap={4} wrap="nowrap">
          {t('organisation.tenants.people', { users: number(row.users), limit: number(row.user_limit) })}
          <ContractLimit unit={row} />
        </Group>
      ),
    },
    {
      key: 'client',
      title: t('organisation.tenants.field.client'),
      chosenOnly: true,
      cell: ({ client }) => client?.name ?? '–',
    },
    {
      key: 'created_at',
      title: t('organisation.tenants.createdAt'),
      sort: 'created_at',
      width: '8rem',
      wideOnly: true,
      cell: ({ created_at }) => date(created_at),
    },
    ...(mayEnterTenants ? [entry] : []),
  ]
}

/** The host as text; it may wrap at the first dot, not at a hyphen. */
function HostLink({ host }: { host: string }) {
  const dot = Math.max(0, host.indexOf('.'))
  return (
    <>
      <span className={classes.address}>{host.slice(0, dot)}</span>
      <wbr />
      <span className={classes.address}>{host.slice(dot)}</span>
    </>
  )
}

/** The name of a business unit, with a label when it is disabled, in maintenance or being removed. */
function Name({ row: { id, name, enabled, maintenance, removal, closed } }: { row: Row }) {
  const { t } = useTranslation()
  const { date } = useFormats()
  if (removal) {
    return (
      <>
        {name} <TenantRemoving id={id} removal={removal} />
      </>
    )
  }
  if (closed) {
    return (
      <>
        {name}{' '}
        <Badge size="sm" variant="light" color="red" tt="none">
          {t('organisation.tenants.closedUntil', { date: date(closed.erase_at) })}
        </Badge>
      </>
    )
  }
  if (enabled && !maintenance) return name
  return (
    <>
      {name}{' '}
      <Badge size="sm" variant="light" color="gray" tt="none">
        {t(enabled ? 'organisation.tenants.state.maintenance' : 'organisation.tenants.state.disabled')}
      </Badge>
    </>
  )
}
