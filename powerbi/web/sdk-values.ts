// The values of `powerbi-models` that the portal sends and reads. The package is one script of 110 kB whose values a bundler cannot pick, and
// powerbi-client has a copy of its own. Next: report-session.ts.
import type * as models from 'powerbi-models'

/** sdk-values.test.ts compares the numbers with those of the package. */
const valuesOf = <Values>(numbers: Record<keyof Values, number>) => numbers as Values

export const ViewMode = valuesOf<Pick<typeof models.ViewMode, 'View' | 'Edit'>>({ View: 0, Edit: 1 })
export const Permissions = valuesOf<Pick<typeof models.Permissions, 'Read' | 'ReadWrite'>>({ Read: 0, ReadWrite: 1 })
export const BackgroundType = valuesOf<typeof models.BackgroundType>({ Default: 0, Transparent: 1 })
export const LayoutType = valuesOf<Pick<typeof models.LayoutType, 'Custom' | 'MobilePortrait'>>({
  Custom: 1,
  MobilePortrait: 2,
})
export const FilterType = valuesOf<Pick<typeof models.FilterType, 'Advanced' | 'Basic'>>({ Advanced: 0, Basic: 1 })
export const SectionVisibility = valuesOf<typeof models.SectionVisibility>({ AlwaysVisible: 0, HiddenInViewMode: 1 })
