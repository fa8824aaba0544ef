import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { readAccess } from '#features/reports/access/contract.ts'
import { AccessGrantFields, grantedReport, grantFault } from './grant-fields.tsx'
import { NotifyChoice } from './notify-choice.tsx'
import type { Grantee } from './grant-roles.ts'
import { blankReading, type ChosenReading, type Reading, readingFor } from './grant-reading.ts'

type BulkOptions = { asksToNotify?: boolean; grantee?: Grantee | null }

type BulkGrant = {
  reading: Reading
  /** Whether the people who get the report are notified. */
  notifies: boolean
  fields: ReactNode
  isLoaded: boolean
  /** Marks the field at fault. Returns true if the grant can be sent. */
  check: () => boolean
}

/**
 * The form of one grant for all chosen reports. For one report it offers the pages and requires a role if the report needs one. For several
 * reports, the server checks each and answers why it refuses the grant. `asksToNotify`: the call lets the caller choose who is notified.
 * `grantee`: the only person or group that gets the grant, if there is only one.
 */
export function useBulkGrant(
  reportIds: readonly string[],
  { asksToNotify = true, grantee = null }: BulkOptions = {},
): BulkGrant {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ChosenReading>({ reading: blankReading, pagesOf: null })
  const [notifies, setNotifies] = useState(true)
  const [isMarked, setMarked] = useState(false)
  const [first = ''] = reportIds
  // All reports of a business unit have the same custom fields, so the first report is read.
  const { data, error, refetch } = useCallQuery(readAccess, { report_id: first }, { enabled: first !== '', keep: true })
  const isOne = reportIds.length === 1
  const only = isOne && data?.report_id === first ? data : null
  const sent = readingFor(chosen, reportIds)
  const fault = grantFault(sent, only)
  const several = { secured: true, hasFilters: true, pages: 'several', needsRole: false } as const
  const fields = (
    <>
      {reportIds.length > 1 ? (
        <Text size="sm" c="dimmed">
          {t('reports.library.bulk.grantText')}
        </Text>
      ) : null}
      {error ? <FailedState failure={error} onRetry={() => void refetch()} /> : null}
      {data && first !== '' ? (
        <>
          <AccessGrantFields
            grant={sent}
            report={only ? grantedReport(only) : { ...several, identityFields: data.identity_fields }}
            fault={isMarked ? fault : null}
            knownRoles={only?.known_roles ?? []}
            grantee={only ? grantee : null}
            onChange={(part) => setChosen({ reading: { ...sent, ...part }, pagesOf: first })}
          />
          {asksToNotify ? <NotifyChoice checked={notifies} onChange={setNotifies} /> : null}
        </>
      ) : null}
    </>
  )
  const check = () => {
    setMarked(true)
    return fault === null
  }
  return { reading: sent, notifies, fields, isLoaded: isOne ? only !== null : data !== undefined, check }
}
