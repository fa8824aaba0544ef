// Input for a calendar day. The browser may show another order of day and month than the portal, so the day is written out below in the
// language of the page.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useFormats } from '../language/formats.ts'

type DayFieldProps = Omit<TextInputProps, 'type' | 'value' | 'defaultValue' | 'onChange'> & {
  /** YYYY-MM-DD; null while it is empty or incomplete. */
  value: string | null
  onChange: (value: string | null) => void
}

export function DayField({ value, onChange, description, ...input }: DayFieldProps) {
  const { longDay } = useFormats()
  return (
    <TextInput
      {...input}
      type="date"
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
      styles={{ wrapper: { maxWidth: '14rem' } }}
      description={
        value ? (
          <>
            {longDay(value)}. {description}
          </>
        ) : (
          description
        )
      }
    />
  )
}
