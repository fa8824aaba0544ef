import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { SearchChip, useTypedSearch } from '#platform/web/ui/search-chip.tsx'
import { maxTags, type ShownTag, tagCalls } from '../contract.ts'
import { TagChip } from './tag-chip.tsx'

type TagPickerProps = Omit<MultiSelectProps, 'value' | 'data' | 'onChange'> & {
  value: ShownTag[]
  onChange: (tags: ShownTag[]) => void
}

/** Chooses tags of the business unit. Example: `<TagPicker label={…} value={tags} onChange={(tags) => set({ tags })} />`. */
export function TagPicker({ value, onChange, ...field }: TagPickerProps) {
  const { t } = useTranslation()
  const search = useTypedSearch()
  const found = useFoundTags(search.asked)
  const known = new Map([...found, ...value].map(({ id, name, color }) => [id, { id, name, color }]))
  const tagOf = (id: string) => known.get(id) ?? []
  return (
    <MultiSelect
      {...field}
      data={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
      value={value.map(({ id }) => id)}
      onChange={(ids) => onChange(ids.flatMap(tagOf))}
      renderOption={({ option }) => [tagOf(option.value)].flat().map((tag) => <TagChip key={tag.id} tag={tag} />)}
      maxValues={maxTags}
      searchable
      searchValue={search.typed}
      onSearchChange={search.type}
      // The server has already searched. Chosen tags are hidden, so they may be among the options.
      filter={({ options }) => options}
      hidePickedOptions
      nothingFoundMessage={t('general.list.empty')}
    />
  )
}

/** The filter of a list by one tag. */
export function TagFilter({ value, onChange, label }: TagFilterProps) {
  const search = useTypedSearch()
  const { data: chosen } = useCallQuery(
    tagCalls.read,
    { id: value ?? '' },
    { enabled: value !== undefined, freshFor: 10_000 },
  )
  const options = useFoundTags(search.asked).map(({ id, name }) => ({ value: id, label: name }))
  return <SearchChip {...{ label, value, search, options, onChange }} name={chosen?.name} />
}

type TagFilterProps = { label: string; value: string | undefined; onChange: (id: string | undefined) => void }

function useFoundTags(search: string) {
  return useCallQuery(tagCalls.list, { search }, { keep: true, freshFor: 10_000 }).data?.data ?? []
}
