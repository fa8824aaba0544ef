// The registrations that wait for approval, above the list of people; nothing while there are none.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Call, ReceivedOf } from '#platform/contract/call.ts'
import { nounOf } from '#platform/web/client/query-keys.ts'
import { useLiveEvent } from '#platform/web/live/use-live-events.ts'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { PhoneText } from '#platform/web/masks/phone-field.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { approveRegistration, declineRegistration, listRegistrations } from '../contract.ts'

/**
 * The registrations that wait for approval, each with buttons to approve and to decline. @param refreshes calls whose answers change when a
 * person is approved
 */
export function WaitingRegistrations({ refreshes }: { refreshes: readonly Call[] }) {
  const { t } = useTranslation()
  const answers = useQueryClient()
  const { data = [] } = useCallQuery(listRegistrations, {}, { enabled: useCan('user.add') })
  useLiveEvent('registrations_changed', () => {
    for (const call of [listRegistrations, ...refreshes]) void answers.invalidateQueries({ queryKey: [nounOf(call)] })
  })
  if (data.length === 0) return null
  return (
    <Alert
      mb="md"
      color="blue"
      variant="light"
      icon={<IconUserQuestion aria-hidden />}
      title={t('identity.registration.queue.title', { count: data.length })}
    >
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {data.map((waiting) => (
          <Waiting key={waiting.id} waiting={waiting} refreshes={refreshes} />
        ))}
      </Stack>
    </Alert>
  )
}

type WaitingProps = { waiting: ReceivedOf<typeof listRegistrations>[number]; refreshes: readonly Call[] }

function Waiting({ waiting: { id, name, email, phone, department, known, created_at }, refreshes }: WaitingProps) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const confirm = useConfirm()
  const approve = useCallMutation(approveRegistration, {
    refreshes,
    onDone: () => toastDone(t('identity.registration.queue.approved', { name })),
  })
  const decline = useCallMutation(declineRegistration, {
    refreshes,
    onDone: () => toastDone(t('identity.registration.queue.declined', { name })),
  })
  const ask = async () => {
    const text = t('identity.registration.queue.declineText')
    if (await confirm({ title: t('identity.registration.queue.declineTitle', { name }), text })) decline.mutate({ id })
  }
  const isBusy = approve.isPending || decline.isPending
  const details = [department, dateTime(created_at)].filter(Boolean).join(' · ')
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {email} ·{' '}
          {phone === null ? null : (
            <>
              <PhoneText value={phone} /> ·{' '}
            </>
          )}
          {details}
        </Text>
        {known ? <Text size="sm">{t('identity.registration.queue.known')}</Text> : null}
      </div>
      <Group gap="xs">
        <Button
          loading={approve.isPending}
          disabled={isBusy}
          aria-label={t('identity.registration.queue.approveOne', { name })}
          onClick={() => approve.mutate({ id })}
        >
          {t('identity.registration.queue.approve')}
        </Button>
        <Button
          variant="default"
          loading={decline.isPending}
          disabled={isBusy}
          aria-label={t('identity.registration.queue.declineOne', { name })}
          onClick={() => void ask()}
        >
          {t('identity.registration.queue.decline')}
        </Button>
      </Group>
    </Group>
  )
}
