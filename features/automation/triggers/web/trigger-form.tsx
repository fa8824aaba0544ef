import { useTranslation } from 'react-i18next'
import { Field } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage } from '#platform/web/pages/form-page.tsx'
import { useCan } from '#platform/web/session/use-session.ts'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { taskCalls } from '#features/automation/tasks/contract.ts'
import { triggerCalls } from '../contract.ts'
import { NextRuns } from './next-runs.tsx'
import { blankSchedule, ScheduleFields } from './schedule-fields.tsx'
import { triggerPlace } from './trigger-place.ts'
import { type NamedRecord, TriggerTasks } from './trigger-tasks.tsx'

const blank = {
  name: '',
  enabled: true,
  ...blankSchedule,
  task_ids: [],
}

const page = { ...triggerPlace, wireOf: withIds, refreshes: [taskCalls.list] } as const

/** The draft holds the tasks with their names; the call takes their ids. */
function withIds({ task_ids, ...fields }: Record<string, unknown>): Record<string, unknown> {
  return task_ids === undefined ? fields : { ...fields, task_ids: (task_ids as NamedRecord[]).map(({ id }) => id) }
}

export const AddTrigger = () => (
  <AddPage call={triggerCalls.add} {...page} blank={blank}>
    <Fields />
  </AddPage>
)

export const EditTrigger = () => (
  <EditPage
    {...page}
    read={triggerCalls.read}
    update={triggerCalls.update}
    draftOf={({ tasks, ...trigger }) => ({
      ...Object.fromEntries(Object.keys(blank).map((name) => [name, (trigger as Record<string, unknown>)[name]])),
      task_ids: tasks,
    })}
  >
    <Fields />
  </EditPage>
)

function Fields() {
  const { t } = useTranslation()
  const mayChooseTasks = useCan('task.update')
  return (
    <>
      <FormSection title={t('automation.triggers.noun')} text={t('automation.triggers.section.whatText')}>
        <Field name="name" />
        <Field name="enabled" />
      </FormSection>
      <FormSection title={t('automation.triggers.section.when')} text={t('automation.triggers.section.whenText')}>
        <ScheduleFields />
        <NextRuns />
      </FormSection>
      {mayChooseTasks ? (
        <FormSection title={t('automation.triggers.field.tasks')} text={t('automation.triggers.section.tasksText')}>
          <Field name="task_ids">{(input) => <TriggerTasks {...input} />}</Field>
        </FormSection>
      ) : null}
    </>
  )
}
