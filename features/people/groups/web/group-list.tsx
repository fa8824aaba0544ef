import { IconUsersGroup } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import type { Column } from '#platform/web/ui/column.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { MoveGroupItem } from '#features/people/group-moves/web/exports.tsx'
import { exportUserGroups, listUserGroups, removeUserGroup } from '../contract.ts'
import { userGroupPlace } from './group-place.ts'

export function UserGroupList() {
  const mayMove = useCan('user_group.migrate')
  return (
    <ListPage
      list={listUserGroups}
      file={exportUserGroups}
      remove={removeUserGroup}
      {...userGroupPlace}
      icon={IconUsersGroup}
      pageKey="page_group_users"
      add="user_group.add"
      renderActions={({ id }) => (mayMove ? <MoveGroupItem key="move" id={id} /> : null)}
      columns={useColumns()}
    />
  )
}

function useColumns(): Column<RowOf<typeof listUserGroups>>[] {
  const { t } = useTranslation()
  const { date, number } = useFormats()
  return [
    { key: 'name', title: t('people.groups.field.name'), sort: 'name', width: '34%', cell: ({ name }) => name },
    {
      key: 'description',
      title: t('people.groups.field.description'),
      wideOnly: true,
      cell: ({ description }) => description,
    },
    {
      key: 'members',
      title: t('people.groups.field.member_ids'),
      sort: 'members',
      width: '8rem',
      cell: ({ members }) => t('people.groups.members', { count: members, shown: number(members) }),
    },
    {
      key: 'created_at',
      title: t('people.groups.createdAt'),
      sort: 'created_at',
      width: '8rem',
      wideOnly: true,
      cell: ({ created_at }) => date(created_at),
    },
  ]
}
