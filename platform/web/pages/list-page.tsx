// A list of records as a page: title and count, one primary action, search and filters, rows with their actions, removal by typed name. It
// knows no record: a feature gives columns, filters and additional actions. Next: list-rows.tsx, form-page.tsx, ../routing/use-list.ts.
import type { ReactNode } from 'react'
import type { Call } from '#platform/contract/call.ts'
import { asksForAll, filtersOf, type List, useList } from '../routing/use-list.ts'
import { ListTools } from '../ui/list-tools.tsx'
import { ListCount } from '../ui/list-count.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Beginning, ListRows, type RowsProps } from './list-rows.tsx'
import type { ListedCall } from './listed-record.ts'
import { ListOwnTools } from './views/list-own-tools.tsx'
import { useListChoice, useOpening } from './views/use-list-choice.ts'
import { usePhrases } from './use-phrases.ts'

export type { RowOf } from './listed-record.ts'

export type ListPageProps<C extends ListedCall> = RowsProps<C> & {
  list: C
  renderFilters?: (list: List<C>) => ReactNode
  /** The purpose of the list, when it depends on the reader; otherwise the phrases' `purpose`. */
  purpose?: string
  /** A fact about the records, above them. */
  note?: ReactNode
  /** Made by `exportCall`: exports the list. */
  file?: Call
}

/** Example: `<ListPage list={shiftCalls.list} remove={shiftCalls.remove} phrasePrefix="organisation.shifts" path="/shifts" … />`. */
export function ListPage<C extends ListedCall>(props: ListPageProps<C>) {
  const phrases = usePhrases(props.phrasePrefix)
  const ask = useOpening(useListChoice(props.pageKey))
  const list = useList<C>(props.list, props.pageKey, { ask })
  const { options, answer } = list
  const change = (part: object) => list.change(part)
  // An empty list shows no search, and its primary action is in the middle. A list with lasting filters may have records outside them.
  const isBare = answer?.total === 0 && !list.stale && asksForAll(options) && props.lasting === undefined
  return (
    <>
      <PageHeader
        title={phrases.title}
        aside={answer && <ListCount total={answer.total} counted={phrases.counted} />}
        text={props.purpose ?? phrases.purpose}
      >
        {isBare && !props.beginsAbove ? null : <Beginning {...props} state={list} />}
      </PageHeader>
      {isBare ? null : (
        <ListTools
          search={<SearchBox value={options.search} onSearch={(search) => change({ search })} />}
          filters={props.renderFilters?.(list)}
          active={filtersOf(options).length}
          own={<ListOwnTools list={list} pageKey={props.pageKey} columns={props.columns} file={props.file} />}
        />
      )}
      {props.note}
      <ListRows {...props} state={list} />
    </>
  )
}
