import { ActionIcon } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconKeyboard } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTaken } from '#platform/web/routing/taken-key.ts'
import { KeysDialog } from './keys-dialog.tsx'
import classes from './list-keys.module.css'

/** The keyboard shortcuts of a list, in a dialog that `?` opens. The frame, which has a dialog for other pages, leaves a taken `?` alone. */
export function ListKeys() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  useWindowEvent('keydown', (event) => {
    if (event.key !== '?' || isTaken(event)) return
    event.preventDefault()
    setOpened(true)
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
      <KeysDialog opened={opened} onClose={() => setOpened(false)} ofList />
    </>
  )
}
