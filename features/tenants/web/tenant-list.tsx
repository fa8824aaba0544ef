import { Badge, Button, Menu } from '@mantine/core'
import { IconBuildingStore, IconExternalLink, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { typedName } from '#platform/contract/typed-name.ts'
import { useAsk, useTell } from '#platform/web/client/use-ask.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink, useGo } from '#platform/web/routing/path.tsx'
import { type List, useList } from '#platform/web/routing/use-list.ts'
import { useCan, useSession } from '#platform/web/session/use-session.ts'
import { DeleteDialog } from '#platform/web/ui/delete-dialog.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageBar } from '#platform/web/ui/page-bar.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { type Column, RecordTable } from '#platform/web/ui/record-table.tsx'
import { RowMenu } from '#platform/web/ui/row-menu.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { listTenants, readTenantOptions, removeTenant } from '../contract.ts'
import classes from './tenant-list.module.css'

type Row = ReceivedOf<typeof listTenants>['data'][number]

const pathOf = ({ id }: Row) => `/companies/${id}`

export function TenantList() {
  const { t } = useTranslation()
  const list = useList(listTenants, 'page_tenant')
  const { options, change, answer } = list
  return (
    <>
      <PageHeader
        title={t('tenants.title')}
        aside={answer && t('general.list.count', { count: answer.total })}
        text={t('tenants.purpose')}
      >
        <AddButton />
      </PageHeader>
      <ListTools>
        <SearchBox value={options.search} onSearch={(search) => change({ search })} />
        <Filters list={list} />
      </ListTools>
      <Rows list={list} />
    </>
  )
}

/** Only the platform's staff look after business units of several partners. */
const useSeesPartners = () => useSession().user.partnerId === null

function Filters({ list: { options, change } }: { list: List<typeof listTenants> }) {
  const { t } = useTranslation()
  const seesPartners = useSeesPartners()
  const { data } = useAsk(readTenantOptions, {}, { enabled: seesPartners, freshFor: 60_000 })
  return (
    <>
      <FilterChip
        label={t('tenants.section.state')}
        value={options.enabled}
        options={[
          { value: 'S', label: t('tenants.state.enabled') },
          { value: 'N', label: t('tenants.state.disabled') },
        ]}
        onChange={(enabled) => change({ enabled })}
      />
      {seesPartners && data ? (
        <FilterChip
          label={t('tenants.field.parceiro_id')}
          value={options.parceiro_id}
          options={data.partners}
          onChange={(parceiro_id) => change({ parceiro_id })}
        />
      ) : null}
    </>
  )
}

function AddButton() {
  const { t } = useTranslation()
  if (!useCan('tenant.add')) return null
  return (
    <Button
      renderRoot={(props) => <PathLink to="/companies/add" {...props} />}
      leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
    >
      {t('tenants.add')}
    </Button>
  )
}

function Rows({ list }: { list: List<typeof listTenants> }) {
  const { t } = useTranslation()
  const columns = useColumns()
  const [removing, setRemoving] = useState<Row | null>(null)
  const { options, change, answer, stale, failure, retry } = list
  if (failure) return <FailedState failure={failure} onRetry={retry} />
  if (answer?.total === 0) return <NoTenants list={list} />
  return (
    <>
      <RecordTable
        label={t('tenants.title')}
        columns={columns}
        rows={answer?.data}
        stale={stale}
        sort={options.sort}
        order={options.order}
        onSort={(order) => change(order as Partial<typeof options>)}
        rowKey={({ id }) => id}
        rowPath={pathOf}
        renderMenu={(row) => <Actions row={row} onRemove={() => setRemoving(row)} />}
      />
      <PageBar page={options.page} size={options.size} total={answer?.total ?? 0} onChange={change} />
      <Removal row={removing} onClose={() => setRemoving(null)} />
    </>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { date, number } = useFormats()
  const seesPartners = useSeesPartners()
  const partner: Column<Row> = {
    key: 'partner',
    title: t('tenants.field.parceiro_id'),
    sort: 'partner',
    cell: ({ partner: name }) => name,
  }
  return [
    { key: 'name', title: t('tenants.field.name'), sort: 'name', width: '28%', cell: (row) => <Name row={row} /> },
    ...(seesPartners ? [partner] : []),
    {
      key: 'address',
      title: t('tenants.field.address'),
      sort: 'subdomain',
      wideOnly: true,
      cell: ({ address }) => <Address address={address} />,
    },
    {
      key: 'users',
      title: t('tenants.field.users'),
      sort: 'users',
      width: '8rem',
      cell: ({ users, user_limit }) => t('tenants.people', { users: number(users), limit: number(user_limit) }),
    },
    {
      key: 'created_at',
      title: t('tenants.createdAt'),
      sort: 'created_at',
      width: '8rem',
      wideOnly: true,
      cell: ({ created_at }) => date(created_at),
    },
  ]
}

/** On two lines, if it must be, at the first dot and not at a hyphen. */
function Address({ address }: { address: string }) {
  const dot = Math.max(0, address.indexOf('.'))
  return (
    <>
      <span className={classes.address}>{address.slice(0, dot)}</span>
      <wbr />
      <span className={classes.address}>{address.slice(dot)}</span>
    </>
  )
}

/** Being active is the rule and needs no word. */
function Name({ row: { name, enabled } }: { row: Row }) {
  const { t } = useTranslation()
  if (enabled) return name
  return (
    <>
      {name}{' '}
      <Badge size="sm" variant="light" color="gray" tt="none">
        {t('tenants.state.disabled')}
      </Badge>
    </>
  )
}

function Actions({ row, onRemove }: { row: Row; onRemove: () => void }) {
  const { t } = useTranslation()
  const go = useGo()
  const may = (verb: string) => row.can.includes(verb)
  return (
    <RowMenu name={row.name}>
      <Menu.Item
        key="open"
        component="a"
        href={`//${row.address}`}
        target="_blank"
        rel="noreferrer"
        leftSection={<IconExternalLink size={16} aria-hidden />}
      >
        {t('tenants.open')}
      </Menu.Item>
      {may('update') && (
        <Menu.Item key="edit" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => go(pathOf(row))}>
          {t('general.action.edit')}
        </Menu.Item>
      )}
      {may('remove') && (
        <Menu.Item key="remove" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
          {t('general.action.remove')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}

function Removal({ row, onClose }: { row: Row | null; onClose: () => void }) {
  const remove = useTell(removeTenant, {
    onDone: () => {
      toastDone()
      onClose()
    },
  })
  return (
    <DeleteDialog
      name={row?.name ?? null}
      busy={remove.isPending}
      onClose={onClose}
      onDelete={() => row && remove.mutate({ id: row.id, name: typedName(row.name) })}
    />
  )
}

function NoTenants({ list: { options, change } }: { list: List<typeof listTenants> }) {
  const { t } = useTranslation()
  const icon = <IconBuildingStore size={22} stroke={1.6} aria-hidden />
  const { search, enabled, parceiro_id } = options
  if (search === '' && enabled === undefined && parceiro_id === undefined) {
    return (
      <EmptyState title={t('general.list.empty')} text={t('tenants.empty')} icon={icon}>
        <AddButton />
      </EmptyState>
    )
  }
  const clear = () => change({ search: '', enabled: undefined, parceiro_id: undefined })
  return (
    <EmptyState title={t('general.list.empty')} text={t('general.list.emptySearch', { search })} icon={icon}>
      <Button variant="default" onClick={clear}>
        {t('general.action.clear')}
      </Button>
    </EmptyState>
  )
}
