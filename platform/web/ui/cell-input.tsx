import { type ComponentProps, useState } from 'react'

type CellInputProps = Omit<ComponentProps<'input'>, 'value'> & { value: string; onEdit: (value: string) => void }

/** The input of one cell of a table. Enter and leaving it store the value, Escape forgets the change. */
export function CellInput({ value, onEdit, ...input }: CellInputProps) {
  const [isEdited, setEdited] = useState(false)
  // A value from the server begins the input again, but not while the person types the next one.
  const [begun, setBegun] = useState(value)
  if (begun !== value && !isEdited) setBegun(value)
  return (
    <input
      {...input}
      key={begun}
      defaultValue={begun}
      onFocus={() => setEdited(true)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Escape') currentTarget.value = value
        if (key === 'Escape' || key === 'Enter') currentTarget.blur()
      }}
      onBlur={({ currentTarget }) => {
        setEdited(false)
        if (currentTarget.value.trim() !== value) onEdit(currentTarget.value)
      }}
    />
  )
}
