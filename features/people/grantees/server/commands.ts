// Changes of records that are granted to people and user groups, for the features that have such records.
import { differs, definedFields } from '#platform/server/defined-fields.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { WriteContext } from '#platform/server/http/route.ts'
import { type TenantId, tenantOf } from '#platform/server/session/actor.ts'
import { type Grantees, granteesOf, type GrantTable } from './queries.ts'
import { setGrantees } from './store.ts'

export { setGrantees }

type Changed<Fields> = { [Field in keyof Fields]?: Fields[Field] | undefined }

type RecordStore<Fields> = {
  /** The noun of the audit trail. */
  type: string
  grants: GrantTable
  add: (db: Database, tenantId: TenantId, fields: Fields) => Promise<string>
  update: (db: Database, id: string, fields: Changed<Fields>) => Promise<void>
}

/** Adds and changes records of a business unit with their grantees, as one change with one audit entry. */
export function grantedRecords<Fields extends { name: string }>({ type, grants, add, update }: RecordStore<Fields>) {
  return {
    /** Answers the id. */
    async add({ db, actor, audit }: WriteContext, fields: Fields, grantees: Grantees): Promise<string> {
      const id = await add(db, tenantOf(actor), fields)
      await setGrantees(db, grants, id, grantees)
      await audit({ target: { type, id, name: fields.name }, after: { ...fields, ...grantees } })
      return id
    },

    /** `found`: the stored record, which the caller has locked. Absent and equal fields change nothing. */
    async change(
      { db, audit, unchanged }: WriteContext,
      { id, ...found }: { id: string; name: string },
      fields: Changed<Fields>,
      { user_ids, group_ids }: Changed<Grantees>,
    ): Promise<void> {
      const grantees = await granteesOf(db, grants, id)
      const before = { ...found, ...grantees }
      const sent = { ...fields, user_ids: user_ids?.toSorted(), group_ids: group_ids?.toSorted() }
      if (!differs(before, sent)) return unchanged(undefined)
      await update(db, id, fields)
      await setGrantees(db, grants, id, { ...grantees, ...definedFields({ user_ids, group_ids }) })
      await audit({ target: { type, id, name: found.name }, before, after: { ...before, ...definedFields(sent) } })
    },
  }
}
