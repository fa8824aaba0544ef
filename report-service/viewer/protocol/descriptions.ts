// Describes pages and visuals for the SDK: `IPage` and `IVisual` of powerbi-models.
import type { Page, Visual } from '../../report/definition.ts'
import { titleOf } from '../page/visual-title.ts'
import type { Viewing } from '../viewing.ts'

const DISPLAY_OPTIONS = { FitToPage: 0, FitToWidth: 1, ActualSize: 2 } as const

/** `defaultSize.type` 5 is `Custom`, the only type with width and height. */
export const pageName = (page: Page) => ({ name: page.name, displayName: page.displayName })

export function describePage(page: Page, activePage: string) {
  return {
    ...pageName(page),
    isActive: page.name === activePage,
    visibility: page.isHidden ? 1 : 0,
    defaultSize: { type: 5, width: page.width, height: page.height },
    defaultDisplayOption: DISPLAY_OPTIONS[page.displayOption],
    ...(page.mobile ? { mobileSize: { type: 5, width: 324, height: mobileHeight(page.mobile) } } : {}),
  }
}

function mobileHeight(places: NonNullable<Page['mobile']>): number {
  return Math.max(0, ...Object.values(places).map(({ y, height }) => y + height))
}

export function describeVisual(visual: Visual, page: Page, viewing: Viewing) {
  const { settings, speech } = viewing
  const placed = settings().placements[page.name]?.visuals[visual.name] ?? {}
  const { isHidden, ...moved } = placed
  const { x, y, z, width, height } = visual.position
  return {
    ...visualName(visual, speech),
    layout: { x, y, z, width, height, ...moved, displayState: { mode: (isHidden ?? visual.isHidden) ? 1 : 0 } },
  }
}

export const visualName = (visual: Visual, speech: Viewing['speech']) => ({
  name: visual.name,
  title: titleOf(visual, speech),
  type: visual.type,
})
