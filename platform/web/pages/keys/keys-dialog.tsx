import { Kbd, Table } from '@mantine/core'
import { type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { MenuKeysContext } from '../../routing/menu-keys.ts'
import { Dialog } from '../../ui/dialog.tsx'
import classes from './list-keys.module.css'

const listKeys = [
  { of: 'search', shown: ['/'] },
  { of: 'next', shown: ['j', '↓'] },
  { of: 'previous', shown: ['k', '↑'] },
  { of: 'open', shown: ['Enter'] },
  { of: 'select', shown: ['x'] },
  { of: 'clear', shown: ['Esc'] },
] as const

const everywhere = [
  { of: 'palette', shown: ['Ctrl K', '⌘ K'] },
  { of: 'help', shown: ['?'] },
  { of: 'arrows', shown: ['↑', '↓', '←', '→'] },
] as const

type KeysDialogProps = { opened: boolean; onClose: () => void; ofList: boolean }

/** The keyboard shortcuts: those of a list, if the page is one, those of every page, and two letters for each entry of the menu. */
export function KeysDialog({ opened, onClose, ofList }: KeysDialogProps) {
  const { t } = useTranslation()
  const entries = useContext(MenuKeysContext)
  return (
    <Dialog opened={opened} onClose={onClose} title={t('general.keys.title')}>
      {ofList ? (
        <Keys title={t('general.keys.ofList')}>
          {listKeys.map(({ of, shown }) => (
            <Line key={of} words={t(`general.keys.${of}`)} shown={shown} />
          ))}
        </Keys>
      ) : null}
      <Keys title={t('general.keys.everywhere')}>
        {everywhere.map(({ of, shown }) => (
          <Line key={of} words={t(`general.keys.${of}`)} shown={shown} />
        ))}
      </Keys>
      <Keys title={t('general.keys.ofMenu')}>
        {entries.map(({ id, label, jump }) => (
          <Line key={id} words={t(label)} shown={['g', jump]} />
        ))}
      </Keys>
    </Dialog>
  )
}

function Keys({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Table className={classes.table}>
      <caption className={classes.title}>{title}</caption>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  )
}

function Line({ words, shown }: { words: string; shown: readonly string[] }) {
  return (
    <Table.Tr>
      <Table.Td>{words}</Table.Td>
      <Table.Td className={classes.keys}>
        {shown.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </Table.Td>
    </Table.Tr>
  )
}
