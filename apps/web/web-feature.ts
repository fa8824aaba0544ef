// The browser part of a feature's web/routes.ts. Next: ../generated/web.ts (one for each line of features/list.ts), features.ts.
import type { AddedBulk } from '#platform/web/pages/bulk/added-bulk.tsx'
import type { PublicEntry, ScreenEntry } from '#platform/web/routing/screen-entry.ts'

export type WebFeature = {
  screens?: readonly ScreenEntry[]
  /** Screens without a session. */
  publicScreens?: readonly PublicEntry[]
  /** Bulk actions in lists of other features. */
  addedBulk?: readonly AddedBulk[]
}
