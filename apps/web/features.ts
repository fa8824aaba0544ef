// The features of the browser, from the registry that tools/generate-registries.ts writes.
import { webFeatures } from '../generated/web.ts'

export const screens = webFeatures.flatMap(({ screens }) => screens ?? [])
export const publicScreens = webFeatures.flatMap(({ publicScreens }) => publicScreens ?? [])
export const addedBulk = webFeatures.flatMap(({ addedBulk }) => addedBulk ?? [])
