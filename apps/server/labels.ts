// The labels of fields that several features have, or whose label stands in another feature. Refusals name a field by its label.

/**
 * Field on the wire → key of the phrase that names it. A feature that has a phrase of its own for the field uses that one; see `phraseOf`
 * of phrases.ts. labels.test.ts demands a label for every field that a person fills in.
 */
export const sharedLabels: Readonly<Record<string, string>> = {
  // Who and where.
  account_id: 'nouns.embedding_account.noun',
  actor_id: 'operations.audit.column.who',
  group_id: 'reports.usage.filter.group',
  group_ids: 'people.users.field.group_ids',
  message_id: 'nouns.notification.noun',
  parceiro_id: 'organisation.tenants.field.parceiro_id',
  playlist_id: 'nouns.playlist.noun',
  report_id: 'nouns.report.noun',
  reportId: 'nouns.report.noun',
  reports: 'reports.usage.field.reports',
  service_id: 'nouns.workspace.noun',
  subgroup_id: 'nouns.report_subgroup.noun',
  tag_id: 'nouns.tag.noun',
  target_id: 'operations.audit.column.target',
  tenant_id: 'nouns.tenant.noun',
  term_id: 'nouns.user_term.noun',
  ticket_id: 'nouns.ticket.noun',
  user_id: 'nouns.user.noun',
  service_dataset_id: 'automation.tasks.field.service_dataset_id',
  workspace_id: 'reports.library.field.workspace_id',
  user_ids: 'messaging.notifications.field.user_ids',

  // A person, and how they sign in.
  allow: 'people.users.field.allow_remote_access',
  answer: 'reports.catalogs.field.answer',
  code: 'reports.playlists.screens.field.code',
  current_password: 'people.profile.field.current_password',
  email: 'people.users.field.email',
  language: 'people.users.field.language',
  name: 'reports.library.field.name',
  nome_usuario: 'people.users.field.nome_usuario',
  passkey: 'operations.audit.field.passkey',
  password: 'people.users.field.password',
  perfil_usuario: 'people.users.field.perfil_usuario',
  profile: 'people.users.field.perfil_usuario',
  reason: 'reports.catalogs.field.reason',
  recovery: 'identity.mfa.label.recovery',
  state: 'people.users.field.state',
  shown_state: 'people.users.field.state',
  status: 'people.users.field.state',
  trust: 'identity.mfa.trust',

  // What a person may open, and how.
  column: 'reports.library.filters.column',
  table: 'reports.library.filters.table',
  custom_data: 'reports.access.field.custom_data',
  custom_data_field: 'reports.access.field.custom_data_field',
  custom_data_from: 'reports.access.field.custom_data_from',
  ends_on: 'reports.access.field.ends_on',
  grants: 'reports.access.field.grants',
  identity: 'reports.access.field.identity',
  identity_field: 'reports.access.field.identity_field',
  identity_value: 'reports.access.field.identity_value',
  pages: 'reports.access.field.pages',
  roles: 'reports.access.field.roles',
  way: 'reports.access.person.field.way',
  without_filters: 'reports.access.field.without_filters',

  // Lists and their filters.
  filters: 'reports.library.field.filters',
  asked: 'reports.catalogs.filter.asked',
  columns: 'operations.audit.field.columns',
  favorite: 'reports.view.tool.favourite',
  favourite: 'reports.view.tool.favourite',
  format: 'operations.audit.field.format',
  from: 'operations.audit.field.from',
  origin: 'reports.usage.filter.origin',
  position: 'operations.audit.field.position',
  search: 'operations.audit.field.search',
  seen: 'reports.usage.filter.seen',
  to: 'operations.audit.field.to',

  // Texts and pictures.
  html: 'messaging.messages.field.body',
  kind: 'organisation.customFields.field.kind',
  message: 'messaging.broadcasts.field.message',
  page_name: 'reports.comments.field.page_name',

  // Servers of others.
  host: 'organisation.settings.field.sender_host',
  port: 'organisation.settings.field.sender_port',
  protocol: 'organisation.settings.field.sender_protocol',
  user: 'organisation.settings.field.sender_user',
}
