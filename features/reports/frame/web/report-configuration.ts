// The SDK's settings for a report: the report's own settings, and what the person's last visit stored.
import type { IReportEmbedConfiguration, LayoutType as Layout } from 'powerbi-models'
import type { Language } from '#catalogue/languages.ts'
import { accentText, coloursOf, ownColours, type ThemeColours } from '#platform/web/theme/theme-tokens.ts'
import { BackgroundType, LayoutType, Permissions, ViewMode } from '#powerbi/web/sdk-values.ts'
import type { ReportConfiguration } from '#powerbi/web/report-session.ts'
import { isDecided, sdkFilter } from './report-filters.ts'
import type { Opened } from './report-opened.ts'

export const phoneWidth = 600

/** Whether the phone layout of the report is shown. `auto`: the width of the window decides. */
export const isPhoneLayout = ({ orientation }: Pick<Opened, 'orientation'>, width: number): boolean =>
  orientation === 'portrait' || (orientation === 'auto' && width < phoneWidth)

/**
 * Whether the portal's list of pages replaces the navigation of the report. Microsoft's service shows every page in its own navigation,
 * also to a reader with some of the pages. The embedded service has only the pages of the token.
 */
export const arrangesPages = ({ pages, kind }: Pick<Opened, 'pages' | 'kind'>): boolean =>
  pages !== null && kind === 'powerbi'

/** Whether the list of pages is shown without the other tools: the report's own navigation is hidden or leaves hidden pages out. */
export const needsPageList = (opened: Pick<Opened, 'show_hidden_pages' | 'pages' | 'kind'>): boolean =>
  opened.show_hidden_pages || arrangesPages(opened)

/** Whether the tools have a menu of pages: the navigation of the report lists them as tabs with their names, unless it is hidden. */
export const hasPageMenu = (
  opened: Pick<Opened, 'show_toolbar' | 'show_page_navigation' | 'show_hidden_pages' | 'pages' | 'kind'>,
): boolean => needsPageList(opened) || (opened.show_toolbar && !opened.show_page_navigation)

type BarContext = { isEmbedded: boolean; hasWayBack: boolean; mayFillScreen: boolean }

/** Whether a report in a page of another site has a bar: only if a tool is left that the toolbar setting of the report does not remove. */
export const hasBar = (
  opened: Pick<Opened, 'show_toolbar' | 'show_hidden_pages' | 'pages' | 'kind'>,
  { isEmbedded, hasWayBack, mayFillScreen }: BarContext,
): boolean => !isEmbedded || opened.show_toolbar || needsPageList(opened) || hasWayBack || mayFillScreen

/** Colours of the portal for a report of the embedded service (ICustomTheme of the SDK). `brand` is an extension of that service. */
export type HostTheme = { themeJson: { name: string; brand: string; background?: string; foreground?: string } }

/**
 * The theme of the portal for a report. The frame is transparent, so the background of the portal is visible: a report follows it in the
 * dark scheme, and in the light scheme if the theme sets a background. Otherwise the report keeps its own colours. In the dark scheme the
 * brand is the shade that the portal's own charts have.
 */
export function hostTheme(activeTheme: ThemeColours, isDark: boolean): HostTheme {
  const scheme = isDark ? 'dark' : 'light'
  const colours = coloursOf(activeTheme, scheme)
  const { color_button, color_background: background, color_font: foreground } = colours
  const brand = isDark ? accentText(activeTheme, scheme) : color_button
  const hasGround = isDark || background !== ownColours.light.color_background
  return { themeJson: { name: `portal-${scheme}`, brand, ...(hasGround ? { background, foreground } : {}) } }
}

/** The settings of the SDK for a report on its page. */
export function reportConfiguration(opened: Opened, language: Language, theme: HostTheme): ReportConfiguration {
  const { saved, filters: decidedFilters } = opened
  const isPhone = isPhoneLayout(opened, window.innerWidth)
  const own = (saved?.filters ?? []).filter((filter) => !isDecided(filter, decidedFilters))
  const filters = [...decidedFilters.map(sdkFilter), ...own]
  const page = saved?.page ?? (arrangesPages(opened) ? opened.pages?.[0] : null)
  return {
    viewMode: ViewMode.View,
    permissions: Permissions.Read,
    settings: {
      background: isPhone && opened.show_mobile_background ? BackgroundType.Default : BackgroundType.Transparent,
      localeSettings: { language, formatLocale: language },
      panes: {
        pageNavigation: { visible: opened.show_page_navigation && !arrangesPages(opened) },
        filters: { visible: opened.show_filter_pane, expanded: false },
      },
      visualSettings: { visualHeaders: [{ settings: { visible: opened.show_visual_headers } }] },
      ...layoutOf(opened, isPhone),
    },
    // A report of Microsoft's service keeps its author's colours: dark ones would conflict with its own backgrounds.
    ...(opened.kind === 'local' ? { theme } : {}),
    ...(page ? { pageName: page } : {}),
    ...(filters.length > 0 ? { filters: filters as unknown as Filters } : {}),
    ...(saved && saved.slicers.length > 0 ? { slicers: saved.slicers.map(slicerOf) } : {}),
  }
}

/** The settings of the SDK for a report that is edited: at the same page, as it is stored, without the filters of any reader. */
export function editConfiguration(opened: Opened, language: Language, theme: HostTheme): ReportConfiguration {
  const page = opened.saved?.page
  return {
    viewMode: ViewMode.Edit,
    permissions: Permissions.ReadWrite,
    settings: {
      background: BackgroundType.Transparent,
      localeSettings: { language, formatLocale: language },
      panes: { pageNavigation: { visible: true }, filters: { visible: opened.kind === 'powerbi', expanded: false } },
    },
    ...(opened.kind === 'local' ? { theme } : {}),
    ...(page ? { pageName: page } : {}),
  }
}

/**
 * The settings of the SDK for one visual of a report: as it was published, under the publisher's filters, without the person's own ones and
 * without the menus of the visual.
 */
export function visualConfiguration(
  { filters, kind }: Pick<Opened, 'filters' | 'kind'>,
  language: Language,
  theme: HostTheme,
): ReportConfiguration {
  return {
    viewMode: ViewMode.View,
    permissions: Permissions.Read,
    settings: {
      background: BackgroundType.Transparent,
      localeSettings: { language, formatLocale: language },
      visualSettings: { visualHeaders: [{ settings: { visible: false } }] },
    },
    ...(kind === 'local' ? { theme } : {}),
    ...(filters.length > 0 ? { filters: filters.map(sdkFilter) as unknown as Filters } : {}),
  }
}

/** The settings of the SDK for a report without settings of its own: with its pages, without panes and without stored filters. */
export function plainConfiguration(
  { kind }: Pick<Opened, 'kind'>,
  language: Language,
  theme: HostTheme,
): ReportConfiguration {
  const configuration = visualConfiguration({ filters: [], kind }, language, theme)
  return {
    ...configuration,
    settings: {
      ...configuration.settings,
      panes: { pageNavigation: { visible: true }, filters: { visible: false, expanded: false } },
      ...layoutOf({ orientation: 'auto', kind }, isPhoneLayout({ orientation: 'auto' }, window.innerWidth)),
    },
  }
}

/**
 * The layout of a report. Microsoft's service shows the phone layout only on request. The embedded service chooses it by the width of its
 * frame unless the report decides; its custom layout without placements is the page as its author drew it.
 */
export function layoutOf(
  { orientation, kind }: Pick<Opened, 'orientation' | 'kind'>,
  isPhone: boolean,
): { layoutType?: Layout } {
  if (orientation === 'portrait' || (isPhone && kind === 'powerbi')) return { layoutType: LayoutType.MobilePortrait }
  return orientation === 'landscape' && kind === 'local' ? { layoutType: LayoutType.Custom } : {}
}

type Filters = NonNullable<IReportEmbedConfiguration['filters']>
type Slicer = NonNullable<IReportEmbedConfiguration['slicers']>[number]

const slicerOf = ({ visual, state }: { visual: string; state: unknown }): Slicer =>
  ({
    selector: { $schema: 'http://powerbi.com/product/schema#visualSelector', visualName: visual },
    state,
  }) as Slicer
