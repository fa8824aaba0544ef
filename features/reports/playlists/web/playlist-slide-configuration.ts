// The SDK's settings for a report of a slideshow: no panes, the layout of the report, and the filters of the item after those of the
// publisher.
import type { IBasicFilter } from 'powerbi-models'
import type { ReceivedOf } from '#platform/contract/call.ts'
import type { ReportConfiguration } from '#powerbi/web/report-session.ts'
import { BackgroundType, FilterType, Permissions, ViewMode } from '#powerbi/web/sdk-values.ts'
import {
  arrangesPages,
  type HostTheme,
  isDecided,
  isPhoneLayout,
  layoutOf,
  sdkFilter,
} from '#features/reports/frame/web/exports.tsx'
import type { openSlide, PlaylistItem } from '../contract.ts'

type Opened = Pick<ReceivedOf<typeof openSlide>, 'kind' | 'pages' | 'filters' | 'orientation' | 'show_visual_headers'>
type SlideContext = {
  item: Pick<PlaylistItem, 'filters' | 'seconds'>
  page: string | null
  opened: Opened
  isScreen: boolean
}

export function slideConfiguration(
  { item, page: requestedPage, opened, isScreen }: SlideContext,
  language: string,
  theme: HostTheme,
): ReportConfiguration {
  const page = requestedPage ?? (arrangesPages(opened) ? (opened.pages?.[0] ?? null) : null)
  // The publisher's filters come first: an item cannot replace them.
  const own = item.filters.map(filterOf).filter((filter) => !isDecided(filter, opened.filters))
  const filters = [...opened.filters.map(sdkFilter), ...own]
  return {
    viewMode: ViewMode.View,
    permissions: Permissions.Read,
    settings: {
      background: BackgroundType.Transparent,
      localeSettings: { language, formatLocale: language },
      panes: { pageNavigation: { visible: false }, filters: { visible: false, expanded: false } },
      visualSettings: { visualHeaders: [{ settings: { visible: opened.show_visual_headers } }] },
      ...layoutOf(opened, isPhoneLayout(opened, window.innerWidth)),
      // Nobody scrolls on a TV, so a long table shows all its rows within the time of the slide.
      ...(opened.kind === 'local' ? { turnTables: { seconds: item.seconds } } : {}),
      // Nobody touches a TV: a line of text says what its slicers have chosen.
      ...(opened.kind === 'local' && isScreen ? { slicerPanes: { visible: false } } : {}),
    },
    ...(opened.kind === 'local' ? { theme } : {}),
    ...(page === null ? {} : { pageName: page }),
    ...(filters.length > 0 ? { filters: filters as Filters } : {}),
  }
}

type Filters = NonNullable<ReportConfiguration['filters']>

const filterOf = ({ table, column, values }: PlaylistItem['filters'][number]): IBasicFilter => ({
  $schema: 'http://powerbi.com/product/schema#basic',
  target: { table, column },
  operator: 'In',
  // A text that is a number is sent as one, because a column of numbers needs numbers. A code such as "007" stays a text.
  values: values.map((value) => (/^-?(0|[1-9]\d*)(\.\d+)?$/.test(value) ? Number(value) : value)),
  filterType: FilterType.Basic,
})
