// The own days without working time: add, change, remove.
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { serviceLevels as limits } from '#catalogue/limits.ts'
import { DayInput } from '#platform/web/ui/day-field.tsx'
import type { OwnDay } from '../contract.ts'

type OwnDaysProps = { days: readonly OwnDay[]; error: string | undefined; onChange: (days: OwnDay[]) => void }

export function OwnDays({ days, error, onChange }: OwnDaysProps) {
  const { t } = useTranslation()
  const put = (index: number, part: Partial<OwnDay>) =>
    onChange(days.map((each, at) => (at === index ? { ...each, ...part } : each)))
  return (
    <Stack gap="sm" id="own_days" tabIndex={-1} aria-invalid={error !== undefined}>
      <Text size="sm" fw={500}>
        {t('helpDesk.serviceLevels.field.own_days')}
      </Text>
      {days.map(({ day, name }, index) => (
        <Group key={index} gap="xs" align="flex-end">
          <DayInput
            label={t('helpDesk.serviceLevels.day')}
            value={day || null}
            onChange={(chosen) => put(index, { day: chosen ?? '' })}
          />
          <TextInput
            label={t('helpDesk.serviceLevels.dayName')}
            maxLength={80}
            style={{ flex: '1 1 12rem' }}
            value={name}
            onChange={({ currentTarget: { value } }) => put(index, { name: value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('helpDesk.serviceLevels.removeDay', { name: name || day })}
            onClick={() => onChange(days.filter((_, at) => at !== index))}
          >
            <IconX size={16} stroke={1.8} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {error === undefined ? null : (
        <Text size="sm" c="var(--danger)">
          {error}
        </Text>
      )}
      <Group>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
          disabled={days.length >= limits.ownDays}
          onClick={() => onChange([...days, { day: '', name: '' }])}
        >
          {t('helpDesk.serviceLevels.addDay')}
        </Button>
      </Group>
    </Stack>
  )
}
