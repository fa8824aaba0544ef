// The list page of a plain entity, from its calls and its place. Next: ../routing/screen-entry.ts (the place), list-page.tsx.
import type { CrudCalls } from '#platform/contract/entity.ts'
import type { Permission } from '#catalogue/access.ts'
import type { RecordPlace } from '../routing/screen-entry.ts'

/** Example: `<ListPage {...recordList(tagCalls, tagPlace)} icon={IconTags} columns={useColumns()} />`. */
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
