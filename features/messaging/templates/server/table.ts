import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  notification_templates_type_key: { code: 'notification_template.taken', field: 'type' },
}
