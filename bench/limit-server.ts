// The limit of the machine: the baseline for the portal. One Fastify process, one prepared query per request, no row-level security
// policies, the bearer token looked up in memory, the answer written by a compiled schema. It checks no permissions.
// limit.ts starts this process and receives its port by IPC message.
import Fastify from 'fastify'
import pg from 'pg'
import type { KnownCaller } from './world.ts'

const [databaseUrl = '', given = '{}'] = process.argv.slice(2)
const people = new Map(Object.entries(JSON.parse(given) as Record<string, KnownCaller>))

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({
  connectionString: databaseUrl,
  max: 10,
  options: '-c role=vitrine_platform -c random_page_cost=1.1',
})

const text = { type: 'string' } as const
const flag = { type: 'string' } as const
const orNull = { type: ['string', 'null'] } as const
const count = { type: 'integer' } as const
/** Texts by language. */
const texts = { type: 'object', additionalProperties: true } as const
const objectOf = (properties: Record<string, object>) => ({ type: 'object', properties }) as const

const item = objectOf({
  id: text, name: text, description: orNull, group_id: text, group: text, subgroup_id: text, subgroup: text, workspace_id: text,
  workspace: text, service_report_id: text, row_security: flag, ignore_row_security: flag, ignore_role: orNull, allow_edit: flag,
  show_page_navigation: flag, show_filter_pane: flag, show_hidden_pages: flag, show_visual_headers: flag, show_toolbar: flag,
  show_last_update: flag, orientation: text, recommended_resolution: orNull, hidden: flag,
  allow_comments: flag, export: flag, catalog_description: orNull, catalog_descriptions: texts, cover: orNull, names: texts,
  filters: { type: 'array', items: texts }, pages_read_at: orNull, refresh_seconds: { type: ['integer', 'null'] },
  show_mobile_background: flag, show_on_app: flag, show_on_catalog: flag,
  created_at: text, version: count, tags: { type: 'array', items: objectOf({ id: text, name: text, color: text }) },
}) // prettier-ignore

const card = objectOf({
  id: text, name: text, description: orNull, group: text, subgroup: text, subgroup_id: text, favourite: flag, cover: orNull,
  outline: { type: ['object', 'null'], additionalProperties: true },
  last_update: orNull, is_stale: flag, created_at: text,
}) // prettier-ignore
const list = objectOf({ data: { type: 'array', items: card }, page: text, size: count, total: count })

const yes = (column: string) => `case when ${column} then 'S' else 'N' end`

const itemQuery = `
  select r.id, r.name, r.description, g.id as group_id, g.name as group, s.id as subgroup_id, s.name as subgroup,
         r.workspace_id, w.name as workspace, r.service_report_id, ${yes('r.row_security')} as row_security,
         ${yes('r.ignore_row_security')} as ignore_row_security, r.ignore_role, ${yes('r.allow_edit')} as allow_edit,
         ${yes('r.show_page_navigation')} as show_page_navigation, ${yes('r.show_filter_pane')} as show_filter_pane,
         ${yes('r.show_hidden_pages')} as show_hidden_pages, ${yes('r.show_visual_headers')} as show_visual_headers,
         ${yes('r.show_toolbar')} as show_toolbar, ${yes('r.show_last_update')} as show_last_update, r.orientation,
         r.recommended_resolution, ${yes('r.hidden')} as hidden,
         r.created_at, r.version, ${yes('r.allow_comments')} as allow_comments, ${yes('r.export')} as export, r.catalog_description, r.catalog_descriptions, r.cover,
         r.names, r.filters, r.refresh_seconds, ${yes('r.show_mobile_background')} as show_mobile_background,
         (select l.read_at from report_page_lists l where l.tenant_id = $1 and l.report_id = r.id
             and l.service_report_id = r.service_report_id) as pages_read_at,
         ${yes('r.show_on_app')} as show_on_app, ${yes('r.show_on_catalog')} as show_on_catalog,
         (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by app.plain(t.name)), '[]')
            from report_tags x join tags t on t.tenant_id = $1 and t.id = x.tag_id
           where x.tenant_id = $1 and x.report_id = r.id) as tags
    from reports r
    join report_subgroups s on s.tenant_id = r.tenant_id and s.id = r.subgroup_id
    join report_groups g on g.tenant_id = s.tenant_id and g.id = s.group_id
    join workspaces w on w.tenant_id = r.tenant_id and w.id = r.workspace_id
   where r.tenant_id = $1 and r.id = $2`

// Hand-optimised. The inner query selects the page from reports alone; only its 50 rows are joined to names. `is true` stops the
// planner from using one index lookup for each of the 300 reports.
const listQuery = `
  select p.id, app.name_in(p.names, p.name, $3) as name, p.description, app.name_in(g.names, g.name, $3) as group,
         app.name_in(s.names, s.name, $3) as subgroup, s.id as subgroup_id,
         ${yes('f.report_id is not null')} as favourite, p.cover, l.outline, p.created_at, p.total,
         refreshed.at as last_update, ${yes('coalesce(refreshed.is_stale, false)')} as is_stale
    from (
      select r.id, r.name, r.names, r.sort_name, r.description, r.cover, r.service_report_id, r.subgroup_id, r.created_at, r.workspace_id,
             r.service_dataset_id, r.show_last_update, count(*) over ()::int as total
        from reports r
       where r.tenant_id = $1 and not r.hidden
         and (r.id in (
           select report_id from report_grants where tenant_id = $1 and user_id = $2 and (ends_on is null or ends_on >= current_date)
           union all
           select x.report_id from user_group_members m join report_grants x on x.tenant_id = $1 and x.group_id = m.group_id
            where m.tenant_id = $1 and m.user_id = $2 and (x.ends_on is null or x.ends_on >= current_date))) is true
       order by app.sort_name_in(r.names, r.sort_name, $3), r.id limit 50) p
    join report_subgroups s on s.tenant_id = $1 and s.id = p.subgroup_id
    join report_groups g on g.tenant_id = $1 and g.id = s.group_id
    left join favourites f on f.tenant_id = $1 and f.report_id = p.id and f.user_id = $2
    left join report_page_lists l
      on l.tenant_id = $1 and l.report_id = p.id and l.service_report_id = p.service_report_id and p.cover is null
    left join lateral (
      select x.ended_at as at,
             exists (select from dataset_refreshes y where y.tenant_id = $1 and y.dataset_id = x.dataset_id and y.started_at > x.started_at
                        and y.state in ('failed', 'refused')) as is_stale
        from settings t
        join datasets d on d.tenant_id = $1 and d.workspace_id = p.workspace_id and d.service_id = p.service_dataset_id
        join dataset_refreshes x on x.tenant_id = $1 and x.dataset_id = d.id and x.state = 'completed'
       where t.tenant_id = $1 and (t.force_last_update or (t.show_last_update and p.show_last_update))
       order by x.started_at desc, x.id desc limit 1) refreshed on true
   order by app.sort_name_in(p.names, p.sort_name, $3), p.id`

const app = Fastify({ logger: false })

function personOf(authorization: string | undefined): KnownCaller {
  const person = people.get(authorization?.slice('Bearer '.length) ?? '')
  if (!person) throw Object.assign(new Error('nobody'), { statusCode: 401 })
  return person
}

// The cost of HTTP alone.
app.get('/route', { schema: { response: { 200: objectOf({ total: count }) } } }, async (request) => {
  personOf(request.headers.authorization)
  return { total: 0 }
})

app.get<{ Querystring: { id: string } }>('/item', { schema: { response: { 200: item } } }, async (request) => {
  const { tenantId } = personOf(request.headers.authorization)
  const found = await pool.query<object>({ name: 'item', text: itemQuery, values: [tenantId, request.query.id] })
  return found.rows[0]
})

app.get('/list', { schema: { response: { 200: list } } }, async (request) => {
  const { tenantId, userId } = personOf(request.headers.authorization)
  const found = await pool.query<{ total: number }>({
    name: 'list',
    text: listQuery,
    values: [tenantId, userId, 'pt-BR'],
  })
  return { data: found.rows, page: '1', size: 50, total: found.rows[0]?.total ?? 0 }
})

await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.(app.server.address())
process.once('disconnect', () => process.exit(0))
