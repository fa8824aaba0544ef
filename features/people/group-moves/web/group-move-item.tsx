import { Menu } from '@mantine/core'
import { IconArrowsTransferUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useGo } from '#platform/web/routing/path.tsx'

/** The way from a group in the list to its move. For who has the permission `user_group.migrate`. */
export function MoveGroupItem({ id }: { id: string }) {
  const { t } = useTranslation()
  const go = useGo()
  return (
    <Menu.Item
      leftSection={<IconArrowsTransferUp size={16} aria-hidden />}
      onClick={() => go(`/group_users/${id}/move`)}
    >
      {t('people.groupMoves.open')}
    </Menu.Item>
  )
}
