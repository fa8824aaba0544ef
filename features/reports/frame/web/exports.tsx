// What every frame with a report has, on a page and in a slideshow: the settings of the SDK, the scale, the watermark, full screen.
export {
  arrangesPages,
  hasBar,
  hasPageMenu,
  type HostTheme,
  hostTheme,
  isPhoneLayout,
  layoutOf,
  needsPageList,
  editConfiguration,
  reportConfiguration,
  plainConfiguration,
  visualConfiguration,
} from './report-configuration.ts'
export { isDecided, sdkFilter } from './report-filters.ts'
export { fillsWindow, type FullScreen, useFullScreen } from './report-full-screen.ts'
export type { Opened, ReportPage } from './report-opened.ts'
export { useScale } from './report-scale.ts'
export { ReportWatermark } from './report-watermark.tsx'
