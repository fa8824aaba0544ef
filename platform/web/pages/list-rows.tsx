// The rows of a list with all their states: skeleton, failure, nothing found, actions, removal, pages. It is not a page: list-page.tsx adds
// title and tools, and other screens (an outline, a shelf) use it without them. Next: row-actions.tsx, ../ui/record-table.tsx.
import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#catalogue/access.ts'
import type { Call } from '#platform/contract/call.ts'
import { typedName } from '#platform/contract/typed-name.ts'
import { PathLink } from '../routing/path.tsx'
import type { MenuIcon } from '../routing/menu-entries.ts'
import { asksForAll, filtersOf, type List, scrollingSize } from '../routing/use-list.ts'
import type { PageKey } from '../session/caches.ts'
import { useCan } from '../session/use-session.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailedState } from '../ui/failed-state.tsx'
import { PageBar } from '../ui/page-bar.tsx'
import type { Column } from '../ui/column.ts'
import { RecordTable } from '../ui/record-table.tsx'
import { BulkBar } from './bulk/bulk-bar.tsx'
import type { Listed, ListedCall, RowOf } from './listed-record.ts'
import { Removal, RowActions } from './row-actions.tsx'
import { ScrolledTable } from './scrolling/scrolled-table.tsx'
import { useAddedBulk } from './bulk/added-bulk.tsx'
import type { BulkAction } from './bulk/use-bulk.ts'
import { visibleColumns, useListChoice } from './views/use-list-choice.ts'
import { useRowKeys } from './keys/use-row-keys.ts'
import { type ScrolledRows, useScrolledRows } from './scrolling/use-scrolled-rows.ts'
import { type Selected, useSelection } from './bulk/use-selection.ts'
import { type PhrasePrefix, usePhrases } from './use-phrases.ts'

export type RowsProps<C extends ListedCall> = {
  phrasePrefix: PhrasePrefix
  /** The key under which page number, columns and views are stored. */
  pageKey: PageKey
  /** Shown in an empty list. */
  icon: MenuIcon
  columns: Column<RowOf<C>>[]
  /** The path of the list; a record is at `path/id`, a new one at `path/add`. Absent when records have no page. */
  path?: string
  /** The path of a record, when it is not `path/id`. */
  rowPath?: (row: RowOf<C>) => string
  /** The permission to add at `path/add`; absent when records are created elsewhere. */
  add?: Permission
  /** The primary action, when it is not a link to `path/add`. */
  renderBegin?: (list: List<C>) => ReactNode
  /** The primary action does not add a record of this list, so an empty list does not repeat it. */
  beginsAbove?: boolean
  /** The call that removes a record; absent when records cannot be removed. */
  remove?: Call
  /** A message about the removed record, for removals that continue after the answer. */
  onRemoved?: (row: Pick<Listed, 'id' | 'name'>) => void
  /** Calls of other nouns whose cached answers a removal makes stale. */
  refreshes?: readonly Call[]
  /** Filters that the list always has, such as a range of days; "clear" keeps them. */
  lasting?: readonly string[]
  /** Bulk actions beside removal. */
  bulk?: BulkAction<RowOf<C>>[]
  /** Returns the name by which people know a record whose `name` is a code. */
  nameOf?: (row: RowOf<C>) => string
  /** Menu items of a row between edit and remove. */
  renderActions?: (row: RowOf<C>) => ReactNode
}

type RowsState<C extends ListedCall> = RowsProps<C> & { state: List<C> }

/** The primary action of a list: in its toolbar, or in the middle when the list is empty. */
export function Beginning<C extends ListedCall>({ add, renderBegin, path, phrasePrefix, state }: RowsState<C>) {
  if (renderBegin) return renderBegin(state)
  if (add === undefined || path === undefined) return null
  return <AddButton permission={add} path={path} phrasePrefix={phrasePrefix} />
}

function AddButton({
  permission,
  path,
  phrasePrefix: prefix,
}: {
  permission: Permission
  path: string
  phrasePrefix: PhrasePrefix
}) {
  const phrases = usePhrases(prefix)
  if (!useCan(permission)) return null
  return (
    <Button
      renderRoot={(link) => <PathLink to={`${path}/add`} {...link} />}
      leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
    >
      {phrases.add}
    </Button>
  )
}

/** Example: `<ListRows state={useList(listMails, 'page_mails')} phrasePrefix="messaging.outbox" path="/mails" icon={IconMail} columns={columns} />`. */
export function ListRows<C extends ListedCall>({ state, ...props }: RowsState<C>) {
  const [removing, setRemoving] = useState<Listed | null>(null)
  const actions = useBulkActions(props)
  const scrolled = useScrolledRows<C>(state)
  const rows = state.scrolling ? scrolled.loaded : (state.answer?.data ?? [])
  const selection = useSelection<RowOf<C>>(rows, questionOf(state.query))
  const { remove, refreshes = [], nameOf = storedName } = props
  return (
    <>
      <Body
        {...{ ...props, state, scrolled }}
        selection={actions.length > 0 ? selection : null}
        onRemove={setRemoving}
      />
      {/* The result of removing the last rows is shown in the empty list, too. */}
      <BulkBar selection={selection} actions={actions} nameOf={nameOf} scrolling={state.scrolling} />
      {remove && (
        <Removal
          phrasePrefix={props.phrasePrefix}
          call={remove}
          refreshes={refreshes}
          row={removing}
          name={removing && nameOf(removing)}
          onRemoved={props.onRemoved}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  )
}

type BodyProps<C extends ListedCall> = RowsState<C> & {
  scrolled: ScrolledRows<RowOf<C>>
  /** The selected rows; null for a list without bulk actions. */
  selection: Selected<RowOf<C>> | null
  onRemove: (row: Listed) => void
}

function Body<C extends ListedCall>({ state, scrolled, selection, onRemove, ...props }: BodyProps<C>) {
  const table = useRef<HTMLTableElement>(null)
  useRowKeys(table, { isOn: selection !== null, onClear: () => selection?.clear() })
  const rowProps = useRowProps<RowOf<C>>(props, onRemove)
  const { options, answer, stale, failure, retry, scrolling } = state
  const change = (part: object) => state.change(part)
  if (failure) return <FailedState failure={failure} onRetry={retry} />
  if (answer?.total === 0) return <NoRows {...props} state={state} />
  const tableProps = {
    ...rowProps,
    ref: table,
    stale,
    sort: options.sort,
    order: options.order,
    onSort: change,
    ...(selection && { selection, rowName: props.nameOf ?? storedName }),
  }
  if (scrolling && answer) {
    return <ScrolledTable<RowOf<C>> {...tableProps} {...{ scrolled, total: answer.total, onSize: change }} />
  }
  return (
    <>
      <RecordTable<RowOf<C>> {...tableProps} rows={answer?.data} total={answer?.total ?? 0} />
      <PageBar
        page={options.page}
        size={options.size}
        total={answer?.total ?? 0}
        onChange={change}
        onScroll={() => change({ size: scrollingSize })}
      />
    </>
  )
}

type Shows<Row> = {
  phrasePrefix: PhrasePrefix
  pageKey: PageKey
  columns: Column<Row>[]
  path?: string
  rowPath?: (row: Row) => string
  remove?: Call
  renderActions?: (row: Row) => ReactNode
  nameOf?: (row: Row) => string
}

/** Properties of the rows, the same object between renders, so unchanged rows do not render again. */
function useRowProps<Row extends Listed>(props: Shows<Row>, onRemove: (row: Listed) => void) {
  const { pageKey, columns, path, rowPath, remove, renderActions, nameOf = storedName } = props
  const { title: label } = usePhrases(props.phrasePrefix)
  const { columns: chosen } = useListChoice(pageKey)
  return useMemo(() => {
    const pathOfRow = rowPath ?? (path === undefined ? undefined : ofPath(path))
    const menu = (row: Row) => (
      <RowActions<Row>
        row={row}
        name={nameOf(row)}
        {...(path !== undefined && { path })}
        {...(remove && { remove })}
        {...(renderActions && { renderActions })}
        onRemove={() => onRemove(row)}
      />
    )
    return {
      label,
      columns: visibleColumns(columns, chosen),
      rowKey: ({ id }: Row) => id,
      ...(pathOfRow && { rowPath: pathOfRow }),
      ...((remove ?? renderActions) && { renderMenu: menu }),
    }
  }, [label, columns, chosen, path, rowPath, remove, renderActions, nameOf, onRemove])
}

const storedName = ({ name }: Listed) => name ?? ''

/** A changed order or page keeps the selection; another search or filter does not. */
const questionOf = ({ sort: _, order: __, ...filters }: Record<string, string>) => JSON.stringify(filters)

function useBulkActions<C extends ListedCall>({
  phrasePrefix,
  pageKey,
  bulk = [],
  remove,
  refreshes = [],
}: RowsProps<C>) {
  const { t } = useTranslation()
  const { deleteText } = usePhrases(phrasePrefix)
  const own = [...useAddedBulk(pageKey), ...bulk]
  if (remove === undefined) return own
  const removal: BulkAction<RowOf<C>> = {
    key: 'remove',
    label: t('general.action.remove'),
    icon: IconTrash,
    call: remove,
    refreshes,
    allows: ({ can }) => can?.includes('remove') === true,
    input: ({ id, name }) => ({ id, name: typedName(name ?? '') }),
    erases: { text: deleteText },
  }
  return [...own, removal]
}

const ofPath =
  (path: string) =>
  ({ id }: Listed) =>
    `${path}/${id}`

function NoRows<C extends ListedCall>({ state, icon: Icon, ...props }: RowsState<C>) {
  const { t } = useTranslation()
  const phrases = usePhrases(props.phrasePrefix)
  const { search } = state.options
  const filters = filtersOf(state.options).filter((key) => !props.lasting?.includes(key))
  const clear = () =>
    state.change({ ...Object.fromEntries(filters.map((key) => [key, undefined])), search: '' } as never)
  const icon = <Icon size={22} stroke={1.6} aria-hidden />
  if (asksForAll(state.options, props.lasting)) {
    return (
      <EmptyState title={t('general.list.none')} text={phrases.empty} icon={icon}>
        {props.beginsAbove ? null : <Beginning {...props} icon={Icon} state={state} />}
      </EmptyState>
    )
  }
  const text = search === '' ? t('general.list.emptyFilters') : t('general.list.emptySearch', { search })
  return (
    <EmptyState title={t('general.list.empty')} text={text} icon={icon}>
      <Button variant="default" onClick={clear}>
        {t('general.action.clear')}
      </Button>
    </EmptyState>
  )
}
