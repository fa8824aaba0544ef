// A calendar day's box. The browser draws it in its own order of day and month, which may be another than the portal's: the day is
// written out beneath, in the language of the page.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useFormats } from '../language/formats.ts'

type DayFieldProps = Omit<TextInputProps, 'type' | 'value' | 'defaultValue' | 'onChange'> & {
  /** YYYY-MM-DD; null while there is none, or while one is being typed. */
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
