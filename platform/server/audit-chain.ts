// Verifies the hash chains of the audit trail. It reads the rows and computes each hash itself, so that it does not depend on the functions
// of the database that it verifies. Next: database/functions/audit.sql writes the chains; tools/verify-audit.ts is the command.
import { createHash } from 'node:crypto'
import type pg from 'pg'

/** The last link of each chain. */
export type Heads = Record<string, { position: number; hash: string }>

export type AuditBreak = {
  /** The id of a business unit or a partner; the nil UUID for the platform. */
  chain: string
  /** The position in the chain; null for an entry that is in no chain. */
  position: number | null
  entryId: string | null
  /**
   * `changed`: the entry or its link is not what was written. `missing`: an entry or a link was deleted. `inserted`: the entry has no link.
   * `dropped`: the links up to this position were deleted, by neither the erasure of a business unit nor its retention.
   */
  what: 'changed' | 'missing' | 'inserted' | 'dropped'
}

export type Verification = {
  entries: number
  chains: number
  /** Chains of erased business units. The last hash of each is left. */
  erased: number
  /** Business units that are being erased now. Their chains are not verified. */
  beingErased: number
  /** The first break of each broken chain. */
  breaks: AuditBreak[]
  heads: Heads
}

/**
 * Verifies all chains in one snapshot and writes nothing. The client is the owner of the database or the login of the application.
 * @param expected heads of an earlier verification: a chain that no longer contains its head is broken.
 */
export async function verifyAudit(client: pg.ClientBase, expected: Heads = {}): Promise<Verification> {
  await client.query('begin transaction isolation level repeatable read read only')
  try {
    await client.query('set local role vitrine_platform')
    return await verify(client, new Map(Object.entries(expected)))
  } finally {
    await client.query('rollback')
  }
}

/** @param unseen the expected heads that no link has confirmed yet. */
async function verify(client: pg.ClientBase, unseen: Map<string, Heads[string]>): Promise<Verification> {
  const breaks = new Map<string, AuditBreak>()
  const note = (found: AuditBreak) => {
    if (!breaks.has(found.chain)) breaks.set(found.chain, found)
  }
  const heads: Heads = {}
  const moveHead = (chain: string, position: number, hash: string) => {
    heads[chain] = { position, hash }
    const head = unseen.get(chain)
    if (head?.position === position && head.hash === hash) unseen.delete(chain)
  }

  const { rows: anchors } = await client.query<Anchor>(anchorsQuery)
  for (const { chain, position, hash, is_erased, is_pruned } of anchors) {
    moveHead(chain, Number(position), hash)
    if (!is_erased && !is_pruned) note({ chain, position: Number(position), entryId: null, what: 'dropped' })
    // Nothing is left that could confirm an older head of an erased unit, or of the pruned part of a chain.
    else if ((unseen.get(chain)?.position ?? Infinity) < Number(position)) unseen.delete(chain)
  }

  let entries = 0
  for await (const { chain, entry_id, hash, redacted, is_there, is_as_linked, ...link } of readLinks(client)) {
    const [position, before] = [Number(link.position), heads[chain] ?? { position: 0, hash: '' }]
    const gap = before.position + 1
    if (position !== gap) note({ chain, position: gap, entryId: null, what: 'missing' })
    else if (!is_there) note({ chain, position, entryId: entry_id, what: 'missing' })
    // The next link proves the hash of an entry in which an erased person was replaced; the redaction proves the rest of the entry.
    else if (
      !is_as_linked ||
      (redacted === null ? hash !== hashOf(before.hash, link.fields) : redacted !== hashOf(hash, link.fields))
    )
      note({ chain, position, entryId: entry_id, what: 'changed' })
    moveHead(chain, position, hash)
    entries++
  }

  for (const [chain, { position }] of unseen) {
    const isBeyond = position > (heads[chain]?.position ?? 0)
    note({ chain, position, entryId: null, what: isBeyond ? 'missing' : 'changed' })
  }
  const { rows: unproven } = await client.query<{ chain: string; entry_id: string }>(unprovenQuery)
  for (const { chain, entry_id: entryId } of unproven) note({ chain, position: null, entryId, what: 'changed' })
  const { rows: unlinked } = await client.query<{ chain: string; id: string }>(unlinkedQuery)
  for (const { chain, id } of unlinked) note({ chain, position: null, entryId: id, what: 'inserted' })

  return {
    entries,
    chains: Object.keys(heads).length,
    erased: anchors.filter(({ is_erased }) => is_erased).length,
    beingErased: (await client.query(`select from (${removing}) units`)).rowCount ?? 0,
    breaks: [...breaks.values()],
    heads,
  }
}

const removing = 'select id from tenants where removing_since is not null'
const nil = `'00000000-0000-0000-0000-000000000000'::uuid`

/** `is_pruned`: an entry of the chain has the position and the hash of the last deleted link. */
type Anchor = { chain: string; position: string; hash: string; is_erased: boolean; is_pruned: boolean }
const anchorsQuery = `
  select a.chain, a.position, encode(a.hash, 'hex') as hash,
         t.id is null and a.chain::text in (select target_id from audit_entries where event = 'tenant.removed') as is_erased,
         exists (select from audit_entries e join audit_links l on l.entry_id = e.id
                  where l.chain = a.chain and e.event = 'retention_rule.audit_pruned'
                    and e.changes -> 'position' ->> 1 = a.position::text
                    and e.changes -> 'sha256' ->> 1 = encode(a.hash, 'hex')) as is_pruned
    from audit_anchors a left join tenants t on t.id = a.chain where a.chain not in (${removing}) order by 1`

type Link = {
  chain: string
  position: string
  entry_id: string
  hash: string
  /** The hash of the entry since an erased person was replaced in it; null: it is as it was written. */
  redacted: string | null
  fields: (string | null)[]
  is_there: boolean
  /** The entry belongs to this chain. It has the partner of its link, unless that partner was removed. */
  is_as_linked: boolean
}
/** The fields are in the order of app.audit_fields(). */
const linksQuery = `
  select l.chain, l.position, l.entry_id, encode(l.hash, 'hex') as hash, e.id is not null as is_there,
         (select encode(r.hash, 'hex') from audit_redactions r where r.entry_id = e.id order by r.number desc limit 1) as redacted,
         l.tenant_id is not distinct from e.tenant_id and l.chain = coalesce(e.tenant_id, l.partner_id, ${nil})
           and (l.partner_id is not distinct from e.partner_id
             or e.partner_id is null and not exists (select from partners p where p.id = l.partner_id)) as is_as_linked,
         array[l.position::text, e.id::text, e.tenant_id::text, l.partner_id::text, (extract(epoch from e.at) * 1000000)::bigint::text,
           e.event, e.actor_id::text, e.actor_name, e.actor_email, e.on_behalf_of::text, e.address::text, e.target_type, e.target_id,
           e.target_name, e.changes::text] || case when e.actor_origin is null then '{}' else array[e.actor_origin] end as fields
    from audit_links l left join audit_entries e on e.id = l.entry_id
   where l.chain not in (${removing}) order by l.chain, l.position`

/** Redactions whose digest no entry of their chain has: nobody may change an entry without an entry about it. */
const unprovenQuery = `
  select r.chain, min(r.entry_id::text) as entry_id from audit_redactions r where r.chain not in (${removing}) group by r.chain, r.person
  having bool_or(exists (select from audit_entries left_entry where left_entry.id = r.entry_id)) and not exists (
    select from audit_entries e join audit_links l on l.entry_id = e.id
     where l.chain = r.chain and e.event = 'user.forgotten' and e.target_id = r.person::text
       and e.changes -> 'digest' ->> 1 =
           encode(sha256(convert_to(string_agg(encode(r.hash, 'hex'), ',' order by r.entry_id), 'UTF8')), 'hex'))`

const unlinkedQuery = `
  select coalesce(e.tenant_id, e.partner_id, ${nil}) as chain, e.id from audit_entries e
   where not exists (select from audit_links l where l.entry_id = e.id) and coalesce(e.tenant_id, ${nil}) not in (${removing})
   order by 1, 2`

/** Reads the links in batches, so that the memory does not grow with the audit trail. */
async function* readLinks(client: pg.ClientBase): AsyncGenerator<Link> {
  await client.query(`declare links no scroll cursor for ${linksQuery}`)
  for (;;) {
    const { rows } = await client.query<Link>('fetch 5000 from links')
    if (rows.length === 0) return
    yield* rows
  }
}

/** The same hash as app.audit_hash(). */
function hashOf(previous: string, fields: readonly (string | null)[]): string {
  const text = fields.map((value) => (value === null ? '-,' : `${Buffer.byteLength(value)}:${value},`)).join('')
  return createHash('sha256').update(previous, 'hex').update(text).digest('hex')
}
