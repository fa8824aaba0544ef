// The features of the browser, from the registry that tools/generate-registries.ts writes.
import { webFeatures } from '../generated/web.ts'

/** The screens of all features. Of several screens with one path, the router and the menu use the first one that the person may open. */
export const screens = webFeatures
  .flatMap(({ screens }) => screens ?? [])
  .toSorted((one, other) => Number(one.fallback ?? false) - Number(other.fallback ?? false))
export const publicScreens = webFeatures.flatMap(({ publicScreens }) => publicScreens ?? [])
export const addedBulk = webFeatures.flatMap(({ addedBulk }) => addedBulk ?? [])
