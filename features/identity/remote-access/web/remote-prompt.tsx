// The dialog of a request for remote access: requester, reason, and the two answers. Closing it sends no answer; a strip then displays the
// request.
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { remoteAccess } from '#catalogue/limits.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { Strip } from '#platform/web/ui/strip.tsx'
import { answerRemoteRequest, type readRemoteConfig } from '../contract.ts'
import { useRemoteChange } from './remote-config.ts'

type Waiting = ReceivedOf<typeof readRemoteConfig>['waiting']

const profiles = ['a2m', 'master', 'admin'] as const

export function RemotePrompt({ waiting }: { waiting: Waiting }) {
  const { t } = useTranslation()
  const { time } = useFormats()
  const [closed, setClosed] = useState<string | null>(null)
  const answer = useRemoteChange(answerRemoteRequest)
  const [request] = waiting
  if (!request) return null
  const { requester, reason, expires_at, token } = request
  const profile = profiles.find((known) => known === requester.profile) ?? 'admin'
  const give = (decision: 'authorize' | 'refuse') => answer.mutate({ token, answer: decision })
  if (closed === token) {
    return (
      <Strip
        label={t('identity.remoteAccess.title')}
        text={t('identity.remoteAccess.asking', { requester: requester.name })}
      >
        <Button size="xs" variant="default" onClick={() => setClosed(null)}>
          {t('identity.remoteAccess.respond')}
        </Button>
      </Strip>
    )
  }
  return (
    <Modal
      opened
      onClose={() => setClosed(token)}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
      title={t('identity.remoteAccess.prompt.title', { requester: requester.name })}
      centered
    >
      <Stack gap="md">
        <Text size="sm">
          {t('identity.remoteAccess.prompt.text', {
            requester: requester.name,
            profile: t(`frame.profile.${profile}`),
            minutes: remoteAccess.maxMinutes,
          })}
        </Text>
        <div>
          <Text size="sm" fw={600}>
            {t('identity.remoteAccess.prompt.reason')}
          </Text>
          <Text size="sm">{reason}</Text>
        </div>
        <Text size="sm" c="dimmed">
          {t('identity.remoteAccess.prompt.until', { at: time(expires_at) })}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" disabled={answer.isPending} onClick={() => give('refuse')}>
            {t('identity.remoteAccess.prompt.refuse')}
          </Button>
          <Button loading={answer.isPending} onClick={() => give('authorize')}>
            {t('identity.remoteAccess.prompt.authorize')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
