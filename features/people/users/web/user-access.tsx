import { useTranslation } from 'react-i18next'
import { RemoteRequestForm } from '#features/identity/remote-access/web/exports.tsx'
import { useRecord } from '#platform/web/client/use-record.ts'
import { usePathPart } from '#platform/web/routing/path.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { readUser } from '../contract.ts'

/** The page that requests remote access to the session of a person. */
export function AccessUser() {
  const { t } = useTranslation()
  const id = usePathPart('id')
  const { record, failure, reload } = useRecord(readUser, { id })
  if (failure) return <FailedState failure={failure} onRetry={reload} />
  return (
    <>
      <PageHeader title={record ? t('identity.remoteAccess.request.title', { name: record.name }) : '…'} />
      {record ? <RemoteRequestForm person={record} /> : <FormSkeleton />}
    </>
  )
}
