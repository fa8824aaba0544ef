// What a form asks as a test, and the test of an alert that was just saved: whether it can be answered now.
import { useTranslation } from 'react-i18next'
import type { CallInput } from '#platform/web/client/encode-input.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useGo } from '#platform/web/routing/path.tsx'
import { toastFailure, toastNotice } from '#platform/web/ui/toasts.tsx'
import { testTask } from '../contract.ts'
import { taskPlace } from './task-place.ts'
import { sourceOf } from './task-source-fields.ts'

type Values = Record<string, unknown>

/** The question and the condition of a form. A test may run before the message is written. */
export function testInput(values: Values): CallInput<typeof testTask> {
  const { type, dax, column_name, operator, value, variables, message } = values
  const texts = { ...(message as Record<string, string>) }
  if (!texts['pt-BR']) texts['pt-BR'] = '{{value}}'
  const { source } = sourceOf(values)
  return { ...source, type, dax, column_name, operator, value, variables, message: texts } as CallInput<typeof testTask>
}

/** Asks the question of a saved alert once, notifies nobody, and says whether it has an answer now; if not, why, and where to correct it. */
export function useSavedTest() {
  const { t } = useTranslation()
  const go = useGo()
  const { mutateAsync } = useCallMutation(testTask, { quiet: true })
  return async (id: string, values: Values): Promise<void> => {
    // A test that was refused or lost says nothing about the alert.
    const tested = await mutateAsync(testInput(values)).catch(() => null)
    if (tested === null) return
    const { problem, holds } = tested
    if (problem === null) {
      const verdict = holds === null ? '' : t(`automation.tasks.test.${holds ? 'holds' : 'quiet'}`)
      toastNotice(t('automation.tasks.saved.works', { verdict }).trim())
      return
    }
    toastFailure(t('automation.tasks.saved.fails', { reason: t(`automation.tasks.problems.${problem}`) }), null, {
      label: t('automation.tasks.saved.mend'),
      onClick: () => go(`${taskPlace.path}/${id}`),
    })
  }
}
