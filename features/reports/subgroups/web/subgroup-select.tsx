import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { SearchChip, useTypedSearch } from '#platform/web/ui/search-chip.tsx'
import { listSubgroups, readSubgroup } from '../contract.ts'

/** The first subgroups that match a search, in menu order. */
const useFound = (search: string) => useCallQuery(listSubgroups, { search }, { keep: true, freshFor: 10_000 })

/** The chosen one, which the search need not match. */
const useChosen = (id: string | null | undefined) =>
  useCallQuery(readSubgroup, { id: id ?? '' }, { enabled: Boolean(id), freshFor: 10_000 }).data

type SubgroupFilterProps = { value: string | undefined; onChange: (id: string | undefined) => void }

/** The filter of a list by one subgroup. */
export function SubgroupFilter({ value, onChange }: SubgroupFilterProps) {
  const { t } = useTranslation()
  const search = useTypedSearch()
  const chosen = useChosen(value)
  const options = useFound(search.asked).data?.data.map((found) => ({ value: found.id, label: pathOf(found) })) ?? []
  return (
    <SearchChip
      label={t('reports.library.filter.subgroup')}
      {...{ value, search, options, onChange }}
      name={chosen && pathOf(chosen)}
    />
  )
}

const pathOf = ({ group, name }: { group: string; name: string }) => `${group} › ${name}`

type SubgroupSelectProps = {
  value: string | null
  error: string | undefined
  onChange: (id: string | null) => void
  /** Disabled with a message when there is no subgroup. */
  none: ReactNode
}

/** Chooses a subgroup, found by its own name or that of its group. */
export function SubgroupSelect({ value, error, onChange, none }: SubgroupSelectProps) {
  const { t } = useTranslation()
  const { typed, type, asked } = useTypedSearch()
  const chosen = useChosen(value)
  const { data: { data: found } = {} } = useFound(asked === chosen?.name ? '' : asked)
  const isEmpty = found?.length === 0 && typed === '' && asked === '' && value === null
  const isListed = !chosen || found?.some(({ id }) => id === chosen.id)
  return (
    <Select
      id="subgroup_id"
      name="subgroup_id"
      label={t('reports.library.field.subgroup_id')}
      description={isEmpty ? none : null}
      error={error}
      data={underGroups([...(isListed ? [] : [chosen]), ...(found ?? [])])}
      value={value}
      onChange={onChange}
      searchable
      onSearchChange={type}
      // The server has already searched.
      filter={({ options }) => options}
      allowDeselect={false}
      disabled={isEmpty}
      nothingFoundMessage={t('general.list.empty')}
      maxDropdownHeight={320}
    />
  )
}

type Found = { id: string; name: string; group_id: string; group: string }

/** Two groups may have the same name, so their ids tell them apart. */
function underGroups(found: readonly Found[]) {
  return [...Map.groupBy(found, ({ group_id }) => group_id).values()].map((of) => ({
    group: of[0]?.group ?? '',
    items: of.map(({ id, name }) => ({ value: id, label: name })),
  }))
}
