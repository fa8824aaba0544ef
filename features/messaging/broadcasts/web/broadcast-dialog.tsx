// The dialog of the broadcast message after a sign-in. A closed message (also by Escape) appears again after the next sign-in; a dismissed
// message does not.
import { Button, Group, Modal, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RichText } from '#platform/web/ui/rich-text.tsx'

type BroadcastDialogProps = { message: string; onClose: () => void; onDismiss: () => void }

export function BroadcastDialog({ message, onClose, onDismiss }: BroadcastDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      centered
      size="lg"
      title={t('messaging.broadcasts.dialog.title')}
      onClose={onClose}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
    >
      <Stack gap="lg">
        <RichText html={message} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDismiss}>
            {t('messaging.broadcasts.dialog.dismiss')}
          </Button>
          <Button onClick={onClose} data-autofocus>
            {t('general.action.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
