import { Button, Group, Modal, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { addRequest, listCatalog } from '../contract.ts'
import classes from './catalog-card.module.css'
import type { CatalogReport } from './catalog-report.ts'

/** Asks for the reason of a request. */
export function RequestDialog({ report, onClose }: { report: CatalogReport | null; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      centered
      opened={report !== null}
      onClose={onClose}
      title={report === null ? '' : t('reports.catalogs.askTitle', report)}
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
    >
      {report === null ? null : <RequestForm key={report.id} report={report} onClose={onClose} />}
    </Modal>
  )
}

function RequestForm({ report, onClose }: { report: CatalogReport; onClose: () => void }) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const submission = useSubmit(addRequest, {
    values: { reason },
    label: () => t('reports.catalogs.field.reason'),
    refreshes: [listCatalog],
    onDone: () => {
      toastDone(t('reports.catalogs.asked'))
      onClose()
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    submission.submit({ report_id: report.id, reason })
  }
  return (
    <form className={classes.dialog} onSubmit={send} noValidate>
      {submission.refusal === null ? null : (
        <Text role="alert" c="var(--danger)">
          {submission.refusal.message}
        </Text>
      )}
      <Textarea
        name="reason"
        label={t('reports.catalogs.field.reason')}
        description={t('reports.catalogs.help.reason')}
        error={submission.faults['reason']}
        maxLength={500}
        autosize
        minRows={3}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
        data-autofocus
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('general.action.cancel')}
        </Button>
        <Button type="submit" loading={submission.busy}>
          {t('reports.catalogs.send')}
        </Button>
      </Group>
    </form>
  )
}
