// Sends one real mail through the server in the form, and shows the steps up to the failed one.
import { Alert, Button, Text } from '@mantine/core'
import { IconAlertCircle, IconSend } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { StepList } from '#platform/web/ui/step-list.tsx'
import { testSender } from '../contract.ts'
import { type SenderDraft, type StoredSender, senderInput, senderFaults } from './settings-sender-draft.ts'
import classes from './settings-page.module.css'

type SenderTestProps = { sender: SenderDraft; stored: StoredSender | null }

/** The test of a sender. A changed value gives it a new key, which clears the earlier result. */
export const SenderTest = (props: SenderTestProps) => <Test key={JSON.stringify(props.sender)} {...props} />

function Test({ sender, stored }: SenderTestProps) {
  const { t } = useTranslation()
  const test = useCallMutation(testSender, { quiet: true })
  const result = useRef<HTMLDivElement>(null)
  const isAnswered = test.data !== undefined || test.error !== null
  // The save bar covers the bottom of the window, so the result scrolls into view above it.
  useEffect(() => {
    if (isAnswered) result.current?.scrollIntoView({ block: 'center' })
  }, [isAnswered])
  const isFilled = Object.keys(senderFaults(sender, stored)).length === 0
  return (
    <>
      <div>
        <Button
          variant="default"
          leftSection={<IconSend size={16} stroke={1.8} aria-hidden />}
          disabled={!isFilled}
          loading={test.isPending}
          onClick={() => test.mutate(senderInput(sender))}
        >
          {t('organisation.settings.sender.test')}
        </Button>
        <p className={classes.under}>{t('organisation.settings.sender.testText')}</p>
      </div>
      <div ref={result} aria-live="polite">
        {test.error ? (
          <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
            {Object.values(test.error.errors)[0] ?? test.error.message}
          </Alert>
        ) : null}
        {test.data ? <Walked answer={test.data} /> : null}
      </div>
    </>
  )
}

function Walked({ answer: { status, address, steps, code } }: { answer: ReceivedOf<typeof testSender> }) {
  const { t } = useTranslation()
  return (
    <>
      <Text fw={600} mb="xs">
        {status ? t('organisation.settings.sender.passed', { address }) : t('organisation.settings.sender.failed')}
      </Text>
      <SenderSteps steps={steps} code={code} />
    </>
  )
}

/** The steps of sending a mail with their states, and advice about the failed one. */
export function SenderSteps({ steps, code }: Pick<ReceivedOf<typeof testSender>, 'steps' | 'code'>) {
  const { t } = useTranslation()
  return (
    <StepList
      steps={steps.map(({ step, state }) => ({
        id: step,
        state,
        name: t(`organisation.settings.sender.step.${step}`),
        advice: state === 'failed' ? t(`organisation.settings.sender.advice.${step}`) : null,
        code:
          state === 'failed' && code !== null ? t('organisation.settings.sender.code', { code: String(code) }) : null,
      }))}
    />
  )
}
