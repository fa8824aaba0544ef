// `/pause/{token}`: pauses the messages of a task with a button, because mail scanners open links.
import { Button, Container, Group, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { usePathPart } from '#platform/web/routing/path.tsx'
import { pauseFromMail, pauseHours } from '../contract.ts'

export function PausePage() {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const token = usePathPart('token')
  const pause = useCallMutation(pauseFromMail, { quiet: true })
  const { data, isPending } = pause
  const until = data?.until ?? null
  const isSpent = pause.error instanceof CallFailure && pause.error.key === 'link_spent'
  const failureText = isSpent ? t('automation.tasks.pause.failed') : pause.error?.message
  return (
    <Container component="main" size={480} py="4rem">
      <Stack gap="md">
        <Title order={1} size="h2">
          {t('automation.tasks.pause.title')}
        </Title>
        <Text>{t('automation.tasks.pause.text')}</Text>
        <output>
          {pause.isError ? failureText : null}
          {data && until !== null
            ? t('automation.tasks.pause.done', { task: data.task, until: dateTime(until) })
            : null}
          {data && until === null ? t('automation.tasks.pause.undone', { task: data.task }) : null}
        </output>
        <Group gap="sm">
          {until === null ? (
            pauseHours.map((hours) => (
              <Button key={hours} variant="default" disabled={isPending} onClick={() => pause.mutate({ token, hours })}>
                {t(`automation.tasks.pause.hours.${hours}`)}
              </Button>
            ))
          ) : (
            <Button variant="default" loading={isPending} onClick={() => pause.mutate({ token, hours: 0 })}>
              {t('automation.tasks.pause.undo')}
            </Button>
          )}
        </Group>
      </Stack>
    </Container>
  )
}
