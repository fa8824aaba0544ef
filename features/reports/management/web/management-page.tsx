import { Badge, Skeleton } from '@mantine/core'
import { IconChevronRight, IconReportAnalytics } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '#catalogue/languages.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { listManagement } from '../contract.ts'
import classes from './management-page.module.css'

/** The management reports that the person may read. */
export function ManagementPage() {
  const { t, i18n } = useTranslation()
  const { data, error, refetch } = useCallQuery(listManagement, {})
  const Icon = IconReportAnalytics
  return (
    <>
      <PageHeader title={t('reports.management.page.title')} text={t('reports.management.page.purpose')} />
      {error ? <FailedState failure={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Skeleton height="10rem" radius="md" aria-busy />}
      {data?.data.length === 0 ? (
        <EmptyState
          title={t('reports.management.page.empty')}
          text={t('reports.management.page.emptyText')}
          icon={<Icon size={22} stroke={1.6} aria-hidden />}
        />
      ) : null}
      <ul className={classes.list}>
        {data?.data.map(({ id, title, description, of_platform }) => (
          <li key={id}>
            <PathLink to={`/${id}/management/view`} className={classes.report}>
              <Icon size={20} stroke={1.6} aria-hidden />
              <span className={classes.words}>
                <span className={classes.name}>{inLanguage(title, i18n.language)}</span>
                <span className={classes.text}>{inLanguage(description, i18n.language)}</span>
              </span>
              <Badge variant="light" color="gray" tt="none">
                {t(of_platform ? 'reports.management.page.ofPlatform' : 'reports.management.page.ofPartner')}
              </Badge>
              <IconChevronRight size={16} stroke={1.7} aria-hidden />
            </PathLink>
          </li>
        ))}
      </ul>
    </>
  )
}
