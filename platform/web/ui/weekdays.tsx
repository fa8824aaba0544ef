import { Checkbox, Group } from '@mantine/core'
import { useLanguage } from '#platform/web/language/language.ts'
import type { FieldInput } from '#platform/web/pages/field.tsx'
import { makeWeek, type Weekday } from '#platform/contract/week.ts'

/** Days of the week of a schedule, for other records. The value is a sorted list of ISO days. */
export function Weekdays({ value, onChange, ...field }: FieldInput) {
  const { days, nameOf } = makeWeek(useLanguage())
  return (
    <Checkbox.Group
      {...field}
      value={(value as Weekday[]).map(String)}
      onChange={(chosen) => onChange(days.filter((day) => chosen.includes(String(day))).toSorted((a, b) => a - b))}
    >
      <Group mt="xs" gap="md">
        {days.map((day) => (
          <Checkbox key={day} value={String(day)} label={nameOf(day)} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}
