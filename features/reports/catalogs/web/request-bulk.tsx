// Grants or denies several requests at once. Each is one call, which the server checks by itself.
import { Stack, Text, Textarea } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BulkAction, BulkCall } from '#platform/web/pages/bulk/use-bulk.ts'
import { Dialog, DialogButtons } from '#platform/web/ui/dialog.tsx'
import { useBulkGrant } from '#features/reports/grant-fields/web/exports.tsx'
import { denyRequest, grantRequest, listCatalog } from '../contract.ts'
import type { RequestRow } from './catalog-report.ts'

type ChoiceProps = Parameters<NonNullable<BulkCall<RequestRow>['renderChoice']>>[0]

export function useRequestBulk(): BulkAction<RequestRow>[] {
  const { t } = useTranslation()
  const shared = {
    allows: ({ state }: RequestRow) => state === 'waiting',
    input: ({ id }: RequestRow) => ({ id }),
    refreshes: [listCatalog],
  }
  return [
    {
      ...shared,
      key: 'grant',
      label: t('reports.catalogs.grant'),
      icon: IconCheck,
      call: grantRequest,
      renderChoice: (choice) => <GrantSeveral key="grant" {...choice} />,
    },
    {
      ...shared,
      key: 'deny',
      label: t('reports.catalogs.deny'),
      icon: IconX,
      call: denyRequest,
      renderChoice: (choice) => <DenySeveral key="deny" {...choice} />,
    },
  ]
}

/** One grant for all chosen requests. */
function GrantSeveral({ rows, choose, close }: ChoiceProps) {
  const { t } = useTranslation()
  const reportIds = [...new Set(rows.map(({ report_id }) => report_id))]
  const { reading, fields, isLoaded, check } = useBulkGrant(reportIds, { asksToNotify: false })
  return (
    <Dialog opened size="lg" onClose={close} title={t('reports.catalogs.grantSeveral', { count: rows.length })}>
      <Stack>
        {fields}
        <DialogButtons
          action={t('reports.catalogs.grant')}
          disabled={!isLoaded}
          onCancel={close}
          onAct={() => check() && choose(reading)}
        />
      </Stack>
    </Dialog>
  )
}

/** One answer, which each person reads. */
function DenySeveral({ rows, choose, close }: ChoiceProps) {
  const { t } = useTranslation()
  const [answer, setAnswer] = useState('')
  const [isMarked, setMarked] = useState(false)
  const isMissing = answer.trim() === ''
  const name = t('reports.catalogs.field.denial')
  const deny = () => {
    setMarked(true)
    if (!isMissing) choose({ answer: answer.trim() })
  }
  return (
    <Dialog opened size="lg" onClose={close} title={t('reports.catalogs.denySeveral', { count: rows.length })}>
      <Stack>
        <Text size="sm" c="dimmed">
          {[...new Set(rows.map((row) => row.name))].join(', ')}
        </Text>
        <Textarea
          label={name}
          description={t('reports.catalogs.help.answer')}
          error={isMarked && isMissing ? t('general.field.required', { name }) : undefined}
          maxLength={500}
          autosize
          minRows={3}
          value={answer}
          onChange={({ currentTarget: { value } }) => setAnswer(value)}
          data-autofocus
        />
        <DialogButtons action={t('reports.catalogs.deny')} onCancel={close} onAct={deny} />
      </Stack>
    </Dialog>
  )
}
