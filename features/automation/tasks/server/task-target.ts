import type { Actor } from '#platform/server/session/actor.ts'

/** The task, as an audit entry names it. */
export const target = (id: string, name: string) => ({ type: 'task', id, name })

/** The person as a row of the business unit names them. It cannot read the names of staff, so theirs is stored. */
export const makerOf = ({ userId, name, staff }: Actor) => ({
  user_id: userId,
  user_name: staff === null ? null : name,
})
