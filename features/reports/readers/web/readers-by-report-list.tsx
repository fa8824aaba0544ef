import { IconReportSearch } from '@tabler/icons-react'
import { ListPage } from '#platform/web/pages/list-page.tsx'
import { exportUsersPerReport, listUsersPerReport } from '../contract.ts'
import { grantsPath, ReaderFilters, useReaderColumns } from './readers-columns.tsx'

export const UsersPerReport = () => (
  <ListPage
    list={listUsersPerReport}
    file={exportUsersPerReport}
    phrasePrefix="reports.readers.byReport"
    pageKey="page_users_per_report"
    icon={IconReportSearch}
    columns={useReaderColumns('report')}
    rowPath={grantsPath}
    renderFilters={(list) => <ReaderFilters list={list} />}
  />
)
