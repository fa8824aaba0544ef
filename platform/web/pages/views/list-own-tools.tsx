// The tools at the end of every list's toolbar: views, columns, compact rows, export, shortcuts. Next: use-list-choice.ts (what is stored).
import type { Call } from '#platform/contract/call.ts'
import type { PageKey } from '../../session/caches.ts'
import { useSession } from '../../session/use-session.ts'
import { ExportMenu } from '../../ui/export-menu.tsx'
import type { Column } from '../../ui/column.ts'
import { ListColumns } from './list-columns.tsx'
import { ListDensity } from './list-density.tsx'
import { ListKeys } from '../keys/list-keys.tsx'
import { ListViews, type DisplayedList } from './list-views.tsx'
import { visibleColumns, useListChoice } from './use-list-choice.ts'

type ListOwnToolsProps<Row> = {
  list: DisplayedList & { options: object; answer: { total: number } | undefined; failure: unknown }
  pageKey: PageKey
  columns: Column<Row>[]
  /** Made by `exportCall`. */
  file?: Call | undefined
}

export function ListOwnTools<Row>({ list, pageKey, columns, file: offered }: ListOwnToolsProps<Row>) {
  // The server refuses lists as files in remote access.
  const file = useSession().remoteAccess === null ? offered : undefined
  const choice = useListChoice(pageKey)
  // The export has the visible columns, also for a person who never chose columns.
  const visibleKeys = visibleColumns(columns, choice.columns).map(({ key }) => key)
  return (
    <>
      <ListViews list={list} choice={choice} />
      {columns.length > 1 ? <ListColumns columns={columns} choice={choice} /> : null}
      <ListDensity total={list.answer?.total ?? 0} />
      {/* Until the answer is there, the export has its place: a tool that arrives later could wrap the row and shift the table. */}
      {file && !list.failure && list.answer?.total !== 0 ? (
        <ExportMenu call={file} input={{ ...list.options, columns: visibleKeys.join() }} />
      ) : null}
      <ListKeys />
    </>
  )
}
