// Commands on subdomains, of which business units and partners share one namespace; and the type of the invitation of a first
// administrator.
import { z } from 'zod'
import { fail } from '#platform/contract/failure.ts'
import { hold } from '#platform/server/database/hold.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { JobKind } from '#platform/server/jobs/job.ts'
import type { WriteContext } from '#platform/server/http/route.ts'
import { isReserved } from './rules.ts'
import * as store from './store.ts'

/**
 * Adds the first administrator of a business unit and invites them. `link`: no mail was sent, so the answer shows the link once. The noun
 * `passwords` implements this function and `apps/server` passes it in, because this area must not import identity.
 */
export type InviteFirst = (
  context: WriteContext,
  first: { tenantId: string; partnerId: string; name: string; email: string },
) => Promise<{ invited: boolean; link: string | null }>

/**
 * The job that tells the administrators of a business unit that the staff of the partner and of the platform may enter it, or no longer.
 * features/identity/unit-switch runs it, because notifications know business units.
 */
export const staffEntryKind = {
  name: 'tenant.notify_staff_entry',
  scope: 'tenant',
  input: z.object({ isAllowed: z.boolean() }),
} satisfies JobKind

/** Tells the administrators of a business unit that staff may enter it from now on, or no longer. */
export const tellStaffEntry = ({ enqueue }: WriteContext, tenantId: string, isAllowed: boolean): Promise<void> =>
  enqueue(staffEntryKind, { isAllowed }, { tenantId })

type HostNames = { subdomain?: string | undefined }

/**
 * Takes an advisory lock on the subdomain until the transaction ends, so that two transactions cannot claim the same one. To avoid
 * deadlocks, call it before any row is locked.
 */
export async function lockHostNames(db: Database, { subdomain }: HostNames): Promise<void> {
  if (subdomain) await hold(db, `subdomain ${subdomain}`)
}

/**
 * Fails at the field when a subdomain is reserved, or belongs to another owner than `own`. An absent subdomain is not checked. Call
 * `lockHostNames` first.
 */
export async function refuseHostNames(
  db: Database,
  { subdomain }: HostNames,
  own: store.HostNameOwner | null,
): Promise<void> {
  if (!subdomain) return
  if (isReserved(subdomain)) fail('tenant.subdomain_reserved', { fields: { subdomain: 'tenant.subdomain_reserved' } })
  if (await store.subdomainTaken(db, subdomain, own))
    fail('tenant.subdomain_taken', { fields: { subdomain: 'tenant.subdomain_taken' } })
}
