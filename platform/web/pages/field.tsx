// One field of a form, built from its name: the contract gives its kind, length and whether it is required; the phrases give its label,
// help and choices. Children replace the input when the kind is not plain. Next: form-page.tsx.
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Texts } from '#catalogue/languages.ts'
import { DayField } from '../ui/day-field.tsx'
import { OptionalLabel } from '../ui/form-layout.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { TextsField } from '../ui/texts-field.tsx'
import { fieldKind } from './field-kind.ts'
import { useForm } from './form-page.tsx'
import { usePhrases } from './use-phrases.ts'

export type FieldInput = {
  name: string
  label: ReactNode
  description: string | undefined
  error: string | undefined
  value: unknown
  onChange: (value: unknown) => void
}

type FieldProps = {
  /** The field's name in the call's input, which is the wire name. */
  name: string
  children?: (input: FieldInput) => ReactNode
}

/** Example: `<Field name="name" />`, or `<Field name="hours">{(input) => <Hours {...input} />}</Field>`. */
export function Field({ name, children }: FieldProps) {
  const { phrasePrefix: prefix, input, values, set, faults, isNew } = useForm()
  const phrases = usePhrases(prefix)
  const kind = fieldKind(input, name)
  const label = phrases.field(name)
  const field: FieldInput = {
    name,
    label: kind.optional ? <OptionalLabel>{label}</OptionalLabel> : label,
    description: phrases.help(name),
    error: faults[name],
    value: values[name],
    onChange: (value) => set({ [name]: value }),
  }
  if (children !== undefined) return children(field)
  const { value, onChange, ...named } = field
  const text = { ...named, value: typeof value === 'string' ? value : '' }
  switch (kind.kind) {
    case 'flag':
      return (
        <Switch {...named} checked={value === true} onChange={({ currentTarget: { checked } }) => onChange(checked)} />
      )
    case 'choice':
      return (
        <NativeSelect
          {...text}
          data={kind.choices.map((choice) => ({ value: choice, label: phrases.choice(name, choice) }))}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
    case 'number':
      return (
        <NumberField
          {...named}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
          whole={kind.whole}
          maw="14rem"
        />
      )
    case 'texts':
      return (
        <TextsField
          {...named}
          label={label}
          max={kind.max}
          long={kind.max > oneLine}
          value={value as Partial<Texts>}
          onChange={onChange}
        />
      )
    case 'day':
      return <DayField {...text} value={text.value || null} onChange={onChange} />
    case 'text':
      return <TextField {...text} max={kind.max} isFirst={isNew && name === 'name'} onChange={onChange} />
  }
}

type TextFieldProps = Omit<FieldInput, 'value'> & { value: string; max: number | null; isFirst: boolean }

/** Texts longer than this get several lines. */
const oneLine = 200

function TextField({ max, isFirst, onChange, ...text }: TextFieldProps) {
  const length = max === null ? {} : { maxLength: max }
  if (max !== null && max > oneLine) {
    return (
      <Textarea
        {...text}
        {...length}
        autosize
        minRows={2}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      {...text}
      {...length}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- a form that was just asked for begins at its first field
      autoFocus={isFirst}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
