// The dialog with one term. A person accepts a mandatory term or signs out; the dialog cannot be closed. An informative term is marked as
// read, or the dialog is closed until the next sign-in.
import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RichText } from '#platform/web/ui/rich-text.tsx'
import classes from './user-term-dialog.module.css'

type UserTermDialogProps = {
  title: string
  body: string
  mandatory: boolean
  busy?: boolean
  failure?: string | null
  onAccept: () => void
  /** Called when the person closes the dialog; absent for a term that must be accepted. */
  onClose?: () => void
  onLeave?: () => void
}

export function UserTermDialog(props: UserTermDialogProps) {
  const { title, body, mandatory, busy = false, failure = null, onAccept, onClose, onLeave } = props
  const { t } = useTranslation()
  const [agreed, setAgreed] = useState(false)
  const textId = useId()
  const mayClose = onClose !== undefined
  return (
    <Modal
      opened
      centered
      size="xl"
      title={title}
      onClose={() => onClose?.()}
      closeOnEscape={mayClose}
      closeOnClickOutside={false}
      withCloseButton={mayClose}
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
    >
      <Stack gap="md">
        {mandatory ? <Text size="sm">{t('organisation.userTerms.dialog.mandatory')}</Text> : null}
        {/* The text scrolls, so the keyboard must be able to focus it. */}
        <section
          id={textId}
          className={classes.text}
          aria-label={t('organisation.userTerms.dialog.text')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region
          tabIndex={0}
        >
          <RichText html={body} />
        </section>
        {failure === null ? null : (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        {mandatory ? (
          <Checkbox
            name="agreed"
            label={t('organisation.userTerms.dialog.agree')}
            checked={agreed}
            onChange={({ currentTarget: { checked } }) => setAgreed(checked)}
          />
        ) : null}
        <Group justify="flex-end">
          {onLeave ? (
            <Button variant="default" onClick={onLeave}>
              {t('organisation.userTerms.dialog.leave')}
            </Button>
          ) : null}
          <Button loading={busy} disabled={mandatory && !agreed} onClick={onAccept}>
            {t(mandatory ? 'organisation.userTerms.dialog.accept' : 'organisation.userTerms.dialog.read')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
