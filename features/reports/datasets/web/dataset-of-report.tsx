// Leads from a report to the page of its data set, where its refreshes are planned.
import { Button } from '@mantine/core'
import { IconDatabase } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { PathLink, useGo, usePathPart } from '#platform/web/routing/path.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { listDatasets } from '../contract.ts'
import { datasetPlace } from './dataset-place.ts'

export function DatasetOfReport() {
  const { t } = useTranslation()
  const go = useGo()
  const report_id = usePathPart('id')
  const { data, error, refetch } = useCallQuery(listDatasets, { report_id })
  const found = data?.data[0]?.id
  useEffect(() => {
    if (found !== undefined) go(`${datasetPlace.path}/${found}`, { replace: true })
  }, [found, go])
  if (error && !data) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data || found !== undefined) return <FormSkeleton />
  return (
    <EmptyState
      page
      title={t('reports.datasets.ofReport.none')}
      text={t('reports.datasets.ofReport.noneText')}
      icon={<IconDatabase size={22} stroke={1.6} aria-hidden />}
    >
      <Button variant="default" renderRoot={(props) => <PathLink to={datasetPlace.path} {...props} />}>
        {t('reports.datasets.title')}
      </Button>
    </EmptyState>
  )
}
