// `/unsubscribe/{token}`: ends copies by e-mail with a button, because mail scanners open links.
import { Button, Container, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { usePathPart } from '#platform/web/routing/path.tsx'
import { unsubscribe } from '../contract.ts'

export function EndPage() {
  const { t } = useTranslation()
  const token = usePathPart('token')
  const end = useCallMutation(unsubscribe, { quiet: true })
  return (
    <Container component="main" size={480} py="4rem">
      <Stack gap="md">
        <Title order={1} size="h2">
          {t('messaging.notifications.end.title')}
        </Title>
        <Text>{t('messaging.notifications.end.text')}</Text>
        <output>
          {end.isSuccess
            ? t('messaging.notifications.end.done')
            : end.isError
              ? t('messaging.notifications.end.failed')
              : null}
        </output>
        {end.isSuccess ? null : (
          <Button size="md" loading={end.isPending} onClick={() => end.mutate({ token })}>
            {t('messaging.notifications.end.action')}
          </Button>
        )}
      </Stack>
    </Container>
  )
}
