// One SQL statement searches all kinds. Row-level security restricts each kind to the session's business unit, as for the lists.
import { type RawBuilder, sql } from 'kysely'
import { literal } from '#platform/server/database/list.ts'
import { searchedName, searchedSortName, displayedName, displayedSortName } from '#platform/server/database/names.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import {
  mayOpen,
  mayOpenApp,
  type PageRights,
  pageRights,
  reportColumns,
} from '#features/reports/access/server/queries.ts'
import { mayOpenExternal } from '#features/reports/external/server/queries.ts'
import { matchedValues } from '#features/organisation/custom-fields/server/queries.ts'
import { mayPlayPlaylist } from '#features/reports/playlists/server/queries.ts'
import { hasTagLike } from '#features/reports/tags/server/queries.ts'
import { type Kind, maxOfAKind } from '../contract.ts'

export type FoundRecord = { kind: Kind; id: string; name: string; page: string | null; detail: string | null }

/** A search result before its permission is checked. `rights`: the facts that decide whether the person may open the page. */
export type Candidate = FoundRecord & { rights: PageRights | null }

/** Maximum words of a search; further words are ignored. */
const maxSearchWords = 8

/** The search in normalized text for SQL `like`: the pattern of each word, and the whole phrase. */
type SearchTerms = { patterns: RawBuilder<unknown>; phrase: RawBuilder<string>; isAddress: boolean }

/** How to search one kind of records. `searchedText` is the text to match; `from` includes a `where` clause. */
type Source = {
  kind: Kind
  id: RawBuilder<string>
  name: RawBuilder<string>
  detail: RawBuilder<string | null>
  /** The text to match; absent if `found` is there. */
  searchedText?: RawBuilder<string>
  from: RawBuilder<unknown>
  /**
   * Replaces `from` in a search by the records that an index has found. If it is absent, the `searchedText` of every record is compared.
   */
  found?: (terms: SearchTerms) => RawBuilder<unknown>
  /** Explains a match that is not in the name. The explanation is shown before `detail`. */
  why?: (patterns: RawBuilder<unknown>) => RawBuilder<string | null>
  /** A second condition under which a record matches. */
  also?: (patterns: RawBuilder<unknown>) => RawBuilder<boolean>
}

/** Names in the language of the reader. */
const report = displayedName('r')
const subgroup = displayedName('s')
const group = displayedName('g')
/** The names to search: a search finds the plain names as well as those in the reader's language. */
const [reportName, subgroupName, groupName] = [searchedName('r'), searchedName('s'), searchedName('g')]

const isOpenable = mayOpen(reportColumns)
const manages = sql`(select app.manages_reports())`
const inSubgroup = sql`exists (select from reports r where r.tenant_id = s.tenant_id and r.subgroup_id = s.id and ${isOpenable})`

// Conditions on `manages` let PostgreSQL skip kinds that a reader never sees. The permissions are checked in rules.ts.
const sources: Source[] = [
  {
    kind: 'report',
    id: sql`r.id`,
    name: report,
    detail: sql`concat_ws(' › ', ${group}, ${subgroup})`,
    searchedText: sql`concat_ws(' ', ${reportName}, ${groupName}, ${subgroupName})`,
    from: sql`reports r join report_subgroups s on s.tenant_id = r.tenant_id and s.id = r.subgroup_id
                join report_groups g on g.tenant_id = s.tenant_id and g.id = s.group_id where ${isOpenable}`,
    also: hasTagLike,
  },
  {
    kind: 'external_report',
    id: sql`e.id`,
    name: sql`e.name`,
    detail: sql`e.description`,
    searchedText: sql`e.name`,
    from: sql`external_reports e where ${mayOpenExternal}`,
  },
  {
    kind: 'app',
    id: sql`a.id`,
    name: sql`a.name`,
    detail: sql`a.description`,
    searchedText: sql`a.name`,
    from: sql`apps a where ${mayOpenApp(sql.ref('a.id'))}`,
  },
  {
    kind: 'playlist',
    id: sql`p.id`,
    name: sql`p.name`,
    detail: sql`p.description`,
    searchedText: sql`p.name`,
    from: sql`playlists p where ${mayPlayPlaylist(sql.ref('p.id'))}`,
  },
  {
    kind: 'report_subgroup',
    id: sql`s.id`,
    name: subgroup,
    detail: group,
    searchedText: sql`concat_ws(' ', ${subgroupName}, ${groupName})`,
    from: sql`report_subgroups s join report_groups g on g.tenant_id = s.tenant_id and g.id = s.group_id
               where (${manages} or ${inSubgroup})`,
  },
  {
    kind: 'report_group',
    id: sql`g.id`,
    name: group,
    detail: sql`null::text`,
    searchedText: groupName,
    from: sql`report_groups g where (${manages} or exists (
                select from report_subgroups s where s.tenant_id = g.tenant_id and s.group_id = g.id and ${inSubgroup}))`,
  },
  {
    kind: 'tag',
    id: sql`t.id`,
    name: sql`t.name`,
    detail: sql`null::text`,
    searchedText: sql`t.name`,
    // Tags of reports that the person may not open are left out.
    from: sql`tags t where exists (
                select from report_tags x join reports r on r.tenant_id = x.tenant_id and r.id = x.report_id
                 where x.tenant_id = t.tenant_id and x.tag_id = t.id and ${isOpenable})`,
  },
  {
    kind: 'task',
    id: sql`k.id`,
    name: sql`k.name`,
    detail: sql`null::text`,
    searchedText: sql`k.name`,
    from: sql`tasks k where ${manages}`,
  },
  {
    kind: 'user',
    id: sql`u.id`,
    name: sql`u.name`,
    detail: sql`u.email`,
    why: (patterns) => sql`case when m.custom <> '{}'
      and not app.plain(concat_ws(' ', u.name, split_part(u.email, '@', 1))) like all (${patterns}) then ${matchedValues(patterns)} end`,
    from: sql`memberships m join users u on u.id = m.user_id where ${manages}`,
    // The domain of an e-mail is not searched, because all people of a company share it, unless the search itself is an e-mail.
    found: ({ patterns, phrase, isAddress }) => sql`
      app.people_found(${patterns}, ${phrase}, ${isAddress}::boolean, ${maxOfAKind}::integer) f
      join memberships m on m.user_id = f.user_id join users u on u.id = m.user_id where ${manages}`,
  },
  {
    kind: 'user_group',
    id: sql`g.id`,
    name: sql`g.name`,
    detail: sql`g.description`,
    searchedText: sql`g.name`,
    from: sql`user_groups g where ${manages}`,
  },
  {
    kind: 'tenant',
    id: sql`t.id`,
    name: sql`t.name`,
    detail: sql`t.subdomain`,
    searchedText: sql`concat_ws(' ', t.name, t.subdomain)`,
    from: sql`tenants t where (select app.tenant_id()) is null`,
  },
]

/**
 * Matches records that contain every word, in any order. Ranking: the name starts with the search; a word of the name starts with
 * it; the name contains all words; other matches.
 */
export function searchQuery(search: string): SessionQuery<Candidate> {
  const phrase = literal(search.replace(/\s+/g, ' '))
  const patterns = phrase
    .split(' ')
    .slice(0, maxSearchWords)
    .map((word) => `%${word}%`)
  // Sub-selects, so that PostgreSQL normalizes the patterns once per statement.
  const all = sql`((select array_agg(app.plain(w)) from unnest(${patterns}::text[]) w))::text[]`
  const begins = (start: string) => sql<string>`(select app.plain(${start}))`
  const isAddress = search.includes('@')
  const shelves = sources.map(({ kind, id, name, searchedText, from, found, why, also, ...source }) => {
    const detail = why && !isAddress ? sql`concat_ws(' · ', ${why(all)}, ${source.detail})` : source.detail
    const plainName = sql`app.plain(${name})`
    const rank = sql`case when ${plainName} like ${begins(`${phrase}%`)} then 0
                          when ${plainName} like ${begins(`% ${phrase}%`)} then 1
                          when ${plainName} like all (${all}) then 2 else 3 end`
    const matches = searchedText ? sql`app.plain(${searchedText}) like all (${all})` : sql`true`
    const records = found?.({ patterns: all, phrase: begins(phrase), isAddress }) ?? from
    return sql`(select ${sql.lit(kind)}::text as kind, ${id} as id, ${name} as name, null::text as page, ${detail} as detail, null::json as rights
                  from ${records} and ${also ? sql`(${matches} or ${also(all)})` : matches}
                 order by ${rank}, ${plainName}, ${id} limit ${maxOfAKind})`
  })
  return sql<Candidate>`(${sql.join([...shelves, pagesQuery(all, begins, phrase)], sql` union all `)})`
}

/** Maximum matching pages. Some may be closed to the person: rules.ts leaves those out. */
const maxPages = 40

/**
 * Finds pages of reports that the person may open. A word of the report's name narrows the search, but finds the report alone and not its
 * pages. Pages that no grant of the report names are left out by SQL, so that they do not use up the limit.
 */
function pagesQuery(all: RawBuilder<unknown>, begins: (start: string) => RawBuilder<string>, phrase: string) {
  const reportSortName = searchedSortName('r')
  return sql`(
    select 'page'::text as kind, r.id, p.display_name || ' · ' || ${report} as name, p.name as page,
           concat_ws(' › ', ${group}, ${subgroup}) as detail, ${pageRights()} as rights
      from report_pages p
      join report_page_lists l on l.tenant_id = p.tenant_id and l.report_id = p.report_id
      join reports r on r.tenant_id = p.tenant_id and r.id = p.report_id and r.service_report_id = l.service_report_id
      join report_subgroups s on s.tenant_id = r.tenant_id and s.id = r.subgroup_id
      join report_groups g on g.tenant_id = s.tenant_id and g.id = s.group_id
     where ${isOpenable} and p.words || ' ' || ${reportSortName} like all (${all}) and not ${reportSortName} like all (${all})
       and (${manages} or exists (
         select from report_grants x where x.tenant_id = r.tenant_id and x.report_id = r.id and (x.pages is null or p.name = any(x.pages))))
     order by case when p.words like ${begins(`${phrase}%`)} then 0 when p.words like ${begins(`% ${phrase}%`)} then 1 else 2 end,
              p.words, ${displayedSortName('r')}, r.id, p.position
     limit ${maxPages})`
}

/** The records with these ids that the person may still see. */
export function knownQuery(ids: string[]): SessionQuery<FoundRecord> {
  const shelves = sources.map(
    ({ kind, id, name, detail, from }) =>
      sql`(select ${sql.lit(kind)}::text as kind, ${id} as id, ${name} as name, null::text as page, ${detail} as detail from ${from} and ${id} = any(${ids}::uuid[]))`,
  )
  return sql<FoundRecord>`(${sql.join(shelves, sql` union all `)})`
}
