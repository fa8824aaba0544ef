// The SDK's settings for a report: the report's own settings, and what the person's last visit stored.
import { BackgroundType, type IReportEmbedConfiguration, LayoutType, Permissions, ViewMode } from 'powerbi-models'
import type { Language } from '#catalogue/languages.ts'
import type { ReportConfiguration } from '#powerbi/web/report-session.ts'
import type { Opened } from './report-stage.tsx'

const phoneWidth = 600

/** Colours of the portal's dark theme (platform/web/theme/tokens.css) for a report that follows it. */
export const darkTheme = { name: 'dark', background: '#11141a', foreground: '#edece7' }

export function reportConfiguration(opened: Opened, language: Language, isDark: boolean): ReportConfiguration {
  const { saved } = opened
  const isPhone = window.innerWidth < phoneWidth && opened.orientation !== 'landscape'
  return {
    viewMode: ViewMode.View,
    permissions: Permissions.Read,
    settings: {
      background: BackgroundType.Transparent,
      localeSettings: { language, formatLocale: language },
      panes: {
        pageNavigation: { visible: opened.show_page_navigation },
        filters: { visible: opened.show_filter_pane, expanded: false },
      },
      visualSettings: { visualHeaders: [{ settings: { visible: opened.show_visual_headers } }] },
      // Microsoft's service shows the phone layout on request; ours chooses it by the width of its frame.
      ...(isPhone && opened.kind === 'powerbi' ? { layoutType: LayoutType.MobilePortrait } : {}),
    },
    // A report of Microsoft's service keeps its author's colours: dark ones would conflict with its own backgrounds.
    ...(isDark && opened.kind === 'local' ? { theme: { themeJson: darkTheme } } : {}),
    ...(saved?.page ? { pageName: saved.page } : {}),
    ...(saved && saved.filters.length > 0 ? { filters: saved.filters as unknown as Filters } : {}),
    ...(saved && saved.slicers.length > 0 ? { slicers: saved.slicers.map(slicerOf) } : {}),
  }
}

type Filters = NonNullable<IReportEmbedConfiguration['filters']>
type Slicer = NonNullable<IReportEmbedConfiguration['slicers']>[number]

const slicerOf = ({ visual, state }: { visual: string; state: unknown }): Slicer =>
  ({
    selector: { $schema: 'http://powerbi.com/product/schema#visualSelector', visualName: visual },
    state,
  }) as Slicer
