import { Loader, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './switch-menu.module.css'

/** The dialog of switch-modal.tsx. */
export function SwitchModalOpen({ name, isAlone }: { name: string | null; isAlone: boolean }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      withOverlay={!isAlone}
      centered
      size="sm"
      closeOnEscape={false}
    >
      <output className={classes.modal}>
        <Loader size={80} />
        <p className={classes.modalText}>
          {name === null ? t('identity.unitSwitch.opening') : t('identity.unitSwitch.openingUnit', { unit: name })}
        </p>
      </output>
    </Modal>
  )
}
