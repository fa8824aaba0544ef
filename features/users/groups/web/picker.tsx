import type { ReceivedOf } from '#platform/contract/call.ts'
import { useTranslation } from 'react-i18next'
import { RecordPicker, type RecordPickerProps } from '#platform/web/ui/record-picker.tsx'
import { selectUserGroups } from '../contract.ts'

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
