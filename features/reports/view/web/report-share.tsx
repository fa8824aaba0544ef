// A link to the report for people who may open it, as text and as a QR code. The link grants no access, and each person sees their own rows.
import { Button, CopyButton, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { QrCode } from '#platform/web/ui/qr-code.tsx'
import { listSavedViews } from '#features/reports/saved-views/contract.ts'

type ShareProps = {
  report: { id: string; name: string }
  /** Name of the open page; null: none. */
  page: string | null
  viewId: string | null
  onViews: () => void
  onClose: () => void
}

export function ReportShare({ report, page, viewId, onViews, onClose }: ShareProps) {
  const { t } = useTranslation()
  const maySave = useCan('saved_view.keep')
  const { data } = useCallQuery(listSavedViews, { reportId: report.id }, { enabled: maySave })
  const [chosen, setChosen] = useState<string>(viewId ?? 'report')
  const views = data?.data ?? []
  const shared = viewId === null || views.some(({ id }) => id === viewId) ? null : viewId
  const link = linkTo(report.id, chosen, page)
  return (
    <Dialog opened onClose={onClose} title={t('reports.view.share.title', report)}>
      <Stack>
        <Text size="sm">{t('reports.view.share.text')}</Text>
        <Radio.Group label={t('reports.view.share.what')} value={chosen} onChange={setChosen}>
          <Stack gap="xs" mt="xs" mah="12rem" style={{ overflowY: 'auto' }}>
            <Radio value="report" label={t('reports.view.share.report')} />
            {page === null ? null : <Radio value="page" label={t('reports.view.share.page')} />}
            {shared === null ? null : <Radio value={shared} label={t('reports.view.share.shown')} />}
            {views.map(({ id, name }) => (
              <Radio key={id} value={id} label={t('reports.view.share.view', { name })} />
            ))}
          </Stack>
        </Radio.Group>
        {maySave ? (
          <Text size="sm" c="dimmed">
            {t('reports.view.share.filters')}{' '}
            <Button variant="transparent" size="compact-sm" px={0} onClick={onViews}>
              {t('reports.view.share.save')}
            </Button>
          </Text>
        ) : null}
        <Group align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            label={t('reports.view.share.link')}
            readOnly
            value={link}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <CopyButton value={link}>
            {({ copied, copy }) => (
              <Button onClick={copy} aria-live="polite">
                {t(copied ? 'general.toast.copied' : 'general.action.copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Group justify="center">
          <QrCode text={link} label={t('reports.view.share.qr', report)} />
        </Group>
      </Stack>
    </Dialog>
  )
}

function linkTo(reportId: string, chosen: string, page: string | null): string {
  const url = new URL(`/${reportId}/reports/view`, window.location.origin)
  if (chosen === 'page') url.searchParams.set('page', page ?? '')
  else if (chosen !== 'report') url.searchParams.set('view', chosen)
  return url.href
}
