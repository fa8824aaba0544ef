import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** The actions of one record. Give `Menu.Item`s; without any there is no button. */
export function RowMenu({ name, children }: { name: string; children: ReactNode[] }) {
  const { t } = useTranslation()
  if (children.every((child) => child === null || child === false)) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`${t('general.action.more')}: ${name}`}>
          <IconDots size={18} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
