// Where the records of a plain entity are at home in the browser, and what their list is told by it and by their calls.
// Said once, in the slice's web/routes.ts; menu, list and forms take it from there. Next: ../routing/screen-entry.ts, list-page.tsx.
import type { CrudCalls } from '#platform/contract/entity.ts'
import type { Permission } from '#catalogue/access.ts'
import type { MenuPlace, ScreenEntry } from '../routing/screen-entry.ts'
import type { Words } from './words.ts'

export type RecordPlace = {
  words: Words
  /** Of the list; a record is at `path/id`, a new one at `path/add`. */
  path: ScreenEntry['path']
  /** In the menu, and in a list with nothing in it. */
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
