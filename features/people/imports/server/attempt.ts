// One row of an import as a part of a transaction: what refuses it is undone, and becomes the fault of the row.
import type { ErrorCode } from '#catalogue/errors.ts'
import { Failure } from '#platform/contract/failure.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { orUndo } from '#platform/server/database/or-undo.ts'
import { constraints } from '#features/people/users/server/queries.ts'
import { wholeRow } from '../contract.ts'
import type { Faults } from './rules.ts'

export const wholeFault = (code: ErrorCode): Faults => ({ [wholeRow]: code })

/** Returns why the work was refused; null: it is done. */
export async function attempt(db: Database, work: () => Promise<void>): Promise<Faults | null> {
  try {
    const done = await orUndo(db, async () => {
      await work()
      return {}
    })
    return 'constraint' in done ? faultOf(done.constraint) : null
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.details.fields ?? wholeFault(error.code)
  }
}

export function faultOf(constraint: string): Faults {
  const code = constraints[constraint]
  if (code === undefined)
    return constraint === 'user_group_members_group' ? { group_ids: 'group.missing' } : wholeFault('call.failed')
  return typeof code === 'string' ? wholeFault(code) : { [code.field]: code.code }
}
