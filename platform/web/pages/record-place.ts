// Where the records of a plain entity are in the browser: path, phrases and icon, given once in the feature's web/routes.ts and used by
// menu, list and forms. Next: ../routing/screen-entry.ts, list-page.tsx.
import type { CrudCalls } from '#platform/contract/entity.ts'
import type { Permission } from '#catalogue/access.ts'
import type { MenuPlace, ScreenEntry } from '../routing/screen-entry.ts'
import type { Words } from './words.ts'

export type RecordPlace = {
  words: Words
  /** The path of the list; a record is at `path/id`, a new one at `path/add`. */
  path: ScreenEntry['path']
  /** Shown in the menu and in an empty list. */
  icon: MenuPlace['icon']
}

/** Example: `<ListPage {...recordList(tagCalls, tagPlace)} columns={useColumns()} />`. */
export function recordList<Calls extends CrudCalls>(calls: Calls, place: RecordPlace) {
  return {
    ...place,
    list: calls.list as Calls['list'],
    file: calls.export,
    remove: calls.remove,
    add: calls.add.access as Permission,
    pageKey: `page_${place.path.slice(1)}` as const,
  }
}
