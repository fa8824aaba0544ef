// A number's box. What is typed stays as it is typed ("12," on the way to 12,5) until one leaves it; the form gets the number.
// Decimals follow the sign of the language, and the other one is taken for it. Next: number-text.ts.
import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decimalSign, readNumber } from './number-text.ts'

type NumberFieldProps = Omit<NumberInputProps, 'value' | 'defaultValue' | 'onChange' | 'allowDecimal'> & {
  value: number | null
  onChange: (value: number | null) => void
  /** Without decimals. */
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
