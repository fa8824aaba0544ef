// Which files a run writes and for whom, and what a failure of the report service means. Pure functions; commands.ts writes and delivers.
import type { ErrorCode } from '#catalogue/errors.ts'
import type { FileContent, FileReader } from '#features/reports/view/server/queries.ts'
import type { ExportProblem } from '../contract.ts'
import type { Planned } from './store.ts'

export type Group = { content: FileContent; userIds: string[] }

/** Groups the readers by what they see, the largest group first. `max`: the number of files that may still be written. */
export function planOf(readers: readonly FileReader[], max: number): { groups: Group[]; planned: Planned[] } {
  const byKey = new Map<string, Group>()
  const planned: Planned[] = []
  for (const reader of readers) {
    const { user_id } = reader
    if ('refusal' in reader) {
      planned.push({ user_id, content_key: null, outcome: reader.refusal })
      continue
    }
    const group = byKey.get(reader.content.key) ?? { content: reader.content, userIds: [] }
    group.userIds.push(user_id)
    byKey.set(reader.content.key, group)
  }
  const sorted = [...byKey.values()].toSorted((a, b) => b.userIds.length - a.userIds.length)
  for (const [index, { content, userIds }] of sorted.entries()) {
    const outcome = index < max ? 'waiting' : 'limit'
    planned.push(...userIds.map((user_id) => ({ user_id, content_key: content.key, outcome }) as const))
  }
  return { groups: sorted.slice(0, Math.max(0, max)), planned }
}

const problems: { [Code in ErrorCode]?: ExportProblem } = {
  'export.no_capacity': 'no_capacity',
  'export.no_watermark': 'no_watermark',
  'call.invalid': 'pages_gone',
  'call.not_found': 'report_gone',
  'embedding_account.busy': 'busy',
  'embedding_account.unreachable': 'unreachable',
  'embedding_account.credentials_refused': 'account',
  'embedding_account.refused': 'account',
}

export const problemOf = (code: ErrorCode): ExportProblem => problems[code] ?? 'failed'

/** Worth another attempt of the job. */
export const isPassing = (problem: ExportProblem): boolean => problem === 'busy' || problem === 'unreachable'
