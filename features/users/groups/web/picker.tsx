import type { ReceivedOf } from '#platform/contract/call.ts'
import { useTranslation } from 'react-i18next'
import { useAsk } from '#platform/web/client/use-ask.ts'
import { RecordPicker, type RecordPickerProps } from '#platform/web/ui/record-picker.tsx'
import { SearchChip, useTypedSearch } from '#platform/web/ui/search-chip.tsx'
import { readUserGroup, selectUserGroups } from '../contract.ts'

export type PickedGroup = ReceivedOf<typeof selectUserGroups>[number]

/** Searches the user groups of the business unit and picks one. Example: `<UserGroupPicker label={…} exclude={ids} onPick={add} />`. */
export function UserGroupPicker(props: RecordPickerProps<PickedGroup>) {
  const { t } = useTranslation()
  return (
    <RecordPicker
      call={selectUserGroups}
      detail={({ members }) => t('users.groups.members', { count: members, shown: String(members) })}
      {...props}
    />
  )
}

type UserGroupFilterProps = { value: string | undefined; onChange: (id: string | undefined) => void }

/** The filter of a list by one user group; nothing when there is none. */
export function UserGroupFilter({ value, onChange }: UserGroupFilterProps) {
  const { t } = useTranslation()
  const search = useTypedSearch()
  const kept = { keep: true, freshFor: 60_000 }
  const { data: options = [] } = useAsk(selectUserGroups, { search: search.asked }, kept)
  const { data: chosen } = useAsk(readUserGroup, { id: value ?? '' }, { ...kept, enabled: value !== undefined })
  if (options.length === 0 && value === undefined && search.typed === '' && search.asked === '') return null
  return <SearchChip label={t('users.group')} {...{ value, search, options, onChange }} name={chosen?.name} />
}
