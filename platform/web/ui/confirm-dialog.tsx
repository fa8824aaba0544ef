import { Button, Group, Modal, Text } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'

type Question = { title: string; text: ReactNode }
type Asked = Question & { answer: (yes: boolean) => void }

const ConfirmContext = createContext<((question: Question) => Promise<boolean>) | null>(null)

/** Asks before something happens. Example: `if (await confirm({ title, text })) leave()`. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const confirm = useContext(ConfirmContext)
  if (confirm === null) throw new Error('ConfirmDialog stands around every screen.')
  return confirm
}

/** The one confirmation dialog: centered, a fifth of the width where that is enough, No in red and Yes in green, no time limit. */
export function ConfirmDialog({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked | null>(null)
  const confirm = useCallback(
    (question: Question) => new Promise<boolean>((answer) => setAsked({ ...question, answer })),
    [],
  )
  const answer = (yes: boolean) => {
    asked?.answer(yes)
    setAsked(null)
  }
  return (
    <ConfirmContext value={confirm}>
      {children}
      <Modal
        opened={asked !== null}
        onClose={() => answer(false)}
        title={asked?.title}
        centered
        size="max(20dvw, 22rem)"
        closeButtonProps={{ 'aria-label': t('general.action.close') }}
      >
        <Text mb="lg">{asked?.text}</Text>
        <Group justify="flex-end">
          <Button color="red.8" onClick={() => answer(false)} data-autofocus>
            {t('general.action.no')}
          </Button>
          <Button color="green.9" onClick={() => answer(true)}>
            {t('general.action.yes')}
          </Button>
        </Group>
      </Modal>
    </ConfirmContext>
  )
}
