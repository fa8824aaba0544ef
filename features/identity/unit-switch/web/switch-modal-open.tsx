import { Loader, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useActiveTheme } from '#platform/web/theme/active-theme.ts'
import classes from './switch-menu.module.css'

/** The dialog of switch-modal.tsx. */
export function SwitchModalOpen({ name, isAlone }: { name: string | null; isAlone: boolean }) {
  const { t } = useTranslation()
  // The title of the host's theme names the portal where the caller knows no name.
  const { title_page } = useActiveTheme()
  const unit = name ?? title_page
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
          {unit ? t('identity.unitSwitch.openingUnit', { unit }) : t('identity.unitSwitch.opening')}
        </p>
      </output>
    </Modal>
  )
}
