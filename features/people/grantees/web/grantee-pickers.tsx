// The choice of people and groups.
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { RecordPicker, type RecordPickerProps } from '#platform/web/ui/record-picker.tsx'
import { SearchChip, useTypedSearch } from '#platform/web/ui/search-chip.tsx'
import { readUserGroup, selectUserGroups } from '#features/people/groups/contract.ts'
import { selectUsers } from '#features/people/users/contract.ts'

export type PickedPerson = ReceivedOf<typeof selectUsers>[number]

/** Searches the people of the business unit and picks one. Example: `<PersonPicker label={…} exclude={ids} onPick={add} />`. */
export function PersonPicker(props: RecordPickerProps<PickedPerson>) {
  return <RecordPicker call={selectUsers} detail={({ email }) => email} {...props} />
}

export type PickedGroup = ReceivedOf<typeof selectUserGroups>[number]

/** Searches the user groups of the business unit and picks one. Example: `<UserGroupPicker label={…} exclude={ids} onPick={add} />`. */
export function UserGroupPicker(props: RecordPickerProps<PickedGroup>) {
  const { t } = useTranslation()
  return (
    <RecordPicker
      call={selectUserGroups}
      detail={({ members }) => t('people.groups.members', { count: members, shown: String(members) })}
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
  const { data: options = [] } = useCallQuery(selectUserGroups, { search: search.asked }, kept)
  const { data: chosen } = useCallQuery(readUserGroup, { id: value ?? '' }, { ...kept, enabled: value !== undefined })
  if (options.length === 0 && value === undefined && search.typed === '' && search.asked === '') return null
  return <SearchChip label={t('people.users.group')} {...{ value, search, options, onChange }} name={chosen?.name} />
}
