import { IconUserSearch } from '@tabler/icons-react'
import { ListPage } from '#platform/web/pages/list-page.tsx'
import { exportReportsPerUser, listReportsPerUser } from '../contract.ts'
import { grantsPath, ReaderFilters, useReaderColumns } from './readers-columns.tsx'

export const ReportsPerUser = () => (
  <ListPage
    list={listReportsPerUser}
    file={exportReportsPerUser}
    phrasePrefix="reports.readers.byUser"
    pageKey="page_reports_per_user"
    icon={IconUserSearch}
    columns={useReaderColumns('person')}
    rowPath={grantsPath}
    renderFilters={(list) => <ReaderFilters list={list} />}
  />
)
