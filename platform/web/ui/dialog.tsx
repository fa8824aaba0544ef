// The frame of most dialogs, and the buttons at its end. Next: form-dialog.tsx, a form in a dialog.
import { Button, Group, Modal, type ModalProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type DialogProps = Pick<ModalProps, 'opened' | 'onClose' | 'title' | 'size' | 'children'>

/** A centred dialog. Content that holds a draft is absent while the dialog is closed, so that closing discards the draft. */
export function Dialog(props: DialogProps) {
  const { t } = useTranslation()
  return <Modal {...props} centered closeButtonProps={{ 'aria-label': t('general.action.close') }} />
}

export type DialogButtonsProps = {
  /** The verb of the button. */
  action: string
  busy?: boolean
  disabled?: boolean
  /** Red for an action that takes something away. */
  color?: 'red'
  onCancel: () => void
  /** Absent in a form: the button submits it. */
  onAct?: () => void
}

/** The end of a dialog: cancel, or do it. */
export function DialogButtons({ action, busy = false, disabled = false, color, onCancel, onAct }: DialogButtonsProps) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {t('general.action.cancel')}
      </Button>
      <Button
        type={onAct ? 'button' : 'submit'}
        loading={busy}
        disabled={disabled}
        {...(color && { color })}
        {...(onAct && { onClick: onAct })}
      >
        {action}
      </Button>
    </Group>
  )
}
