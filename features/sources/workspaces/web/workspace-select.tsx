import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useTypedSearch } from '#platform/web/ui/search-chip.tsx'
import { listWorkspaces } from '../contract.ts'

type WorkspaceSelectProps = {
  label: ReactNode
  description?: ReactNode
  placeholder: string
  error?: ReactNode
  value: string | null
  onChange: (id: string | null) => void
  /** Shown instead of the description when the business unit has no workspace. */
  none?: ReactNode
}

/** Chooses a workspace of the business unit, found by its name. */
export function WorkspaceSelect({ value, onChange, error, description, none, ...field }: WorkspaceSelectProps) {
  const { t } = useTranslation()
  const search = useTypedSearch()
  // The chosen one, which the search need not match.
  const chosen = useCallQuery(
    listWorkspaces,
    { workspace_id: value ?? '' },
    { enabled: value !== null, freshFor: 10_000 },
  ).data?.data[0]
  const sought = chosen && search.asked === labelOf(chosen) ? '' : search.asked
  const { data, error: failure } = useCallQuery(listWorkspaces, { search: sought, size: 50 }, { keep: true })
  const found = data?.data ?? []
  const isListed = !chosen || found.some(({ id }) => id === chosen.id)
  const isEmpty = data?.total === 0 && search.typed === '' && search.asked === '' && value === null
  return (
    <Select
      {...field}
      id="workspace_id"
      name="workspace_id"
      description={isEmpty && none ? none : description}
      error={failure?.message ?? error}
      data={[...(isListed ? [] : [chosen]), ...found].map((each) => ({ value: each.id, label: labelOf(each) }))}
      value={value}
      onChange={onChange}
      searchable
      onSearchChange={search.type}
      // The server has already searched.
      filter={({ options }) => options}
      allowDeselect={false}
      disabled={isEmpty}
      nothingFoundMessage={t('general.list.empty')}
    />
  )
}

const labelOf = ({ name, account }: { name: string; account: string | null }) =>
  account === null ? name : `${name} (${account})`
