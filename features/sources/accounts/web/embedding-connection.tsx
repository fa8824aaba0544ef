// Test connection: the steps from sign-in to the workspaces, and what to do about the failed one.
import { Alert, Button, Text } from '@mantine/core'
import { IconAlertCircle, IconPlugConnected } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { StepList } from '#platform/web/ui/step-list.tsx'
import { type AccountKind, type ConnectionStep, testAccount } from '../contract.ts'

type TestedCredentials = { kind: AccountKind; directory_id: string; app_id: string; secret: string; id: string | null }

/** Tests the values in the form. A result about other values is cleared. */
export function ConnectionTest({ id, kind, directory_id, app_id, secret }: TestedCredentials) {
  const tested = { id, kind, directory_id, app_id, secret }
  return <Test key={JSON.stringify(tested)} tested={tested} />
}

function Test({ tested }: { tested: TestedCredentials }) {
  const { t } = useTranslation()
  const test = useCallMutation(testAccount, { quiet: true })
  const { id, directory_id, app_id, secret } = tested
  const isFilled = directory_id.trim() !== '' && app_id.trim() !== '' && (id !== null || secret.trim() !== '')
  return (
    <>
      <div>
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} stroke={1.8} aria-hidden />}
          disabled={!isFilled}
          loading={test.isPending}
          onClick={() => test.mutate({ ...tested, secret: secret.trim() || null })}
        >
          {t('sources.accounts.test.action')}
        </Button>
      </div>
      <div aria-live="polite">
        {test.error ? (
          <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
            {Object.values(test.error.errors)[0] ?? test.error.message}
          </Alert>
        ) : null}
        {test.data ? <Steps works={test.data.status} steps={test.data.steps} /> : null}
      </div>
    </>
  )
}

function Steps({ works, steps }: { works: boolean; steps: ConnectionStep[] }) {
  const { t } = useTranslation()
  return (
    <>
      <Text fw={600} mb="xs">
        {t(works ? 'sources.accounts.test.passed' : 'sources.accounts.test.failed')}
      </Text>
      <StepList
        steps={steps.map(({ step, state, reason, ...rest }) => ({
          id: step,
          state,
          name: t(`sources.accounts.test.step.${step}`),
          advice:
            state !== 'failed'
              ? null
              : isPassing(step, rest)
                ? rest.message
                : t(`sources.accounts.test.advice.${step}`),
          code: reason === null ? null : t('sources.accounts.test.code', { code: reason }),
        }))}
      />
    </>
  )
}

/**
 * Whether the problem of a step needs no remedy: “busy” and “unavailable” pass. Any other failure has a remedy that depends on the step.
 */
const isPassing = (step: ConnectionStep['step'], { problem }: Pick<ConnectionStep, 'problem'>) =>
  problem === 'busy' || (problem === 'unreachable' && step === 'api')
