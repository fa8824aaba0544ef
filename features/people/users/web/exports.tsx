import type { ReceivedOf } from '#platform/contract/call.ts'
import { RecordPicker, type RecordPickerProps } from '#platform/web/ui/record-picker.tsx'
import { selectUsers } from '../contract.ts'

export type PickedPerson = ReceivedOf<typeof selectUsers>[number]

/** Searches the people of the business unit and picks one. Example: `<PersonPicker label={…} exclude={ids} onPick={add} />`. */
export function PersonPicker(props: RecordPickerProps<PickedPerson>) {
  return <RecordPicker call={selectUsers} detail={({ email }) => email} {...props} />
}
