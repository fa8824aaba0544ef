// Values of custom fields: one input per field in the form of a person, one column per field in a list of people.
import { Checkbox, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { DayField } from '#platform/web/ui/day-field.tsx'
import { FormSection, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { NumberField } from '#platform/web/ui/number-field.tsx'
import type { Column } from '#platform/web/ui/column.ts'
import {
  type FieldDefinition,
  columnOfField,
  type CustomKind,
  type CustomValue,
  type CustomValues,
  listFieldDefinitions,
  mergeValues,
  withDistinctNames,
} from '../contract.ts'

type CustomValuesProps = {
  values: CustomValues
  /** By `custom.<id>`. */
  faults: Readonly<Record<string, string>>
  onChange: (values: CustomValues) => void
  /** True when new people must have a value. */
  requiredOnly?: boolean
}

/** A form section; nothing when the business unit has no custom fields. */
export function CustomValueFields({ values, faults, onChange, requiredOnly = false }: CustomValuesProps) {
  const { t } = useTranslation()
  const asked = useValueFields().filter(({ required }) => required || !requiredOnly)
  if (asked.length === 0) return null
  return (
    <FormSection title={t('organisation.customFields.title')} text={t('organisation.customFields.section.valuesText')}>
      {asked.map((field) => (
        <ValueField
          key={field.id}
          field={field}
          value={values[field.id] ?? null}
          error={faults[`custom.${field.id}`]}
          onChange={(value) => onChange({ ...values, [field.id]: value })}
        />
      ))}
    </FormSection>
  )
}

/** Checks the values of a form before sending, with the server's rule; faults by `custom.<id>`. */
export function useValueCheck() {
  const { data } = useCallQuery(listFieldDefinitions, {})
  return (given: CustomValues, standing: CustomValues | null): Record<string, 'required' | 'invalid'> => {
    // The fields are not loaded yet: the server will check.
    if (data === undefined) return {}
    const { faults } = mergeValues(data, standing ?? {}, given, { isNew: standing === null })
    return Object.fromEntries(Object.entries(faults).map(([id, fault]) => [`custom.${id}`, fault]))
  }
}

/** One column per field, hidden until a person chooses it. */
export function useValueColumns<Row extends { custom: CustomValues }>(): Column<Row>[] {
  const { number, day } = useFormats()
  const fields = useValueFields({ freshFor: 60_000 })
  const shown = (kind: CustomKind, value: CustomValue | null | undefined) => {
    if (Array.isArray(value)) return value.join(', ')
    if (typeof value === 'number') return number(value, { maximumFractionDigits: 15 })
    return value && kind === 'date' ? day(value) : (value ?? null)
  }
  return fields.map(({ id, name, kind }) => ({
    key: columnOfField(id),
    title: name,
    chosenOnly: true,
    wideOnly: true,
    cell: ({ custom }) => shown(kind, custom[id]),
  }))
}

/** The fields; no two have the same label. */
export function useValueFields(options?: { freshFor: number }): FieldDefinition[] {
  const { t } = useTranslation()
  const { data = [] } = useCallQuery(listFieldDefinitions, {}, options)
  return withDistinctNames(data, (name) => t('people.users.ofPartner', { name }))
}

/** Labels of the business unit's custom fields, by `custom.<id>`, for a form that has their values. */
export function useCustomNames(): Record<string, string> {
  return Object.fromEntries(useValueFields().map(({ id, name }) => [`custom.${id}`, name]))
}

type ValueFieldProps = {
  field: FieldDefinition
  value: CustomValue | null
  error: string | undefined
  onChange: (value: CustomValue | null) => void
}

/** The input of one field. */
export function ValueField({ field: { id, name, kind, options, required }, value, error, onChange }: ValueFieldProps) {
  const label: ReactNode = required ? name : <OptionalLabel>{name}</OptionalLabel>
  const input = { id: `custom.${id}`, label, error }
  const text = typeof value === 'string' ? value : ''
  // A removed option stays with the people who have it.
  const offered = text === '' || options.includes(text) ? options : [text, ...options]
  switch (kind) {
    case 'date':
      return <DayField {...input} value={text || null} onChange={onChange} />
    case 'text':
      return (
        <TextInput
          {...input}
          maxLength={500}
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
        />
      )
    case 'number':
      return <NumberField {...input} maw="14rem" value={typeof value === 'number' ? value : null} onChange={onChange} />
    case 'list':
      return (
        <NativeSelect
          {...input}
          data={['', ...offered]}
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
        />
      )
    case 'single':
      return (
        <Radio.Group {...input} value={text} onChange={(chosen) => onChange(chosen || null)}>
          <Choices>
            {offered.map((option) => (
              // A second click clears the choice: there is no other way to choose none.
              <Radio key={option} value={option} label={option} onClick={() => option === text && onChange(null)} />
            ))}
          </Choices>
        </Radio.Group>
      )
    case 'multiple': {
      const chosen = Array.isArray(value) ? value : []
      return (
        <Checkbox.Group {...input} value={chosen} onChange={(next) => onChange(next.length > 0 ? next : null)}>
          <Choices>
            {[...new Set([...options, ...chosen])].map((option) => (
              <Checkbox key={option} value={option} label={option} />
            ))}
          </Choices>
        </Checkbox.Group>
      )
    }
  }
}

function Choices({ children }: { children: ReactNode }) {
  return (
    <Stack gap="xs" my="xs">
      {children}
    </Stack>
  )
}
