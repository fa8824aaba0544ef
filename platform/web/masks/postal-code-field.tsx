// Input for a Brazilian postal code (CEP), with its hyphen while it is typed.
import type { TextInputProps } from '@mantine/core'
import { MaskedInput } from './masked-input.tsx'
import { writtenPostalCode } from './postal-code.ts'

type PostalCodeFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string
  onChange: (value: string) => void
}

export const PostalCodeField = (input: PostalCodeFieldProps) => (
  <MaskedInput
    inputMode="numeric"
    autoComplete="postal-code"
    {...input}
    format={writtenPostalCode}
    significant={/\d/}
  />
)
