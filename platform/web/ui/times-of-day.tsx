import { ActionIcon, Button, Group, Input, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#platform/web/language/language.ts'
import { makeDayClock } from '#platform/contract/week.ts'

type TimesProps = { label: ReactNode; times: string[]; error: string | undefined; onChange: (times: string[]) => void }

/** The times of day of a schedule, for other records: add, change, remove. */
export function TimesOfDay({ label, times, error, onChange }: TimesProps) {
  const { t } = useTranslation()
  const { shown } = makeDayClock(useLanguage())
  return (
    <Input.Wrapper label={label} error={error} id="times">
      <Group gap="sm" mt="xs">
        {times.map((time, index) => (
          <Group key={index} gap={2} wrap="nowrap">
            <TimeInput
              label={t('frame.times.one')}
              value={time}
              isAtFault={error !== undefined}
              onChange={(newTime) => onChange(times.map((each, position) => (position === index ? newTime : each)))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('frame.times.remove', { time: shown(time) })}
              onClick={() => onChange(times.filter((_, position) => position !== index))}
            >
              <IconX size={16} stroke={1.8} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...times, nextTime(times)])}
        >
          {t('frame.times.add')}
        </Button>
      </Group>
    </Input.Wrapper>
  )
}

/** Three hours after the last time; 06:00 first. */
function nextTime(times: readonly string[]): string {
  const hour = times.length === 0 ? 6 : (Number(times.at(-1)?.slice(0, 2)) + 3) % 24
  return `${String(Number.isNaN(hour) ? 6 : hour).padStart(2, '0')}:00`
}

type TimeInputProps = { label: string; value: string; isAtFault: boolean; onChange: (time: string) => void }

/** One time of day, as the language writes it. */
export function TimeInput({ label, value, isAtFault, onChange }: TimeInputProps) {
  const { shown, read } = makeDayClock(useLanguage())
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      aria-label={label}
      error={isAtFault}
      w="6.5rem"
      maxLength={8}
      value={typed ?? shown(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(read(currentTarget.value))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
