import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  saml_apps_name_key: { code: 'saml.name_taken', field: 'name' },
  saml_apps_entity_key: { code: 'saml.entity_taken', field: 'entity_id' },
}
