import { ActionIcon, Kbd, Table } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconKeyboard } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import classes from './list-keys.module.css'
import { isTaken } from './use-row-keys.ts'

const keys = [
  { of: 'search', shown: ['/'] },
  { of: 'next', shown: ['j', '↓'] },
  { of: 'previous', shown: ['k', '↑'] },
  { of: 'open', shown: ['Enter'] },
  { of: 'select', shown: ['x'] },
  { of: 'clear', shown: ['Esc'] },
  { of: 'help', shown: ['?'] },
] as const

/** The keyboard shortcuts of a list, in a dialog that `?` opens. */
export function ListKeys() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  useWindowEvent('keydown', (event) => {
    if (event.key === '?' && !isTaken(event)) setOpened(true)
  })
  return (
    <>
      <ActionIcon
        className={classes.button}
        variant="default"
        size="input-sm"
        aria-label={t('general.keys.title')}
        title={t('general.keys.title')}
        aria-keyshortcuts="?"
        onClick={() => setOpened(true)}
      >
        <IconKeyboard size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('general.keys.title')}>
        <Table>
          <Table.Tbody>
            {keys.map(({ of: action, shown: keyNames }) => (
              <Table.Tr key={action}>
                <Table.Td>{t(`general.keys.${action}`)}</Table.Td>
                <Table.Td className={classes.keys}>
                  {keyNames.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Dialog>
    </>
  )
}
