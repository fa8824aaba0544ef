// Input for a number. The typed text stays as it is ("12," on the way to 12,5) until the field loses the focus; the form gets the number.
// The decimal sign follows the language, and the other sign is also accepted. Next: number-text.ts.
import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decimalSign, readNumber } from './number-text.ts'

type NumberFieldProps = Omit<NumberInputProps, 'value' | 'defaultValue' | 'onChange' | 'allowDecimal'> & {
  value: number | null
  onChange: (value: number | null) => void
  /** True for a number without decimals. */
  whole?: boolean
}

export function NumberField({ value, onChange, whole = false, onBlur, ...input }: NumberFieldProps) {
  const { i18n } = useTranslation()
  const [typed, setTyped] = useState<string | number | null>(null)
  return (
    <NumberInput
      {...input}
      inputMode={whole ? 'numeric' : 'decimal'}
      allowDecimal={!whole}
      decimalSeparator={decimalSign(i18n.language)}
      value={typed ?? value ?? ''}
      onChange={(next) => {
        setTyped(next)
        onChange(readNumber(next))
      }}
      onBlur={(event) => {
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}
