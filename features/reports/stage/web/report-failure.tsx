import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '#platform/web/routing/path.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import type { EmbedFailure } from '#powerbi/web/embed-failure.ts'

/** The reason why the report cannot be shown, with two actions. */
export function ReportFailure({
  failure: { code, requestId },
  onRetry,
}: {
  failure: EmbedFailure
  onRetry: () => void
}) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('reports.view.failure.title')}
      text={
        <>
          {t(`reports.view.failure.${code}`)}
          {requestId === null ? null : (
            <>
              <br />
              {t('reports.view.failure.support', { id: requestId })}
            </>
          )}
        </>
      }
      icon={<IconPlugConnectedX size={22} stroke={1.6} aria-hidden />}
    >
      <Button onClick={onRetry}>{t('general.action.retry')}</Button>
      <Button variant="default" component={PathLink} to="/">
        {t('general.page.home')}
      </Button>
    </EmptyState>
  )
}
