// Every error that a caller can get: its HTTP status, and its status word and key on the wire.
// The sentences are in phrases/errors/*.ts, one per code and language. A code without a sentence does not compile.
// fail(code) (platform/contract/failure.ts) throws an error; one handler (platform/server/http) renders it.

import { type Noun, nouns } from './access.ts'

type ErrorRow = { http: number; status: string; key: string }

const row = (http: number, status: string, key: string): ErrorRow => ({ http, status, key })

type NameTaken = `${Noun}.name_taken`

/** The default `name_taken` error of each noun in catalogue/access.ts. An error with the same code below replaces the default. */
const nameTaken = Object.fromEntries(
  nouns.map((noun) => [`${noun}.name_taken`, row(409, 'exists', `${noun}_already_exists`)]),
) as Record<NameTaken, ErrorRow>

export const errors = {
  ...nameTaken,

  // Sign-in: one table for password, SAML, OpenID, embedded and playlist sign-in (specification, section 8).
  'sign_in.wrong_credentials': row(401, 'error_user_or_password', 'incorrect_user_or_password'),
  'sign_in.without_tenant': row(403, 'not_found_companies', 'user_without_company'),
  'sign_in.user_deactivated': row(403, 'user_disable', 'user_deactivated'),
  'sign_in.user_blocked': row(403, 'blocked', 'user_blocked'),
  'sign_in.user_inactive': row(403, 'inactive', 'user_inactive'),
  'sign_in.domain_refused': row(403, 'domain_not_allowed', 'no_access_domain'),
  'sign_in.address_refused': row(403, 'ip_not_allowed', 'ip_no_allowed'),
  'sign_in.hour_refused': row(403, 'horario_not_allowed', 'hours_no_allowed'),
  'sign_in.provider_without_tenant': row(403, 'error_azure_not_companies', 'error_azure_not_companies'),
  'sign_in.trial_ended': row(403, 'finish_test', 'trial_period'),
  'sign_in.maintenance': row(503, 'maitenance', 'maintenance'),
  'sign_in.provider_failed': row(401, 'error', 'saml_error'),
  'sign_in.hand_over_failed': row(401, 'error', 'company_login_error'),
  'sign_in.password_not_changeable': row(409, 'auth_method', 'password_not_allowed'),
  'sign_in.recovery_mail_failed': row(503, 'error', 'recovery_mail_failed'),
  'sign_in.link_spent': row(401, 'unauthorized', 'link_spent'),

  'sign_in.two_factor_due': row(403, 'two_factor_due', 'two_factor_due'),
  'sign_in.code_wrong': row(401, 'code_wrong', 'two_factor_code_wrong'),
  'sign_in.code_expired': row(401, 'expired_token', 'two_factor_expired'),
  'sign_in.passkey_refused': row(401, 'passkey_refused', 'passkey_refused'),

  // Sessions
  'session.expired': row(401, 'expired_token', 'expired_token'),
  'session.unauthorized': row(401, 'unauthorized', 'unauthorized_access'),
  'session.terms_due': row(403, 'terms_due', 'terms_due'),
  'session.nothing_to_go_back': row(409, 'empty', 'nothing_to_go_back'),
  'remote_access.over': row(409, 'empty', 'remote_access_over'),

  // SCIM (RFC 7644, section 3.12): the status word is the scimType.
  'scim.filter_invalid': row(400, 'invalidFilter', 'scim_filter'),
  'scim.path_invalid': row(400, 'invalidPath', 'scim_path'),
  'scim.syntax_invalid': row(400, 'invalidSyntax', 'scim_syntax'),
  'scim.value_invalid': row(400, 'invalidValue', 'scim_value'),
  'scim.value_taken': row(409, 'uniqueness', 'scim_taken'),
  'scim.no_target': row(400, 'noTarget', 'scim_no_target'),
  'scim.read_only': row(400, 'mutability', 'scim_read_only'),
  'scim.limit_exceeded': row(413, 'tooMany', 'scim_limit_exceeded'),
  'scim.discovery_filter': row(403, 'forbidden', 'scim_discovery_filter'),
  'scim.not_implemented': row(501, 'invalid', 'scim_not_implemented'),
  'scim.administrator': row(403, 'forbidden', 'scim_administrator'),
  'scim.not_found': row(404, 'not_found', 'scim_not_found'),
  'scim.connected_already': row(409, 'exists', 'scim_connected_already'),
  'user.managed_by_directory': row(409, 'in_use', 'managed_by_directory'),

  // Identity providers of a business unit (SAML)
  'saml.unknown': row(404, 'error', 'saml_error'),
  'saml.entity_taken': row(409, 'exists', 'saml_entity_taken'),
  'saml.certificate_invalid': row(400, 'invalid', 'saml_certificate'),
  'saml.metadata_invalid': row(400, 'invalid', 'saml_metadata'),
  'saml.metadata_unreachable': row(503, 'unavailable', 'saml_metadata_unreachable'),
  // Errors of a sign-in with OpenID Connect
  'openid.unknown': row(404, 'error', 'saml_error'),
  'openid.unavailable': row(503, 'error', 'saml_error'),
  'openid.client_taken': row(409, 'exists', 'openid_client_taken'),
  'openid.directories_needed': row(400, 'invalid', 'openid_directories'),
  'openid.issuer_refused': row(400, 'invalid', 'openid_issuer'),
  'openid.issuer_unreachable': row(503, 'unavailable', 'openid_issuer_unreachable'),

  // Permission
  'access.functionality_refused': row(403, 'no_access', 'no_access_functionality'),
  'access.page_refused': row(403, 'no_page_permission', 'no_page_permission'),

  // Errors of all calls
  'call.failed': row(500, 'error', 'error'),
  'call.invalid': row(400, 'invalid', 'invalid'),
  'call.not_found': row(404, 'not_found', 'no_records'),
  'call.too_large': row(413, 'too_large', 'too_large'),
  'call.throttled': row(429, 'throttled', 'throttled'),
  'call.unavailable': row(503, 'unavailable', 'unavailable'),
  'call.storage_full': row(503, 'unavailable', 'storage_full'),
  'call.storage_damaged': row(503, 'unavailable', 'storage_damaged'),
  'call.stale_version': row(409, 'stale', 'stale_version'),
  'call.media_type_refused': row(415, 'invalid', 'media_type'),
  'call.method_refused': row(405, 'invalid', 'method'),
  'call.origin_refused': row(403, 'no_access', 'foreign_origin'),
  'call.precondition_failed': row(412, 'stale', 'precondition'),
  'call.range_refused': row(416, 'invalid', 'range'),
  'host.unknown': row(404, 'domain_notfound', 'domain_notfound'),

  // Business units and their people
  'tenant.user_limit_reached': row(409, 'limit', 'tenant_reached_limit'),
  'client.user_limit_reached': row(409, 'limit', 'tenant_reached_limit'),
  'client.limit_below_people': row(409, 'limit', 'limit_below_users'),
  'client.code_taken': row(409, 'exists', 'client_code_already_exists'),
  'client.tax_id_taken': row(409, 'exists', 'client_tax_id_already_exists'),
  'client.unit_taken': row(409, 'in_use', 'client_unit_taken'),
  'client.unit_of_other_partner': row(400, 'invalid', 'client_unit_of_other_partner'),
  'client.has_units': row(409, 'in_use', 'client_has_units'),
  'client.not_a_seller': row(400, 'invalid', 'client_not_a_seller'),
  'bill.month_not_begun': row(400, 'invalid', 'bill_month_not_begun'),
  'bill.due_before_issue': row(400, 'invalid', 'bill_due_before_issue'),
  'partner.has_units': row(409, 'limit', 'partner_has_units'),
  'partner.has_clients': row(409, 'in_use', 'partner_has_clients'),
  'team.last_master': row(409, 'in_use', 'last_master'),
  'tenant.subdomain_taken': row(409, 'exists', 'subdomain_already_exists'),
  'tenant.domain_taken': row(409, 'exists', 'domain_already_exists'),
  'domain.of_portal': row(400, 'invalid', 'domain_of_portal'),
  'domain.own_taken': row(409, 'exists', 'domain_own_taken'),
  'domain.limit': row(409, 'limit', 'domain_limit'),
  'domain.not_verified': row(409, 'in_use', 'domain_not_verified'),
  'domain.verified_already': row(409, 'in_use', 'domain_verified_already'),
  'tenant.limit_below_users': row(409, 'limit', 'limit_below_users'),
  'tenant.subdomain_reserved': row(409, 'reserved', 'subdomain_reserved'),
  'tenant.being_removed': row(409, 'exists', 'tenant_being_removed'),
  'tenant.name_mistyped': row(400, 'invalid', 'name_mistyped'),
  'user.email_taken': row(409, 'exists', 'email_already_exists'),
  'user.phone_taken': row(409, 'exists', 'phone_already_exists'),
  'user.user_name_taken': row(409, 'exists', 'user_name_already_exists'),
  'user.last_administrator': row(409, 'in_use', 'last_administrator'),
  'user.not_yourself': row(409, 'in_use', 'not_yourself'),
  'user.identity_elsewhere': row(409, 'in_use', 'identity_elsewhere'),
  'shift.hours_overlap': row(400, 'invalid', 'shift_hours_overlap'),
  'password.rules_unmet': row(400, 'invalid', 'password_rules_unmet'),
  'password.same': row(400, 'invalid', 'password_same'),
  'password.link_spent': row(404, 'not_found', 'password_link_spent'),
  'password.too_common': row(400, 'invalid', 'password_too_common'),
  'password.own_data': row(400, 'invalid', 'password_own_data'),
  'registration.domain_refused': row(400, 'invalid', 'registration_domain_refused'),
  'registration.password_wrong': row(400, 'invalid', 'registration_password_wrong'),
  'profile.password_wrong': row(400, 'invalid', 'current_password_wrong'),
  'two_factor.code_wrong': row(400, 'invalid', 'two_factor_code_wrong'),
  'two_factor.expired': row(409, 'expired', 'two_factor_setup_expired'),
  'two_factor.required': row(409, 'in_use', 'two_factor_required'),
  'two_factor.off': row(409, 'empty', 'two_factor_off'),
  'two_factor.of_provider': row(409, 'auth_method', 'two_factor_of_provider'),
  'passkey.not_added': row(400, 'invalid', 'passkey_not_added'),
  'passkey.limit_reached': row(409, 'limit', 'passkey_limit_reached'),
  'custom_field.of_partner': row(403, 'no_access', 'custom_field_of_partner'),
  'custom_field.kind_in_use': row(409, 'in_use', 'custom_field_kind_in_use'),
  'custom_field.limit_reached': row(409, 'limit', 'custom_field_limit_reached'),
  'user_group.name_taken': row(409, 'exists', 'group_already_exists'),
  'group.missing': row(404, 'not_found', 'group_missing'),
  'group.name_taken_there': row(409, 'exists', 'group_already_exists'),
  'group.people_of_directory': row(409, 'refused', 'managed_by_directory'),
  'ticket.missing': row(404, 'not_found', 'ticket_missing'),
  'ticket.file_refused': row(400, 'invalid', 'ticket_file_refused'),
  'task.without_addressee': row(400, 'invalid', 'task_without_addressee'),
  'task.variable_unknown': row(400, 'invalid', 'task_variable_unknown'),
  'task.list_changed': row(400, 'invalid', 'task_list_changed'),
  'task.webhook_refused': row(400, 'invalid', 'task_webhook_refused'),
  'task.limit_reached': row(409, 'limit', 'task_limit_reached'),
  'trigger.never_runs': row(400, 'invalid', 'trigger_never_runs'),
  'notification_template.taken': row(409, 'exists', 'notification_template_already_exists'),
  'notification_template.variable_missing': row(400, 'invalid', 'notification_template_variable_missing'),
  'import.invalid_file': row(400, 'invalid', 'invalid_import'),
  'import.too_many_rows': row(400, 'invalid', 'too_many_rows'),
  'import.too_many_files': row(429, 'throttled', 'too_many_files'),
  'import.rows_refused': row(400, 'invalid', 'rows_refused'),
  'settings.address_outside_range': row(409, 'ip_not_allowed', 'ip_outside_range'),
  'settings.timezone_unknown': row(400, 'invalid', 'timezone_unknown'),
  'settings.sender_code_wrong': row(400, 'invalid', 'sender_code_wrong'),
  'settings.sender_codes_spent': row(429, 'throttled', 'sender_codes_spent'),
  'mail.tests_spent': row(429, 'throttled', 'mail_tests_spent'),
  'settings.sender_tries_spent': row(429, 'throttled', 'sender_tries_spent'),
  'settings.sender_unchanged': row(409, 'in_use', 'sender_already_proven'),
  'settings.sender_port_refused': row(400, 'invalid', 'sender_port_refused'),

  'broadcast.day_past': row(400, 'invalid', 'broadcast_day_past'),
  'broadcast.days_swapped': row(400, 'invalid', 'broadcast_days_swapped'),

  // Uploads
  'file.not_an_image': row(400, 'invalid', 'file_not_an_image'),
  'file.too_many_pixels': row(400, 'invalid', 'file_too_many_pixels'),
  'file.not_stored': row(503, 'error', 'file_not_stored'),
  'file.not_read': row(503, 'error', 'file_not_read'),

  // HTML that people write or import (specification, section 5)
  'html.script': row(400, 'invalid', 'html_script'),
  'html.external_css': row(400, 'invalid', 'html_external_css'),
  'html.page_style': row(400, 'invalid', 'html_page_style'),
  'html.image': row(400, 'invalid', 'html_image'),
  'html.image_kind': row(400, 'invalid', 'html_image_kind'),
  'html.no_images': row(400, 'invalid', 'html_no_images'),
  'html.element': row(400, 'invalid', 'html_element'),
  'html.too_many_elements': row(400, 'invalid', 'html_too_many_elements'),
  'html.too_deep': row(400, 'invalid', 'html_too_deep'),
  'html.too_slow': row(400, 'invalid', 'html_too_slow'),

  'notification.day_past': row(400, 'invalid', 'notification_day_past'),
  'notification.days_reversed': row(400, 'invalid', 'notification_days_reversed'),
  'notification.own_groups_only': row(403, 'no_access', 'notification_own_groups_only'),
  'notification.receipts_spent': row(429, 'throttled', 'notification_receipts_spent'),
  'notification.without_addressee': row(400, 'invalid', 'notification_without_addressee'),

  // Reports and the services they come from
  'playlist.empty': row(409, 'empty', 'no_report_in_slideshow'),
  'external_report.host_not_listed': row(400, 'invalid', 'external_host_not_listed'),
  'app.html_refused': row(400, 'invalid', 'app_html_refused'),
  'playlist.not_owner': row(403, 'no_access', 'playlist_not_owner'),
  'playlist.owner_outside': row(409, 'empty', 'playlist_owner_outside'),
  'playlist.code_unknown': row(400, 'invalid', 'playlist_code_unknown'),
  'playlist.screen_taken': row(409, 'exists', 'playlist_screen_already_exists'),
  'export.failed': row(503, 'error', 'export_failed'),
  'report.missing': row(404, 'not_found', 'report_missing'),
  'report.terms_due': row(403, 'terms_due', 'report_terms_due'),
  'report.identity_missing': row(403, 'identity_missing', 'report_identity_missing'),
  'report.identity_ambiguous': row(403, 'identity_ambiguous', 'report_identity_ambiguous'),
  'report.role_unknown': row(409, 'role_unknown', 'report_role_unknown'),
  'report.column_unknown': row(400, 'invalid', 'report_column_unknown'),
  'report_access.role_missing': row(400, 'invalid', 'report_role_missing'),
  'report_access.role_unknown': row(400, 'invalid', 'report_access_role_unknown'),
  'report_access.role_removed': row(409, 'role_unknown', 'report_access_role_removed'),
  'access_request.waiting': row(409, 'exists', 'access_request_waiting'),
  'access_request.needless': row(409, 'in_use', 'access_request_needless'),
  'access_request.settled': row(409, 'settled', 'access_request_settled'),
  'access_request.day_past': row(400, 'invalid', 'access_request_day_past'),
  'saved_view.taken': row(409, 'exists', 'saved_view_already_exists'),
  'saved_view.limit_reached': row(409, 'limit', 'saved_view_limit'),
  'report_group.name_taken': row(409, 'exists', 'group_already_exists'),
  'report_group.not_empty': row(409, 'in_use', 'group_not_empty'),
  'report_subgroup.name_taken': row(409, 'exists', 'subgroup_already_exists'),
  'report.in_maintenance': row(503, 'in_maintenance', 'report_in_maintenance'),
  'report.capacity_paused': row(503, 'capacity_paused', 'report_capacity_paused'),
  'maintenance_window.ends_before': row(400, 'invalid', 'maintenance_ends_before'),
  'dataset.limit_reached': row(409, 'limit', 'dataset_limit_reached'),
  'dataset.running': row(409, 'running', 'dataset_running'),
  'dataset.too_many_times': row(400, 'invalid', 'dataset_too_many_times'),
  'dataset.circle': row(400, 'invalid', 'dataset_circle'),
  'dataset.without_times': row(400, 'invalid', 'dataset_without_times'),
  'embedding_account.name_taken': row(409, 'exists', 'account_already_exists'),
  'embedding_account.in_use': row(409, 'in_use', 'account_in_use'),
  'embedding_account.credentials_refused': row(503, 'credentials_refused', 'account_credentials_refused'),
  'embedding_account.unreachable': row(503, 'unreachable', 'account_unreachable'),
  'embedding_account.busy': row(503, 'busy', 'account_busy'),
  'embedding_account.refused': row(503, 'refused', 'account_refused'),
  'embedding_account.without_workspaces': row(409, 'empty', 'account_without_workspaces'),
  'capacity.account_taken': row(409, 'exists', 'capacity_account_taken'),
  'capacity.incomplete': row(400, 'invalid', 'capacity_incomplete'),
  'capacity.busy': row(409, 'busy', 'capacity_busy'),
  'capacity.throttled': row(503, 'busy', 'capacity_throttled'),
  'capacity.forbidden': row(503, 'refused', 'capacity_forbidden'),
  'capacity.missing': row(503, 'refused', 'capacity_missing'),
  'capacity.unreachable': row(503, 'unreachable', 'capacity_unreachable'),
  'capacity.refused': row(503, 'refused', 'capacity_refused'),
  'workspace.taken': row(409, 'exists', 'workspace_already_exists'),
  'workspace.in_use': row(409, 'in_use', 'workspace_in_use'),
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof errors

/** Codes with a sentence in phrases/errors/*.ts. That of a taken name is with the phrases of its noun. */
export type GeneralCode = Exclude<ErrorCode, NameTaken>

/**
 * Errors whose next step only people with access to the accounts can take. phrases/advice/*.ts has that step, and what everybody else reads
 * in its place.
 */
export const advisedCodes = [
  'embedding_account.credentials_refused',
  'embedding_account.refused',
  'embedding_account.without_workspaces',
  'capacity.incomplete',
  'capacity.forbidden',
  'capacity.missing',
  'capacity.refused',
] as const satisfies readonly GeneralCode[]
export type AdvisedCode = (typeof advisedCodes)[number]
