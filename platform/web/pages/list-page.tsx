// A list of records as a page: title and count, one primary action, search and filters, rows with their actions, the removal by name.
// It knows no record: a slice gives columns, filters and actions of its own. Next: form-page.tsx, ../routing/use-list.ts.
import { Button, Menu } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Permission } from '#catalogue/access.ts'
import type { Call, ReceivedOf } from '#platform/contract/call.ts'
import { typedName } from '#platform/contract/typed-name.ts'
import type { ListOptions } from '#platform/contract/list.ts'
import { useTell } from '../client/use-ask.ts'
import { PathLink, useGo } from '../routing/path.tsx'
import { type List, useList } from '../routing/use-list.ts'
import type { PageKey } from '../session/caches.ts'
import { useCan } from '../session/use-session.ts'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailedState } from '../ui/failed-state.tsx'
import { ListTools } from '../ui/list-tools.tsx'
import { PageBar } from '../ui/page-bar.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { RowMenu } from '../ui/row-menu.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { toastDone } from '../ui/toasts.tsx'
import { type Words, useWords } from './words.ts'

type Listed = { id: string; name: string; can: string[] }
type ListedCall = Call<z.ZodType<ListOptions>, z.ZodType<{ data: Listed[]; total: number }>>
export type RowOf<C extends ListedCall> = ReceivedOf<C>['data'][number]

export type ListPageProps<C extends ListedCall, R extends Call> = {
  list: C
  remove: R
  /** Calls of other nouns whose answers a removal makes old. */
  refreshes?: readonly Call[]
  words: Words
  /** Of the page itself; a record is at `path/id`, a new one at `path/add`. */
  path: string
  /** Under which the page number is remembered. */
  pageKey: PageKey
  /** Who may add; absent where records are made elsewhere. */
  add?: Permission
  icon: ComponentType<{ size?: number; stroke?: number }>
  columns: Column<RowOf<C>>[]
  renderFilters?: (list: List<C>) => ReactNode
  /** Menu items of a row between editing and removing. */
  renderActions?: (row: RowOf<C>) => ReactNode
}

/** Example: `<ListPage list={shiftCalls.list} remove={shiftCalls.remove} words="shifts" path="/shifts" … />`. */
export function ListPage<C extends ListedCall, R extends Call>(props: ListPageProps<C, R>) {
  const { t } = useTranslation()
  const words = useWords(props.words)
  const list = useList<C>(props.list, props.pageKey)
  const { options, answer } = list
  const change = (part: object) => list.change(part)
  return (
    <>
      <PageHeader
        title={words.title}
        aside={answer && t('general.list.count', { count: answer.total })}
        text={words.purpose}
      >
        <AddButton {...props} />
      </PageHeader>
      <ListTools>
        <SearchBox value={options.search} onSearch={(search) => change({ search })} />
        {props.renderFilters?.(list)}
      </ListTools>
      <Rows {...props} state={list} />
    </>
  )
}

function AddButton({ add, path, words }: { add?: Permission; path: string; words: Words }) {
  return add === undefined ? null : <PermittedAddButton permission={add} path={path} words={words} />
}

function PermittedAddButton(props: { permission: Permission; path: string; words: Words }) {
  const { permission, path } = props
  const words = useWords(props.words)
  if (!useCan(permission)) return null
  return (
    <Button
      renderRoot={(link) => <PathLink to={`${path}/add`} {...link} />}
      leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
    >
      {words.add}
    </Button>
  )
}

function Rows<C extends ListedCall, R extends Call>({ state, ...props }: ListPageProps<C, R> & { state: List<C> }) {
  const words = useWords(props.words)
  const [removing, setRemoving] = useState<Listed | null>(null)
  const { options, answer, stale, failure, retry } = state
  const change = (part: object) => state.change(part)
  if (failure) return <FailedState failure={failure} onRetry={retry} />
  if (answer?.total === 0) return <NoRows {...props} state={state} />
  return (
    <>
      <RecordTable<RowOf<C>>
        label={words.title}
        columns={props.columns}
        rows={answer?.data}
        stale={stale}
        sort={options.sort}
        order={options.order}
        onSort={change}
        rowKey={({ id }) => id}
        rowPath={({ id }) => `${props.path}/${id}`}
        renderMenu={(row) => <RowActions {...props} row={row} onRemove={() => setRemoving(row)} />}
      />
      <PageBar page={options.page} size={options.size} total={answer?.total ?? 0} onChange={change} />
      <Removal call={props.remove} refreshes={props.refreshes ?? []} row={removing} onClose={() => setRemoving(null)} />
    </>
  )
}

type RowActionsProps<C extends ListedCall> = {
  row: RowOf<C>
  path: string
  renderActions?: (row: RowOf<C>) => ReactNode
  onRemove: () => void
}

function RowActions<C extends ListedCall>({ row, path, renderActions, onRemove }: RowActionsProps<C>) {
  const { t } = useTranslation()
  const go = useGo()
  const may = (verb: string) => row.can.includes(verb)
  return (
    <RowMenu name={row.name}>
      {may('update') && (
        <Menu.Item
          key="edit"
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => go(`${path}/${row.id}`)}
        >
          {t('general.action.edit')}
        </Menu.Item>
      )}
      {renderActions?.(row) ?? null}
      {may('remove') && (
        <Menu.Item key="remove" c="var(--danger)" leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
          {t('general.action.remove')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}

type RemovalProps = { call: Call; refreshes: readonly Call[]; row: Listed | null; onClose: () => void }

function Removal({ call, refreshes, row, onClose }: RemovalProps) {
  const remove = useTell(call, {
    refreshes,
    onDone: () => {
      toastDone()
      onClose()
    },
  })
  return (
    <DeleteDialog
      name={row?.name ?? null}
      busy={remove.isPending}
      onClose={onClose}
      // Some calls want the typed name as well; the others leave it out.
      onDelete={() => row && remove.mutate({ id: row.id, name: typedName(row.name) })}
    />
  )
}

/** What every list has; anything else that is set is a filter of its own. */
const common = new Set(['page', 'size', 'search', 'sort', 'order'])

function NoRows<C extends ListedCall, R extends Call>({
  state,
  icon: Icon,
  ...props
}: ListPageProps<C, R> & { state: List<C> }) {
  const { t } = useTranslation()
  const words = useWords(props.words)
  const { search, ...options } = state.options
  const filters = Object.entries(options).flatMap(([key, value]) =>
    common.has(key) || value === undefined ? [] : [[key, undefined]],
  )
  const clear = () => state.change({ ...Object.fromEntries(filters), search: '' } as never)
  const icon = <Icon size={22} stroke={1.6} aria-hidden />
  if (search === '' && filters.length === 0) {
    return (
      <EmptyState title={t('general.list.empty')} text={words.empty} icon={icon}>
        <AddButton {...props} />
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
