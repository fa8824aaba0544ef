import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './dialog.tsx'

/** `isNotice`: it asks nothing and has only a button to close it. */
export type Question = { title: string; text: ReactNode; isNotice?: true }

/** Centred, at least a fifth of the width, No in red and Yes in green, without a time limit. */
export function ConfirmModal({ question, onAnswer }: { question: Question | null; onAnswer: (yes: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened={question !== null} onClose={() => onAnswer(false)} title={question?.title} size="max(20dvw, 22rem)">
      <Text component="div" mb="lg">
        {question?.text}
      </Text>
      {question?.isNotice ? (
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onAnswer(false)}>
            {t('general.action.close')}
          </Button>
        </Group>
      ) : (
        <YesOrNo onAnswer={onAnswer} />
      )}
    </Dialog>
  )
}

function YesOrNo({ onAnswer }: { onAnswer: (yes: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end">
      {/* Shades on which white text is readable, also on hover. */}
      <Button color="red.9" onClick={() => onAnswer(false)} data-autofocus>
        {t('general.action.no')}
      </Button>
      <Button color="green.9" onClick={() => onAnswer(true)}>
        {t('general.action.yes')}
      </Button>
    </Group>
  )
}
