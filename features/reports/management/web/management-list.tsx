import { IconReportAnalytics } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '#catalogue/languages.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { managementReportCalls } from '../contract.ts'
import { managementPlace } from './management-place.ts'

/** The list of management reports for staff outside of a business unit. */
export const ManagementList = () => (
  <ListPage
    {...recordList(managementReportCalls, managementPlace)}
    icon={IconReportAnalytics}
    pageKey="page_management"
    columns={useColumns()}
  />
)

function useColumns(): Column<RowOf<typeof managementReportCalls.list>>[] {
  const { t, i18n } = useTranslation()
  return [
    {
      key: 'title',
      title: t('reports.management.field.title'),
      sort: 'name',
      cell: ({ title }) => inLanguage(title, i18n.language),
    },
    {
      key: 'source',
      title: t('reports.management.field.source'),
      cell: ({ source }) => t(`reports.management.choice.source.${source}`),
    },
    {
      key: 'readers',
      title: t('reports.management.field.readers'),
      width: '11rem',
      labelled: true,
      cell: ({ readers }) => t(`reports.management.choice.readers.${readers}`),
    },
    {
      key: 'tenant_ids',
      title: t('reports.management.field.tenant_ids'),
      width: '11rem',
      labelled: true,
      cell: ({ tenant_ids }) => (tenant_ids.length === 0 ? t('reports.management.all') : tenant_ids.length),
    },
    {
      key: 'published',
      title: t('reports.management.field.published'),
      width: '8rem',
      labelled: true,
      cell: ({ published }) => t(published ? 'reports.management.yes' : 'reports.management.no'),
    },
  ]
}
