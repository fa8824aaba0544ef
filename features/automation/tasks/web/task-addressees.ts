// The people whom a run may notify, for the confirmation before somebody starts the run by hand.
import type { ReceivedOf } from '#platform/contract/call.ts'
import type { taskCalls } from '../contract.ts'

type Task = ReceivedOf<typeof taskCalls.read>
export type NotificationSettings = Pick<Task, 'repeat_policy' | 'channels' | 'target' | 'send_to_self'> & {
  people: readonly unknown[]
  groups: readonly { members: number }[]
}

/** The number of chosen people above which a run by hand needs a confirmation. */
const maxWithoutQuestion = 5

/**
 * Returns the target and the largest possible number of people for the confirmation; null: the run notifies few people or nobody and needs
 * no confirmation. A person in two groups is counted twice.
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
