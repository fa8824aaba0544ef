import { Badge } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import type { Column } from '#platform/web/ui/column.ts'
import { exportAccounts, accountKinds, listAccounts, removeAccount } from '../contract.ts'
import { accountPlace } from './embedding-place.ts'

type Row = RowOf<typeof listAccounts>

export function AccountList() {
  const { t } = useTranslation()
  const kinds = accountKinds.map((value) => ({ value, label: t(`sources.accounts.kind.${value}`) }))
  return (
    <ListPage
      list={listAccounts}
      file={exportAccounts}
      remove={removeAccount}
      {...accountPlace}
      icon={IconPlugConnected}
      pageKey="page_powerbi"
      add="embedding_account.add"
      columns={useColumns()}
      renderFilters={({ options, change }) => (
        <FilterChip
          label={t('sources.accounts.field.kind')}
          value={options.kind}
          options={kinds}
          onChange={(kind) => change({ kind })}
        />
      )}
    />
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { date, number } = useFormats()
  const isInTenant = useSession().tenantId !== null
  const workspaces: Column<Row> = {
    key: 'workspaces',
    title: t('sources.accounts.workspaceCount'),
    width: '8rem',
    wideOnly: true,
    cell: (row) => number(row.workspaces),
  }
  return [
    {
      key: 'name',
      title: t('sources.accounts.field.name'),
      sort: 'name',
      width: '40%',
      cell: (row) => <Name row={row} />,
    },
    {
      key: 'kind',
      title: t('sources.accounts.field.kind'),
      sort: 'kind',
      cell: ({ kind }) => t(`sources.accounts.kind.${kind}`),
    },
    ...(isInTenant ? [workspaces] : []),
    {
      key: 'created_at',
      title: t('sources.accounts.createdAt'),
      sort: 'created_at',
      width: '8rem',
      wideOnly: true,
      cell: ({ created_at }) => date(created_at),
    },
  ]
}

/** The name of an account. The unit's own accounts are the usual case and get no label. */
function Name({ row: { name, can } }: { row: Row }) {
  const { t } = useTranslation()
  if (can.length > 0) return name
  return (
    <>
      {name}{' '}
      <Badge size="sm" variant="light" color="gray" tt="none">
        {t('sources.accounts.ofPartner')}
      </Badge>
    </>
  )
}
