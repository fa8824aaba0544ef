// Input for a CNPJ or CPF, with its punctuation while it is typed.
import type { TextInputProps } from '@mantine/core'
import { type Taxpayer, writtenTaxId } from '#catalogue/tax-id.ts'
import { MaskedInput } from './masked-input.tsx'

type TaxIdFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string
  kind: Taxpayer
  onChange: (value: string) => void
}

export const TaxIdField = ({ kind, ...input }: TaxIdFieldProps) => (
  <MaskedInput
    autoComplete="off"
    spellCheck={false}
    {...input}
    format={(typed) => writtenTaxId(typed, kind)}
    significant={/[0-9a-z]/i}
  />
)
