import { ActionIcon, Menu } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../ui/column.ts'
import { chosenColumns, type KeptChoice, visibleColumns } from './use-list-choice.ts'

type ListColumnsProps = { columns: Column<never>[]; choice: KeptChoice }

/** Chooses the visible columns. The first column always stays, because it identifies the row. */
export function ListColumns({ columns, choice }: ListColumnsProps) {
  const { t } = useTranslation()
  const visibleKeys = visibleColumns(columns, choice.columns).map(({ key }) => key)
  const toggle = (key: string, on: boolean) =>
    choice.keep({ columns: chosenColumns(columns, choice.columns, { key, on }) })
  return (
    <Menu position="bottom-end" withinPortal closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={t('general.list.columns')}
          title={t('general.list.columns')}
        >
          <IconColumns3 size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map(({ key, title }, index) => (
          <Menu.CheckboxItem
            key={key}
            disabled={index === 0}
            checked={visibleKeys.includes(key)}
            onChange={(on) => toggle(key, on)}
          >
            {title}
          </Menu.CheckboxItem>
        ))}
        {choice.columns === null ? null : (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => choice.keep({ columns: null })}>{t('general.list.allColumns')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
