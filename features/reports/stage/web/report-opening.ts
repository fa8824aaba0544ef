// Decides which page, filters and slicers a report opens with. Those of a link take precedence over the person's default view, and the
// default view over the last ones.
import type { ReceivedOf } from '#platform/contract/call.ts'
import type { readSavedView } from '#features/reports/saved-views/contract.ts'
import { type AddressFault, type AddressFilter, readAddressFilters } from './report-address-filters.ts'
import { isDecided, type Opened } from '#features/reports/frame/web/exports.tsx'
import type { ReportState } from './report-state-outbox.ts'

/** A state to open with instead of the person's own, such as that of a ticket. It does not replace their last filters. */
export type FirstState = { page: string | null } & Pick<SavedView, 'filters' | 'slicers'>

/** The page, filter and view that a URL requests; null: none. */
export type OpeningRequest = { page: string | null; filter: string | null; view: string | null }
export const emptyRequest: OpeningRequest = { page: null, filter: null, view: null }

export type SavedView = ReceivedOf<typeof readSavedView>

export type Opening = {
  /** The answer of the server, in which `saved` is the state to open with. */
  opened: Opened
  /** The view that the report shows; null: none. */
  view: { id: string; name: string; own: boolean; author: string | null } | null
  /** Filters of the URL that apply. */
  filters: AddressFilter[]
  fault: AddressFault | null
  /** Filters of the URL that do not apply, because their column has a filter of the publisher. */
  decided: AddressFilter[]
  isViewMissing: boolean
}

const blank = { page: null, filters: [], slicers: [] }

type OpeningInput = {
  request: OpeningRequest
  /** The view that the URL names; undefined: there is none. */
  view: SavedView | undefined
  /** Null: the report opens in the person's own state. */
  firstState: FirstState | null
  /** The page that was open when the person reset the filters, after which the report opens as published; null: no reset. */
  reset: { page: string | null } | null
  /** The state that the report showed before it opens again, for instance in another language; null: it opens for the first time. */
  displayedState: ReportState | null
}

/** Computes the state to open a report with. */
export function openingOf(opened: Opened, { displayedState, ...input }: OpeningInput): Opening {
  const opening = firstOpeningOf(opened, input)
  if (displayedState === null) return opening
  const { page, filters, slicers } = displayedState
  const saved = { page: page && opensPage(opened, page) ? page : null, filters, slicers }
  return { ...opening, opened: { ...opening.opened, saved } }
}

function firstOpeningOf(
  opened: Opened,
  { request, view, firstState, reset }: Omit<OpeningInput, 'displayedState'>,
): Opening {
  const nothing = { view: null, filters: [], fault: null, decided: [], isViewMissing: false }
  if (reset !== null) return { opened: { ...opened, saved: { ...blank, page: reset.page } }, ...nothing }
  const { filters: found, fault } =
    request.filter === null ? { filters: [], fault: null } : readAddressFilters(request.filter)
  const [decided, filters] = [true, false].map((is) =>
    found.filter(({ filter }) => isDecided(filter, opened.filters) === is),
  ) as [AddressFilter[], AddressFilter[]]
  // Filters of a link replace the person's own filters, so that the author and the reader of the link see the same selection.
  const base = view ?? firstState ?? (filters.length > 0 ? blank : (opened.default_view ?? opened.saved))
  const page = [request.page, base?.page].find((name) => name && opensPage(opened, name)) ?? null
  const isBare = base === null && page === null && filters.length === 0
  const saved = isBare
    ? null
    : {
        page,
        slicers: base?.slicers ?? [],
        filters: [
          ...(base?.filters ?? []).filter((one) => !isOn(one, filters)),
          ...(filters.map(({ filter }) => filter) as (typeof blank.filters)[number][]),
        ],
      }
  const isLinked = view !== undefined || firstState !== null || filters.length > 0
  return {
    // The state of a link does not replace the person's last filters.
    opened: { ...opened, saved, save_filters: opened.save_filters && !isLinked },
    view:
      view ??
      (filters.length > 0 || firstState !== null || opened.default_view === null
        ? null
        : { ...opened.default_view, own: true, author: null }),
    filters,
    fault,
    decided,
    isViewMissing: request.view !== null && view === undefined,
  }
}

/** Whether the report may open at a page: a reader with some of the pages never starts at another one. */
const opensPage = ({ pages }: Opened, name: string): boolean => pages === null || pages.includes(name)

const isOn = (filter: object, others: readonly AddressFilter[]): boolean =>
  others.some(({ target }) => isDecided(filter, [{ ...target, operator: 'in', values: [] }]))

/** The filters of the URL that the service did not apply, because the report does not have their column. */
export const missingIn = (filters: readonly AddressFilter[], applied: readonly object[]): AddressFilter[] =>
  filters.filter((one) => !applied.some((filter) => isOn(filter, [one])))
