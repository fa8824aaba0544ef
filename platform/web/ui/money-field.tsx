// Input for an amount of money. The form gets it as the wire has it, "12.50".
import type { FieldInput } from '../pages/field.tsx'
import { NumberField } from './number-field.tsx'

/** Example: `<Field name="price">{(field) => <MoneyField {...field} />}</Field>`. */
export function MoneyField({ value, onChange, ...field }: FieldInput) {
  const amount = typeof value === 'string' && value !== '' ? Number(value) : null
  return (
    <NumberField
      {...field}
      value={amount}
      onChange={(typed) => onChange(typed === null ? '' : typed.toFixed(2))}
      prefix="R$ "
      decimalScale={2}
      fixedDecimalScale
      allowNegative={false}
      hideControls
      max={99_999_999.99}
      maw="14rem"
    />
  )
}
