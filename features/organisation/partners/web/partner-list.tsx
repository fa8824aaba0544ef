import { Badge, Menu } from '@mantine/core'
import { IconBuildingCommunity, IconBuildingStore, IconForms, IconUsersGroup } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { useGo } from '#platform/web/routing/path.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { partnerCalls } from '../contract.ts'
import { partnerPlace } from './partner-place.ts'

type Row = RowOf<typeof partnerCalls.list>

export const PartnerList = () => (
  <ListPage
    {...recordList(partnerCalls, partnerPlace)}
    icon={IconBuildingCommunity}
    columns={useColumns()}
    renderActions={(row) => <RowActions key="ways" row={row} />}
  />
)

/** Menu items of a partner: links to its team, its custom fields and its business units, which must be removed before the partner. */
function RowActions({ row: { id } }: { row: Row }) {
  const { t } = useTranslation()
  const go = useGo()
  return (
    <>
      <Menu.Item leftSection={<IconUsersGroup size={16} aria-hidden />} onClick={() => go(`/team?parceiro_id=${id}`)}>
        {t('organisation.partners.toTeam')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconBuildingStore size={16} aria-hidden />}
        onClick={() => go(`/companies?parceiro_id=${id}`)}
      >
        {t('organisation.partners.toUnits')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconForms size={16} aria-hidden />}
        onClick={() => go(`/custom_fields?parceiro_id=${id}`)}
      >
        {t('organisation.customFields.title')}
      </Menu.Item>
    </>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { number } = useFormats()
  return [
    { key: 'name', title: t('organisation.partners.field.name'), sort: 'name', cell: (row) => <Name row={row} /> },
    {
      key: 'subdomain',
      title: t('organisation.partners.field.subdomain'),
      sort: 'subdomain',
      cell: ({ subdomain }) => subdomain,
    },
    {
      key: 'units',
      title: t('organisation.partners.units'),
      sort: 'units',
      width: '10rem',
      cell: ({ units }) => t('organisation.partners.unitCount', { count: units, shown: number(units) }),
    },
    {
      key: 'people',
      title: t('organisation.partners.people'),
      sort: 'people',
      width: '10rem',
      cell: ({ people }) => t('organisation.partners.userCount', { count: people, shown: number(people) }),
    },
    {
      key: 'staff',
      title: t('organisation.partners.staff'),
      width: '8rem',
      wideOnly: true,
      cell: ({ staff }) => number(staff),
    },
  ]
}

/** The name of a partner, with a label when the partner is disabled. */
function Name({ row: { name, enabled } }: { row: Row }) {
  const { t } = useTranslation()
  if (enabled) return name
  return (
    <>
      {name}{' '}
      <Badge size="sm" variant="light" color="gray" tt="none">
        {t('organisation.partners.disabled')}
      </Badge>
    </>
  )
}
