// The dialog of the survey after a sign-in. Closed without an answer (also by Escape), it appears again after the next sign-in.
import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { longestDetail, type Position, positions } from '../contract.ts'

/** `onAnswer` receives a listed position, or the free text of another one. */
type SurveyDialogProps = { onClose: () => void; onAnswer: (position: string) => void }

export function SurveyDialog({ onClose, onAnswer }: SurveyDialogProps) {
  const { t } = useTranslation()
  const [position, setPosition] = useState<Position | null>(null)
  const [detail, setDetail] = useState('')
  const [tried, setTried] = useState(false)
  // The server refuses `outro` as the text of another position: it would be the word without its text.
  const text = detail.trim().toLowerCase() === 'outro' ? '' : detail.trim()
  const answer = position === 'outro' ? text : (position ?? '')
  const missing = (name: string) => t('general.field.required', { name })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (answer !== '') onAnswer(answer)
  }
  return (
    <Modal
      opened
      centered
      title={t('messaging.survey.dialog.title')}
      onClose={onClose}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
    >
      <form noValidate onSubmit={send}>
        <Stack gap="lg">
          <Radio.Group
            name="position"
            label={t('messaging.survey.dialog.question')}
            description={t('messaging.survey.dialog.why')}
            error={tried && position === null ? missing(t('messaging.survey.position')) : undefined}
            value={position}
            onChange={setPosition}
          >
            <Stack gap="sm" my="sm">
              {positions.map((each, index) => (
                <Radio
                  key={each}
                  value={each}
                  label={t(`messaging.survey.positions.${each}`)}
                  data-autofocus={index === 0 || undefined}
                />
              ))}
            </Stack>
          </Radio.Group>
          {position === 'outro' ? (
            <TextInput
              name="detail"
              label={t('messaging.survey.dialog.detail')}
              maxLength={longestDetail}
              value={detail}
              error={tried && answer === '' ? missing(t('messaging.survey.dialog.detail')) : undefined}
              onChange={({ currentTarget }) => setDetail(currentTarget.value)}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the person chose to write
              autoFocus
            />
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('messaging.survey.dialog.later')}
            </Button>
            <Button type="submit">{t('messaging.survey.dialog.send')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
