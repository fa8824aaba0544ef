import { giveWay } from '#platform/web/client/give-way.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { SearchChip, useTypedSearch } from '#platform/web/ui/search-chip.tsx'
import { listReportGroups, readReportGroup } from '../contract.ts'

type GroupFilterProps = { label: string; value: string | undefined; onChange: (id: string | undefined) => void }

/** The filter of a list by one group of reports, found by its name. */
export function GroupFilter({ label, value, onChange }: GroupFilterProps) {
  const search = useTypedSearch()
  const { data } = useCallQuery(
    listReportGroups,
    { search: search.asked, size: 50 },
    { keep: true, freshFor: 10_000, ...(search.asked === '' && { after: giveWay }) },
  )
  // The chosen one, which the search need not match.
  const chosen = useCallQuery(
    readReportGroup,
    { id: value ?? '' },
    { enabled: value !== undefined, freshFor: 10_000 },
  ).data
  const options = (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return <SearchChip {...{ label, value, search, options, onChange }} name={chosen?.name} />
}
