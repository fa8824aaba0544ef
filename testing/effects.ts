// The test that proves the effect of each setting, toggle, flag of a profile, and field of the specification's records (section 3), by the
// name of the field on the wire. effects.test.ts compares this table with the contracts, the forms and the tests.
import type { z } from 'zod'
import { toggles } from '#catalogue/access.ts'
import { task } from '#features/automation/tasks/contract.ts'
import { trigger } from '#features/automation/triggers/contract.ts'
import { issueBills } from '#features/business/billing/contract.ts'
import { addClient } from '#features/business/clients/contract.ts'
import { addTicket, updateTicket } from '#features/help-desk/tickets/contract.ts'
import { saml } from '#features/identity/saml/contract.ts'
import { changelogEntry } from '#features/messaging/changelog/contract.ts'
import { addMessage } from '#features/messaging/messages/contract.ts'
import { notificationTemplate } from '#features/messaging/templates/contract.ts'
import { customField } from '#features/organisation/custom-fields/contract.ts'
import { settingsWireNames, updateSettings } from '#features/organisation/settings/contract.ts'
import { updateTenant } from '#features/organisation/tenants/contract.ts'
import { updateTheme } from '#features/organisation/themes/contract.ts'
import { userTerm } from '#features/organisation/user-terms/contract.ts'
import { changeSeller, changeSupportAgent } from '#features/people/staff/contract.ts'
import { updateTeamMember } from '#features/people/team/contract.ts'
import { addUser } from '#features/people/users/contract.ts'
import { updateConnection } from '#features/people/scim/contract.ts'
import { addReport } from '#features/reports/library/contract.ts'
import { managementReportCalls } from '#features/reports/management/contract.ts'
import { playlist, playlistItem } from '#features/reports/playlists/contract.ts'
import { addAccount } from '#features/sources/accounts/contract.ts'
import { updateAiAccount } from '#features/assistant/ai-accounts/contract.ts'
import type { Proof } from './named-tests.ts'

export type Effects = {
  record: string
  /** The fields that a call takes, by their names on the wire. */
  taken: readonly string[]
  /** The folder of the form, below features/. */
  form: string
  /** Other names of fields, by the name on the wire. */
  alsoNamed?: Record<string, string>
  /** Fields whose control has no name in the sources: their names need only appear in a form or list. */
  shown?: readonly string[]
  /** Fields of the call that are no field of the record, with the reason in words. */
  without?: Record<string, string>
  proofs: Record<string, Proof>
}

/** The names of an input on the wire. */
function namesIn(schema: z.core.$ZodType): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object') return Object.keys(def.shape)
  // The input side of a pipe has the names of the wire.
  if (def.type === 'pipe') return namesIn(def.in)
  throw new Error(`An input of the kind ${def.type} has no names.`)
}

const recordNumber = 'the record and its version'
const id = recordNumber
const version = recordNumber

const settingsTests = 'features/organisation/settings/server/routes.test.ts'
const senderTests = 'features/organisation/settings/server/service.db.test.ts'
const registrationTests = 'features/identity/registration/server/routes.test.ts'
const viewTests = 'features/reports/view/server/routes.test.ts'
const frameTests = 'features/reports/frame/web/report-configuration.test.ts'
const twoFactorTests = 'features/identity/mfa/server/routes.test.ts'
const passwordTests = 'platform/contract/password-rules.test.ts'
const notificationTests = 'features/messaging/notifications/server/routes.test.ts'
const libraryTests = 'features/reports/library/server/routes.test.ts'
const tenantTests = 'features/organisation/tenants/server/routes.test.ts'
const userTests = 'features/people/users/server/routes.test.ts'
const catalogTests = 'features/reports/catalogs/server/routes.test.ts'
const clientTests = 'features/business/clients/server/routes.test.ts'
const billTests = 'features/business/billing/server/routes.test.ts'
const pdfTests = 'features/business/billing/server/bill-pdf.db.test.ts'
const ticketTests = 'features/help-desk/tickets/server/routes.test.ts'
const messageTests = 'features/messaging/messages/server/routes.test.ts'
const templateTests = 'features/messaging/templates/server/routes.test.ts'
const changelogTests = 'features/messaging/changelog/server/routes.test.ts'
const taskTests = 'features/automation/tasks/server/routes.test.ts'
const datasetTaskTests = 'features/automation/tasks/server/datasets.db.test.ts'
const stateTests = 'features/automation/tasks/server/states.test.ts'
const triggerTests = 'features/automation/triggers/server/routes.test.ts'
const slotTests = 'features/automation/triggers/server/rules.test.ts'
const playlistTests = 'features/reports/playlists/server/routes.test.ts'
const playTests = 'features/reports/playlists/web/playlist-show.test.ts'
const themeTests = 'features/organisation/themes/server/routes.test.ts'
const tokenTests = 'platform/web/theme/theme-tokens.test.ts'
const termTests = 'features/organisation/user-terms/server/routes.test.ts'
const fieldTests = 'features/organisation/custom-fields/server/routes.test.ts'
const accountTests = 'features/sources/accounts/server/routes.test.ts'
const capacityTests = 'features/sources/capacities/server/routes.test.ts'
const samlTests = 'features/identity/saml/server/routes.test.ts'
const samlSignIns = 'features/identity/saml/server/service.db.test.ts'
const scimTests = 'features/people/scim-resources/server/routes.test.ts'
const aiTests = 'features/assistant/ai-accounts/server/routes.test.ts'

const landing: Proof = [settingsTests, 'land people on the chosen page, and on the start page while the choice is off']
const menuTests: Proof = ['features/home/shelves/server/routes.test.ts', 'the menu has the settings of the report tree']
const lastRefresh: Proof = [
  'features/reports/view/server/commands.db.test.ts',
  'answers the time of the last refresh if the report and its business unit show it, or all reports must',
]
const logo: Proof = [
  settingsTests,
  'V1: accept only https for the logo’s target, and require one unless the logo links to the home page',
]
const eachRule: Proof = [passwordTests, 'names each rule that a password does not satisfy']
const copies: Proof = [
  notificationTests,
  'with copies of notifications %s and copies about tickets %s go to who wants them',
]
const frameAncestors: Proof = [
  'apps/server/frame-origins.db.test.ts',
  'E4: the origins of a host are those of its business unit, while embedded access is on',
]

const settingEffects: Effects = {
  record: 'settings',
  taken: [...namesIn(updateSettings.input), 'ip', 'last_update'],
  form: 'organisation/settings',
  alsoNamed: {
    ...Object.fromEntries(Object.entries(settingsWireNames).map(([own, wire]) => [wire, own])),
    ip: 'address',
    last_update: 'password_rules_changed_at',
  },
  without: { version, confirm: 'the answer to a warning' },
  shown: ['ip', 'last_update', 'token_embedded', 'sender', 'listIp'],
  proofs: {
    home_page: landing,
    relatorio_id: [settingsTests, 'require a report for the landing page “report”'],
    enable: landing,
    timezone: [triggerTests, 'J7: is planned anew when the business unit changes its time zone'],
    listIp: [
      settingsTests,
      'A8: check the address of the connection, not of headers, and match IPv4 in both notations',
    ],
    ip: [settingsTests, 'are read with the specification’s field names and the caller’s address'],
    save_filter: [viewTests, 'stores nothing of a person while the business unit does not save filters'],
    show_menu_report: menuTests,
    show_name_report: menuTests,
    login_timeout: [settingsTests, 'A6: shorten open sessions when the session lifetime is reduced'],
    auto_block_days: [
      userTests,
      'P3: blocks people who did not sign in for the days of the unit, once, with an audit entry',
    ],
    mostrar_ultima_atualizacao_relatorio: lastRefresh,
    mostrar_ultima_atualizacao_relatorio_global: lastRefresh,
    enable_watermark: [viewTests, 'turns the watermark on if the business unit’s settings say so'],
    watermark_text: [viewTests, 'has the text of the watermark, and the publisher’s settings of interval and comments'],
    logo_page: logo,
    logo_page_default: logo,
    allow_access_remote: [
      'features/identity/unit-switch/server/routes.test.ts',
      'E3: a unit that allows no remote access is not entered, and the sessions in it end at once',
    ],
    user_import: ['features/people/from-units/server/routes.test.ts', 'with %s'],
    send_email_register_user: [
      'features/identity/passwords/server/routes.test.ts',
      'is not sent to a person with a password, nor where the settings want none: the form then shows the link',
    ],
    enable_password: [
      'features/identity/passwords/server/rules.test.ts',
      'a password that does not satisfy the rules must change, unless they are not in force',
    ],
    min_character: eachRule,
    capital_letter: eachRule,
    special_characters: eachRule,
    expiry_time_password: [
      'features/identity/passwords/server/routes.test.ts',
      'leads an expired one to the page of a new one, and begins no session',
    ],
    last_update: [
      'features/identity/passwords/server/routes.test.ts',
      'finds one that does not satisfy tightened rules, at the next sign-in',
    ],
    send_email_notification: copies,
    push_content: [
      'features/messaging/push-devices/server/routes.test.ts',
      'says what happened where the business unit allows it, in the person’s language',
    ],
    enable_helpdesk: [
      'apps/server/hidden-screens.db.test.ts',
      'include those of the help desk, at once, while the business unit has none',
    ],
    send_email_helpdesk: copies,
    enable_auto_register: [
      registrationTests,
      'needs the flag of the business unit and its setting, and 404 is the answer otherwise',
    ],
    registration_approval: [registrationTests, 'are kept when an administrator approves the registration'],
    known_people: [
      registrationTests,
      'gets the link that a stranger gets, and a membership at once where the unit wants it; the account stays',
    ],
    registration_domains: [
      registrationTests,
      'takes only addresses of the allowed domains, whether they have an account or not',
    ],
    mfa_master: [twoFactorTests, 'sends people without one to the set-up, which ends with the session and ten codes'],
    mfa_permission_admin: [
      twoFactorTests,
      'Z2: only staff, and administrators with the toggle while staff allow it, see and change the setting',
    ],
    mfa_trusted_browser: [
      twoFactorTests,
      'needs no code for 30 days, with the password, where the business unit allows it',
    ],
    enable_embedded: frameAncestors,
    domains_embedded_whitelist: frameAncestors,
    sender: [
      senderTests,
      'a business unit’s mails use its own sender, all others the platform’s; a refused mail is not sent again by the other',
    ],
    token_embedded: [
      'features/identity/embedded-access/server/routes.test.ts',
      'A6: ends within a second when %s, and renewal does not bring it back',
    ],
  },
}

const toggleEffects: Effects = {
  record: 'toggles',
  taken: toggles,
  form: 'people/users',
  proofs: {
    configure_saml: [samlTests, 'E5: an administrator needs the toggle, a reader may never manage providers'],
    configure_two_factor: [
      twoFactorTests,
      'Z2: only staff, and administrators with the toggle while staff allow it, see and change the setting',
    ],
    import_users: ['features/people/from-units/server/routes.test.ts', 'with %s'],
    remote_access: [
      'features/identity/remote-access/server/routes.test.ts',
      'Z6: who × whom × consent × flag of the unit: the answer of the request',
    ],
    create_notifications: [
      messageTests,
      'Z3: a plain user needs the toggle, and writes to the groups that they belong to',
    ],
    update_datasets: [
      'features/reports/datasets/server/routes.test.ts',
      'Z1: a plain user needs the toggle, and then has those of the reports that they may open',
    ],
    edit_reports: [viewTests, 'needs the report (allows: $allows) and the person ($toggles)'],
    support_agent: [ticketTests, 'ends when the person loses the toggle of support agents'],
  },
}

const userEffects: Effects = {
  record: 'user',
  taken: namesIn(addUser.input),
  form: 'people/users',
  shown: ['custom'],
  without: Object.fromEntries(toggles.map((toggle) => [toggle, 'has a table of its own'])),
  proofs: {
    nome_usuario: [
      userTests,
      'searches name, e-mail and department; filters by profile, state and group; sorts without regard to accents',
    ],
    email: [
      userTests,
      'refuses an e-mail that exists on the platform and a phone that exists in the business unit, at the field',
    ],
    phone: [
      userTests,
      'refuses an e-mail that exists on the platform and a phone that exists in the business unit, at the field',
    ],
    password: [userTests, 'Z3: adds a person who can sign in; the answer contains no secret'],
    perfil_usuario: [userTests, 'Z2: refuses a profile above the actor’s, and ignores unknown fields'],
    state: ['features/identity/sign-in/server/routes.test.ts', 'reports the state %s only after the right password'],
    department: [
      userTests,
      'searches name, e-mail and department; filters by profile, state and group; sorts without regard to accents',
    ],
    language: [
      'features/identity/sessions/server/routes.test.ts',
      'stores the language that a person chose, also for staff without a business unit',
    ],
    group_ids: [userTests, 'sends live events for a block and for changed groups with grants'],
    ignore_auto_block: [
      userTests,
      'P3: blocks people who did not sign in for the days of the unit, once, with an audit entry',
    ],
    shift_id: [
      'features/organisation/shifts/server/routes.test.ts',
      'refuse sign-ins and open sessions outside the hours, and allow them again inside',
    ],
    custom: [fieldTests, 'are in the form of a person, stored, searchable, and removed with the field'],
    invite_at: [
      'features/people/users/server/planned-invitations.db.test.ts',
      'J1: goes out once after its time, by whichever process, and is then no plan any more',
    ],
    block_on: [userTests, 'A6: block the person on the day, without a job'],
    delete_on: [userTests, 'P3: erase the person on the day, once, with an audit entry; keep the last administrator'],
  },
}

const tenantEffects: Effects = {
  record: 'business unit',
  taken: namesIn(updateTenant.input),
  form: 'organisation/tenants',
  without: { id, version },
  proofs: {
    name: [tenantTests, 'searches by name, address and partner'],
    subdomain: [tenantTests, 'T5, T6: ends the sessions at an address that changed, and no others'],
    default_language: [
      'features/identity/sign-in/server/routes.test.ts',
      'answers the default language of the host’s business unit, and pt-BR for partners and the platform',
    ],
    default_for_sso: [samlSignIns, 'new people become members of the unit that is the default for single sign-on'],
    default_for_registration: [
      registrationTests,
      'is made at the partner’s host only for its default business unit, and the link leads to that one',
    ],
    registration_enabled: [
      registrationTests,
      'needs the flag of the business unit and its setting, and 404 is the answer otherwise',
    ],
    allow_adding_reports: [
      libraryTests,
      'is possible for partner and platform only, where the business unit may not add reports',
    ],
    restrict_accounts: [accountTests, 'an administrator sees only the accounts that they registered'],
    user_limit: [userTests, 'Z8: enforces the user limit exactly under 20 parallel additions'],
    trial_ends: [
      'features/identity/sessions/server/routes.test.ts',
      'refuses test users after the last day of the trial',
    ],
    maintenance: [
      tenantTests,
      'A4: maintenance refuses everybody except the platform’s staff, who alone start and end it',
    ],
    hidden_menu: [
      'apps/server/hidden-screens.db.test.ts',
      'are the union of those hidden by the partner and by the business unit',
    ],
    enabled: [tenantTests, 'A4: refuses open sessions immediately when the business unit is disabled'],
    allow_access_remote: [
      'features/identity/unit-switch/server/routes.test.ts',
      'E3: staff close a unit at their own host and open it again; its administrators are told, the trail has it',
    ],
  },
}

const displayed: Proof = [frameTests, 'panes, pages and headers of visuals are shown as the report says']

const reportEffects: Effects = {
  record: 'report',
  taken: [...namesIn(addReport.input), 'ignore_row_security', 'ignore_role'],
  form: 'reports/library',
  without: { workspace_id: 'the source', service_report_id: 'the source' },
  proofs: {
    subgroup_id: [libraryTests, 'T1: refuses a workspace or subgroup of another business unit'],
    name: [libraryTests, 'refuses a second report with the same name in the subgroup, with the message at the field'],
    description: [libraryTests, 'D2: changes only the sent fields, and refuses a stale version'],
    cover: [libraryTests, 'is re-encoded, stored under a signed path, and shown in lists and in the menu'],
    filters: [viewTests, 'contain the publisher’s filters, which the embedded service offers columns for'],
    ignore_row_security: [
      libraryTests,
      'E2: ignores row-level security only with a role, set by a report manager, with an audit entry',
    ],
    ignore_role: [
      'features/reports/access/server/rules.test.ts',
      'uses the report’s own role when the report ignores row-level security',
    ],
    tag_ids: [
      libraryTests,
      'filter and search the lists, and count their reports; a removed tag is removed from the report',
    ],
    allow_edit: [viewTests, 'needs the report (allows: $allows) and the person ($toggles)'],
    show_page_navigation: displayed,
    show_filter_pane: displayed,
    show_hidden_pages: [
      'journeys/publishing.journey.ts',
      'a report keeps favourite and full screen without its toolbar, and lists the pages that its author hid @all',
    ],
    show_visual_headers: displayed,
    show_toolbar: [frameTests, 'a report in a page of another site has a bar while at least one tool is left'],
    show_last_update: lastRefresh,
    show_on_app: [
      libraryTests,
      'a report that phones do not offer is left out of their lists, and stays in the others',
    ],
    show_on_catalog: [catalogTests, 'leaves out hidden reports and reports without `show_on_catalog`'],
    show_mobile_background: [
      frameTests,
      'a phone layout shows the background of the report where the report says so, other layouts never',
    ],
    allow_comments: [
      'features/reports/comments/server/routes.test.ts',
      'are neither read nor written if the report does not allow comments',
    ],
    export: [
      'features/reports/view/server/exports.db.test.ts',
      'a report without the field is not exported, and the field is stored and told',
    ],
    refresh_seconds: [
      'features/reports/stage/web/report-refresh.test.ts',
      'refreshes after each interval, and not before',
    ],
    orientation: [frameTests, 'decides about the phone layout; automatic follows the width of the window'],
    recommended_resolution: [
      'features/reports/frame/web/report-scale.test.ts',
      'lays a report out in at least the recommended pixels, and fills the room',
    ],
    catalog_description: [
      catalogTests,
      'shows readers the reports that they may not open, with their catalog description',
    ],
    names: [
      'features/reports/library/server/store.db.test.ts',
      'is shown to readers of the language in lists, menu, shelves, pickers, palette and viewer',
    ],
    catalog_descriptions: [
      'features/reports/library/server/store.db.test.ts',
      'is shown in the catalog with its description, and in the notification of a decision',
    ],
    hidden: [
      'features/reports/view/server/commands.db.test.ts',
      'refuses a hidden report although the token is cached',
    ],
  },
}

const fieldEffects: Effects = {
  record: 'custom field',
  taken: [...Object.keys(customField.fields), 'parceiro_id'],
  form: 'organisation/custom-fields',
  proofs: {
    name: [fieldTests, 'are columns with the names of the fields, all of them or the chosen ones'],
    kind: [fieldTests, 'require options for kinds with a choice'],
    options: [
      'features/organisation/custom-fields/contract.test.ts',
      'a removed option stays valid for a person who has it, and is refused for others',
    ],
    required: [fieldTests, 'can be required in every business unit'],
    searchable: [fieldTests, 'are in the form of a person, stored, searchable, and removed with the field'],
    in_registration: [registrationTests, 'asks for the custom fields that are enabled in it'],
    // The field is global: of a partner, for all its business units.
    parceiro_id: [fieldTests, 'are used by every business unit of the partner, which cannot change them'],
  },
}

const ticketEffects: Effects = {
  record: 'ticket',
  taken: [...new Set([...namesIn(addTicket.input), ...namesIn(updateTicket.input)])],
  form: 'help-desk/tickets',
  without: { id, version },
  proofs: {
    name: [ticketTests, 'has filters, the search by number, subject and person, and the order by priority'],
    text: [ticketTests, 'needs a subject and a text within their limits'],
    priority: [
      'features/help-desk/tickets/server/due.db.test.ts',
      'follow its priority, answers and status, and are told to people who handle tickets only',
    ],
    report_id: [ticketTests, 'names its report only to people who may open the report'],
    view: [ticketTests, 'is kept with browser and language, and read by people who may open the report'],
    attachments: [ticketTests, 'is a picture drawn again or a document as it was sent, for both sides of the ticket'],
    handler_id: [
      ticketTests,
      'takes a ticket, sets priority and time, and hands it over to somebody who handles tickets',
    ],
    estimated_at: [
      ticketTests,
      'takes a ticket, sets priority and time, and hands it over to somebody who handles tickets',
    ],
  },
}

const messageEffects: Effects = {
  record: 'notification',
  taken: namesIn(addMessage.input),
  form: 'messaging/messages',
  proofs: {
    title: [messageTests, 'show each person the text in their language'],
    body: [messageTests, 'show each person the text in their language'],
    target: [messageTests, 'reach everybody, a profile, groups and people'],
    group_ids: [messageTests, 'reach everybody, a profile, groups and people'],
    user_ids: [messageTests, 'reach everybody, a profile, groups and people'],
    login_notice: [messageTests, 'show their author who has read them'],
    starts_on: [messageTests, 'are sent once on their first day, and are hidden after their last day'],
    ends_on: [messageTests, 'are sent once on their first day, and are hidden after their last day'],
  },
}

const templateEffects: Effects = {
  record: 'notification template',
  taken: Object.keys(notificationTemplate.fields),
  form: 'messaging/templates',
  proofs: {
    type: [templateTests, 'exist once for each type and business unit'],
    subject: [templateTests, 'the next recovery mail carries a changed template'],
    body: [templateTests, 'the next recovery mail carries a changed template'],
  },
}

const source: Proof = [datasetTaskTests, 'is stored, read and changed to a report']
const filled: Proof = [
  taskTests,
  'E6: reads the rows that the caller may read, and returns the message that the task would send',
]

const taskEffects: Effects = {
  record: 'task',
  taken: Object.keys(task.fields),
  form: 'automation/tasks',
  shown: ['dataset_name'],
  proofs: {
    name: [taskTests, 'is added, read, changed and removed, with people and triggers'],
    enabled: [taskTests, 'of a trigger starts the enabled tasks now'],
    report_id: source,
    workspace_id: source,
    service_dataset_id: source,
    dataset_name: source,
    type: [
      'features/automation/tasks/server/rules.test.ts',
      'meets the condition by its first row, or by each row of a list',
    ],
    dax: [taskTests, 'names what is wrong with a query, a column or a value'],
    column_name: ['features/automation/tasks/server/rules.test.ts', 'names the column or the value at fault'],
    operator: ['features/automation/tasks/server/rules.test.ts', 'of %s %s %s is %s'],
    value: ['features/automation/tasks/server/rules.test.ts', 'of %s %s %s is %s'],
    variables: [taskTests, 'puts variables into the query as literals'],
    message: filled,
    row_key: [stateTests, 'is refused with a key that two rows have, with a missing column, and with too many rows'],
    clear_value: [stateTests, 'stays firing between the two values, and names the row in its message'],
    fire_runs: [stateTests, 'is pending until the condition held in n of the last m runs'],
    fire_of: [stateTests, 'is pending until the condition held in n of the last m runs'],
    recover_runs: [stateTests, 'fires, recovers and is ok; a row that is gone recovers after the runs of the author'],
    on_no_data: [stateTests, 'after an answer without rows is what the author says'],
    on_error: [taskTests, 'whose query fails is an alarm or is fine, where the author says so'],
    repeat_policy: [stateTests, 'J6: tells by the repeat policy what the model tells'],
    tells_recovery: [taskTests, 'has a state for each row, firing first, and tells which rows recovered'],
    late_hours: [
      taskTests,
      'J2: runs late by the limit of its task, and a run that waited longer is recorded as missed',
    ],
    channels: [
      taskTests,
      'by e-mail alone is not in the notification center, and is not sent to people who refuse copies',
    ],
    webhook_url: [taskTests, 'calls a webhook with a signature, again after a refusal, under one idempotency key'],
    target: [taskTests, 'E2: tells each addressee their own rows, asks each identity once, and stores its history'],
    send_to_self: [taskTests, 'E2: shows the value of the owner’s rows to the owner only'],
  },
}

const triggerEffects: Effects = {
  record: 'trigger',
  taken: Object.keys(trigger.fields),
  form: 'automation/triggers',
  proofs: {
    name: [triggerTests, 'are those that a saved trigger has'],
    enabled: [triggerTests, 'is planned when it is saved, in its own time zone or that of the business unit'],
    frequency: [slotTests, 'are every day, on days of the week, or on days of the month, in local time'],
    days: [slotTests, 'are every day, on days of the week, or on days of the month, in local time'],
    month_days: [slotTests, 'J7: a day that a month does not have is its last day, once, also in a leap year'],
    times: [slotTests, 'J7: run once at a clock change in %s (%s)'],
    timezone: [triggerTests, 'is planned when it is saved, in its own time zone or that of the business unit'],
    starts_on: [slotTests, 'begin and end on their days'],
    ends_on: [slotTests, 'begin and end on their days'],
  },
}

const playlistEffects: Effects = {
  record: 'playlist and its items',
  taken: [
    ...Object.keys(playlist.fields).filter((field) => field !== 'items'),
    ...namesIn(playlistItem).filter((field) => field !== 'id'),
  ],
  form: 'reports/playlists',
  shown: ['report_id', 'page', 'page_name', 'hours'],
  proofs: {
    name: [playlistTests, 'keeps items, grants and owner, and reads them back with names'],
    description: [playlistTests, 'keeps items, grants and owner, and reads them back with names'],
    report_id: [playlistTests, 'keeps the other items when a report is removed, and does not play it'],
    page: [playlistTests, 'lists the pages of a report, as its service names them'],
    page_name: [playlistTests, 'lists the pages of a report, as its service names them'],
    seconds: [playTests, 'shows 200 slides in their order, each for its seconds, with at most two reports at a time'],
    repetitions: [
      playTests,
      'shows every page of an item as often as it says, each one loaded anew behind the present one',
    ],
    filters: [
      'features/reports/playlists/web/playlist-slide-configuration.test.ts',
      'filters of an item come after those of the publisher, and replace none',
    ],
    hours: [playTests, 'says that there is no report outside the hours of all items, and begins by itself'],
  },
}

const colours: Proof = [tokenTests, 'change with each colour of the theme']

const themeEffects: Effects = {
  record: 'theme',
  taken: namesIn(updateTheme.input),
  form: 'organisation/themes',
  alsoNamed: { iconReport: 'icon_report' },
  without: { version },
  proofs: {
    title_page: [
      themeTests,
      'D5: changes the sent fields, applies to the sign-in page, and is in the audit trail with both values',
    ],
    favicon: [themeTests, 'are re-encoded, get a random name, and are served publicly as images'],
    logo: [themeTests, 'are re-encoded, get a random name, and are served publicly as images'],
    background_image: [themeTests, 'T1: must belong to the same owner and have the right kind'],
    iconReport: [themeTests, 'include the report icon under the specification’s name'],
    color_background: colours,
    color_card: colours,
    color_font: colours,
    color_button: colours,
    color_active_item: colours,
    color_group: colours,
    color_subgroup: colours,
    color_icon: colours,
    color_login_background: colours,
    color_login_button: colours,
    color_forgot_password: colours,
  },
}

const legal: Proof = [clientTests, 'are added with every field, listed, searched by their tax id, filtered and read']
const printed: Proof = [
  pdfTests,
  'says what was copied at issue, in the language of the client, with a Pix code of the amount',
]
const sums: Proof = [
  billTests,
  'counts each person once over all units, takes off the bonus and adds the fee of own domains',
]

const clientEffects: Effects = {
  record: 'client',
  taken: namesIn(addClient.input),
  form: 'business/clients',
  proofs: {
    name: printed,
    customer_code: [clientTests, 'have a name, a code and a tax id of their own, with the fault at its field'],
    client_type: [clientTests, 'Z1: refuse %s'],
    cnpj_cpf: [clientTests, 'have a name, a code and a tax id of their own, with the fault at its field'],
    fantasy_name: legal,
    state_registration: legal,
    business_email: legal,
    email_invoice: [
      'features/business/billing/server/bill-sends.db.test.ts',
      'a bill goes to every address of the client with its file attached, and the choice is remembered',
    ],
    commercial_phone: legal,
    contact_name: legal,
    cep: [
      'features/business/legal-data/server/postal-codes.db.test.ts',
      'reads the address of a postal code, and what the service does not know stays empty',
    ],
    address: printed,
    number: printed,
    complement: legal,
    neighborhood: legal,
    city: printed,
    state: printed,
    contract_date: [billTests, 'exists for the running month and the one before, and for no month before the contract'],
    seller: [clientTests, 'name only staff who are marked as sellers'],
    trial_period: [
      clientTests,
      'A4: ends the use by everybody in its units after its last day, at once and for running sessions, and not for others',
    ],
    payment_details: printed,
    user_limit: [
      clientTests,
      'refuses a person in any of its units with "User limit reached", and cannot be lower than what is there',
    ],
    timezone: [billTests, 'are counted in the month of the time zone of the contract, whatever that of the unit is'],
    language: printed,
    sends_bills: [
      'features/business/billing/server/bill-sends.db.test.ts',
      'a bill is not sent to a client that does not want it, and is sent by hand, also again',
    ],
    reminds: [
      'features/business/billing/server/bill-sends.db.test.ts',
      'an overdue bill is reminded of once, three days after the due date, when the client wants it and owes something',
    ],
    due_days: [
      'features/business/billing/server/due-dates.db.test.ts',
      'a bill without a stated due date follows the rule of its client',
    ],
    due_on_business_day: [
      'features/business/billing/server/due-dates.db.test.ts',
      'a bill without a stated due date follows the rule of its client',
    ],
    issue_day: [
      'features/business/billing/server/due-dates.db.test.ts',
      'a bill issues itself on the day of its client, once, and tells and sends it as an issue by hand',
    ],
    price: sums,
    number_of_bonus: sums,
    domain_fee: sums,
    parceiro_id: [clientTests, 'keep their partner from being removed'],
    units: [clientTests, 'have units of their partner that no other client has, and give them up'],
  },
}

const billEffects: Effects = {
  record: 'bill',
  taken: [...namesIn(issueBills.input), 'date_of_issue', 'billed_users'],
  form: 'business/billing',
  shown: ['date_of_issue', 'billed_users', 'clients'],
  proofs: {
    reference_month: [billTests, 'T6: exists once for a client and month, also when 8 calls issue it at the same time'],
    date_due: [billTests, 'overdue follows from the due date in the time zone of the contract'],
    clients: [
      billTests,
      'is not issued for a month that has not begun, for a day that is over, or for an unknown client',
    ],
    send: [
      'features/business/billing/server/bill-sends.db.test.ts',
      'a bill goes to every address of the client with its file attached, and the choice is remembered',
    ],
    date_of_issue: printed,
    billed_users: sums,
  },
}

const azure: Proof = [capacityTests, 'are read with their state, and checked against their account']
const credentials: Proof = [accountTests, 'passes all steps with valid credentials']

const accountEffects: Effects = {
  record: 'report-embedding account',
  taken: namesIn(addAccount.input),
  form: 'sources/accounts',
  alsoNamed: { workspace_id: 'azure_workspace_id', feature_name: 'capacity_name', size: 'capacity_size' },
  proofs: {
    name: [accountTests, 'refuses a second account with the same name and owner'],
    kind: [accountTests, 'reports a missing embedded report service'],
    id_directory: [accountTests, 'U5: refuses a URL or path as a directory, and names the field'],
    id_app: credentials,
    id_object: credentials,
    secret: [accountTests, 'an update without a secret keeps the stored one; a new secret replaces it'],
    subscription_id: azure,
    workspace_id: [
      accountTests,
      'an account keeps the five fields of its license capacity, and shows them to their owner only',
    ],
    resource_group: azure,
    feature_name: azure,
    size: [capacityTests, 'pauses, starts and resizes, with log and periods'],
  },
}

const changelogEffects: Effects = {
  record: 'update entry',
  taken: Object.keys(changelogEntry.fields),
  form: 'messaging/changelog',
  proofs: {
    title: [changelogTests, 'requires a unique title in Portuguese'],
    body: [changelogTests, 'stores missing languages as null, and keeps line breaks'],
    kind: [changelogTests, 'shows sent entries to partners and administrators, the newest first'],
    day: [changelogTests, 'shows an entry from its day on, in one language'],
    sent: [changelogTests, 'shows sent entries to partners and administrators, the newest first'],
  },
}

const termEffects: Effects = {
  record: 'user term',
  taken: Object.keys(userTerm.fields),
  form: 'organisation/user-terms',
  proofs: {
    title: [termTests, 'D5: writes additions, publications and acceptances to the audit trail'],
    body: [termTests, 'U3: keeps formatted texts, cleaned, and refuses the rest by name'],
    condition: [termTests, 'informative terms are listed and refuse no call'],
    place: [termTests, 'asks for a report where the term stands before one, and knows reports of the unit only'],
    report_id: [termTests, 'before a report stop only that report'],
    active: [
      termTests,
      'A6: ask in running and in new sessions, again for a new version, and no longer when not in force',
    ],
  },
}

const samlEffects: Effects = {
  record: 'SAML configuration',
  taken: Object.keys(saml.fields),
  form: 'identity/saml',
  proofs: {
    name: [samlTests, 'are added, read with our addresses, and shown on the sign-in page of their unit only'],
    entity_id: [
      samlTests,
      'refuse weak keys, what is no certificate, two apps of one provider, and addresses that are not https',
    ],
    login_url: [samlSignIns, 'asks the identity provider, adds the person, and begins one session'],
    logout_url: [
      samlSignIns,
      'A6: leads the browser to the sign-out of the identity provider, and back to the sign-in page',
    ],
    certificates: [
      samlSignIns,
      'proves its own tools: the same messages, unaltered, are accepted with either signature',
    ],
    name_id_format: [samlSignIns, 'asks the identity provider, adds the person, and begins one session'],
    attributes: [samlSignIns, 'writes texts of the provider to the custom fields of the unit, and to no others'],
    create_users: [samlSignIns, 'leads an unknown person to their administrator when the app adds nobody'],
    link_users: [
      samlSignIns,
      'S7: with the permission of the app the e-mail links people of this unit alone, and ends their password',
    ],
    idp_initiated: [samlSignIns, 'S4: without a request of ours, an assertion that the app accepts is used once too'],
    status: [
      samlTests,
      'leave the sign-in page when they are switched off, and a switch without a difference stores nothing',
    ],
  },
}

const directory: Proof = [scimTests, 'S8: is rotated with an overlap; a disabled or expired connection is refused']

const scimEffects: Effects = {
  record: 'SCIM configuration',
  taken: namesIn(updateConnection.input),
  form: 'people/scim',
  alsoNamed: { enable: 'enabled' },
  shown: ['enable', 'rotate'],
  without: { id, version },
  proofs: { enable: directory, expires_at: directory, rotate: directory },
}

const aiEffects: Effects = {
  record: 'AI account',
  taken: namesIn(updateAiAccount.input),
  form: 'assistant/ai-accounts',
  without: { version },
  proofs: {
    enabled: [aiTests, 'is off until it is configured'],
    inherits: [aiTests, 'lets a unit use the account of its partner, or else of the platform, without showing the key'],
    provider: [aiTests, 'tests the model of the form with the stored key, only at its own service'],
    base_url: [aiTests, 'U5: refuses addresses that cannot be an API'],
    model: [aiTests, 'tests the model of the form with the stored key, only at its own service'],
    monthly_budget: [
      'features/messaging/messages/server/draft.db.test.ts',
      'says when a budget starts again: the month of the unit, the day of the person',
    ],
    daily_budget: [
      'features/messaging/messages/server/draft.db.test.ts',
      'says when a budget starts again: the month of the unit, the day of the person',
    ],
    sends_rows: [
      'features/reports/view/server/page-summary.db.test.ts',
      'P3: sends nothing when the unit does not allow rows, and asks no query before it refuses',
    ],
    key: [aiTests, 'Z3: stores the key sealed, and shows it in no answer, no audit entry and no file'],
  },
}

const staffEffects: Effects = {
  record: 'flags of the platform’s staff',
  taken: [...namesIn(changeSeller.input), ...namesIn(changeSupportAgent.input)].filter((field) => field !== 'id'),
  form: 'people/staff',
  shown: ['seller', 'support_agent'],
  proofs: {
    seller: [clientTests, 'name only staff who are marked as sellers'],
    support_agent: [
      'features/help-desk/handed-tickets/server/routes.test.ts',
      'who are no support agents read a ticket, and neither answer it nor hand it on',
    ],
  },
}

const teamEffects: Effects = {
  record: 'flags of a partner’s staff',
  taken: namesIn(updateTeamMember.input),
  form: 'people/team',
  without: { id, version, name: 'no flag', language: 'no flag', password: 'no flag' },
  proofs: {
    billing_administrator: [
      billTests,
      'Z1: a master sees bills only as billing administrator, and only bills of the own partner',
    ],
    support_agent: [
      'features/help-desk/handed-tickets/server/routes.test.ts',
      'who are no support agents read a ticket, and neither answer it nor hand it on',
    ],
  },
}

const managementTests = 'features/reports/management/server/routes.test.ts'
const managed: Proof = [managementTests, 'T1: of a partner reach its own business units, and only those that it names']

const managementEffects: Effects = {
  record: 'management report',
  taken: namesIn(managementReportCalls.add.input),
  form: 'reports/management',
  proofs: {
    title: managed,
    description: managed,
    source: [managementTests, 'T1: show the numbers of the reader’s business unit only'],
    embedded: [
      'features/reports/management/server/embedded.db.test.ts',
      'E2: opens with the id of the reader’s business unit as the user name, under the role of the publisher',
    ],
    readers: managed,
    tenant_ids: managed,
    published: managed,
  },
}

export const effects: readonly Effects[] = [
  settingEffects, toggleEffects, userEffects, tenantEffects, reportEffects, fieldEffects, ticketEffects, messageEffects,
  templateEffects, taskEffects, triggerEffects, playlistEffects, themeEffects, clientEffects, billEffects, accountEffects,
  changelogEffects, termEffects, samlEffects, scimEffects, aiEffects, staffEffects, teamEffects, managementEffects,
] // prettier-ignore
