// When a task runs: its triggers. A new task begins with the trigger that runs next, because without one it never runs by itself.
import { Anchor, Button, Group } from '@mantine/core'
import { IconClockPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CallInput } from '#platform/web/client/encode-input.ts'
import { useCallMutation, useCallQuery } from '#platform/web/client/use-call.ts'
import type { FieldInput } from '#platform/web/pages/field.tsx'
import { useCan } from '#platform/web/session/use-session.ts'
import { OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { type NamedRecord, RecordsSelect } from '#platform/web/ui/records-select.tsx'
import { useTypedSearch } from '#platform/web/ui/search-chip.tsx'
import { triggerCalls } from '#features/automation/triggers/contract.ts'
import { triggersPath } from './task-place.ts'

/** The trigger that runs next, in a list; empty without one. Undefined while it is asked for. */
export function useFirstTriggers(): NamedRecord[] | undefined {
  const mayRead = useCan('trigger.read')
  const { data, error } = useCallQuery(triggerCalls.list, { sort: 'next_at', order: 'asc' }, { enabled: mayRead })
  if (!mayRead || error) return []
  return data?.data
    .filter(({ next_at }) => next_at !== null)
    .slice(0, 1)
    .map(({ id, name }) => ({ id, name }))
}

export function TaskTriggers({ name, description, error, value, onChange }: FieldInput) {
  const { t } = useTranslation()
  const search = useTypedSearch()
  const mayAdd = useCan('trigger.add')
  const { data = [] } = useCallQuery(triggerCalls.select, { search: search.asked }, { keep: true })
  const chosen = value as NamedRecord[]
  return (
    <>
      <RecordsSelect
        name={name}
        label={<OptionalLabel>{t('automation.tasks.field.trigger_ids')}</OptionalLabel>}
        placeholder={t('automation.tasks.pickTrigger')}
        description={
          <>
            {description}{' '}
            {mayAdd ? (
              // The link opens another tab, so that the draft of the task is kept.
              <Anchor inherit underline="always" href={`${triggersPath}/add`} target="_blank" rel="noopener">
                {t('automation.tasks.newTrigger')}
              </Anchor>
            ) : null}
          </>
        }
        error={error}
        value={chosen}
        onChange={onChange}
        found={data.map((each) => ({ id: each.value, name: each.label }))}
        onType={search.type}
      />
      {mayAdd && chosen.length === 0 && data.length === 0 && search.asked === '' ? (
        <DailyTrigger onAdded={(trigger) => onChange([trigger])} />
      ) : null}
    </>
  )
}

const daily = {
  enabled: true,
  frequency: 'daily',
  days: [],
  month_days: [],
  times: ['08:00'],
  timezone: null,
  starts_on: null,
  ends_on: null,
  task_ids: [],
} satisfies Partial<CallInput<typeof triggerCalls.add>>

/** Adds the first trigger of a business unit with one click. */
function DailyTrigger({ onAdded }: { onAdded: (trigger: NamedRecord) => void }) {
  const { t } = useTranslation()
  const name = t('automation.tasks.daily.name')
  const add = useCallMutation(triggerCalls.add, { onDone: ({ id }) => onAdded({ id, name }) })
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconClockPlus size={14} stroke={1.8} aria-hidden />}
        loading={add.isPending}
        onClick={() => add.mutate({ ...daily, name })}
      >
        {t('automation.tasks.daily.add')}
      </Button>
    </Group>
  )
}
