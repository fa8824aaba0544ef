import type { ReactNode } from 'react'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { RecordsSelect } from '#platform/web/ui/records-select.tsx'
import { useTypedSearch } from '#platform/web/ui/search-chip.tsx'
import { listReports } from '../contract.ts'

export type NamedReport = { id: string; name: string }

type ReportsSelectProps = {
  name?: string
  label: ReactNode
  description?: ReactNode
  error?: ReactNode
  value: readonly NamedReport[]
  onChange: (reports: NamedReport[]) => void
}

/** Chooses reports, found by a search. */
export function ReportsSelect(props: ReportsSelectProps) {
  const search = useTypedSearch()
  const { data } = useCallQuery(listReports, { search: search.asked, size: 50 }, { keep: true })
  return <RecordsSelect {...props} found={data?.data ?? []} onType={search.type} />
}
