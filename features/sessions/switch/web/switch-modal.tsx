import { Loader, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './switch-menu.module.css'

/** Says for two seconds which business unit opens. It cannot be closed: the landing page follows. */
export function SwitchModal({ opened, name }: { opened: boolean; name: string | null }) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={() => undefined} withCloseButton={false} centered size="sm" closeOnEscape={false}>
      <output className={classes.modal}>
        <Loader size={80} />
        <p className={classes.modalText}>
          {name === null ? t('sessions.switch.opening') : t('sessions.switch.openingUnit', { unit: name })}
        </p>
      </output>
    </Modal>
  )
}
