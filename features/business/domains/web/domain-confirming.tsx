// The platform's staff confirm a domain without its TXT record.
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listTenants } from '#features/organisation/tenants/contract.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { confirmDomain } from '../contract.ts'

type ConfirmDomainProps = {
  /** Null: closed. */
  domain: { id: string; name: string } | null
  onClose: () => void
}

export function ConfirmDomain({ domain, onClose }: ConfirmDomainProps) {
  const { t } = useTranslation()
  return (
    <Modal
      centered
      opened={domain !== null}
      onClose={onClose}
      title={t('business.domains.confirm.title', { host: domain?.name })}
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
    >
      {domain === null ? null : <ConfirmForm id={domain.id} onClose={onClose} />}
    </Modal>
  )
}

function ConfirmForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const submission = useSubmit(confirmDomain, {
    label: () => t('business.domains.field.reason'),
    refreshes: [listTenants],
    values: { reason },
    onDone: () => {
      toastDone(t('business.domains.confirm.done'))
      onClose()
    },
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submission.submit({ id, reason })
      }}
    >
      <Stack>
        <Text>{t('business.domains.confirm.text')}</Text>
        <Textarea
          name="reason"
          label={t('business.domains.field.reason')}
          autosize
          minRows={2}
          maxLength={300}
          value={reason}
          error={submission.faults['reason'] ?? submission.refusal?.message}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('general.action.cancel')}
          </Button>
          <Button type="submit" loading={submission.busy}>
            {t('business.domains.confirm.action')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
