import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  users_email_key: { code: 'user.email_taken', field: 'email' },
  memberships_phone_key: { code: 'user.phone_taken', field: 'phone' },
  memberships_user_name_key: { code: 'user.user_name_taken', field: 'email' },
  tenants_user_limit: 'tenant.user_limit_reached',
  clients_user_limit: 'client.user_limit_reached',
  memberships_last_administrator: 'user.last_administrator',
}
