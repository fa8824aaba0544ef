// The labels of fields that several features have, or whose label stands in another feature. Refusals name a field by its label.

/**
 * Field on the wire → key of the phrase that names it. A feature that has a phrase of its own for the field uses that one; see `phraseOf`
 * of phrases.ts. labels.test.ts demands a label for every field that a person fills in.
 */
export const sharedLabels: Readonly<Record<string, string>> = {
  // Who and where.
  account_id: 'nouns.embedding_account.noun',
  actor_id: 'audit.column.who',
  group_id: 'reports.usage.filter.group',
  group_ids: 'users.field.group_ids',
  message_id: 'nouns.notification.noun',
  parceiro_id: 'tenants.field.parceiro_id',
  playlist_id: 'nouns.playlist.noun',
  report_id: 'nouns.report.noun',
  reportId: 'nouns.report.noun',
  reports: 'reports.usage.field.reports',
  service_id: 'nouns.workspace.noun',
  subgroup_id: 'nouns.report_subgroup.noun',
  tag_id: 'nouns.tag.noun',
  target_id: 'audit.column.target',
  tenant_id: 'nouns.tenant.noun',
  term_id: 'nouns.user_term.noun',
  ticket_id: 'nouns.ticket.noun',
  user_id: 'nouns.user.noun',
  user_ids: 'notifications.field.user_ids',

  // A person, and how they sign in.
  allow: 'users.field.allow_remote_access',
  answer: 'catalogs.field.answer',
  code: 'reports.playlists.screens.field.code',
  current_password: 'profile.field.current_password',
  email: 'users.field.email',
  language: 'users.field.language',
  name: 'reports.field.name',
  nome_usuario: 'users.field.nome_usuario',
  passkey: 'audit.field.passkey',
  password: 'users.field.password',
  perfil_usuario: 'users.field.perfil_usuario',
  profile: 'users.field.perfil_usuario',
  reason: 'catalogs.field.reason',
  recovery: 'signIn.twoFactor.label.recovery',
  state: 'users.field.state',
  status: 'users.field.state',
  trust: 'signIn.twoFactor.trust',

  // What a person may open, and how.
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
  asked: 'catalogs.filter.asked',
  columns: 'audit.field.columns',
  favorite: 'reports.view.tool.favourite',
  favourite: 'reports.view.tool.favourite',
  format: 'audit.field.format',
  from: 'audit.field.from',
  origin: 'reports.usage.filter.origin',
  position: 'audit.field.position',
  search: 'audit.field.search',
  seen: 'reports.usage.filter.seen',
  to: 'audit.field.to',

  // Texts and pictures.
  html: 'notifications.messages.field.body',
  kind: 'customFields.field.kind',
  message: 'broadcasts.field.message',
  page_name: 'reports.comments.field.page_name',

  // Servers of others.
  host: 'settings.field.sender_host',
  metadata_url: 'signIn.saml.metadataUrl',
  port: 'settings.field.sender_port',
  protocol: 'settings.field.sender_protocol',
  user: 'settings.field.sender_user',
}
