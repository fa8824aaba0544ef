// Whom a run may tell, for the question before somebody starts it by hand.
import type { ReceivedOf } from '#platform/contract/call.ts'
import type { taskCalls } from '../contract.ts'

type Task = ReceivedOf<typeof taskCalls.read>
export type NotificationSettings = Pick<Task, 'repeat_policy' | 'channels' | 'target' | 'send_to_self'> & {
  people: readonly unknown[]
  groups: readonly { members: number }[]
}

/** With more chosen people than this, a run by hand asks first. */
const maxWithoutQuestion = 5

/**
 * Whom to name in the question; null: the run tells few people or nobody, and needs no question. The number is the largest possible: a
 * person may be in two groups.
 */
export function largeAudience(task: NotificationSettings): { target: Task['target']; max: number } | null {
  const { repeat_policy, channels, target, send_to_self, people, groups } = task
  const isNotifying =
    repeat_policy !== 'only_execute_dax' && (channels.includes('portal') || channels.includes('email'))
  if (!isNotifying) return null
  const members = groups.reduce((sum, group) => sum + group.members, 0)
  const max = people.length + members + (send_to_self ? 1 : 0)
  return target === 'chosen' && max <= maxWithoutQuestion ? null : { target, max }
}
