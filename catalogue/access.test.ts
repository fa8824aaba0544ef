// The permission matrix, cell by cell. The expected table is written out here and imports nothing of the table that it checks, so that a
// change of catalogue/access.ts is a change of this text too.
import { describe, expect, it } from 'vitest'
import { allows, permissionNames, staffToggles, toggles, type Scope } from './access.ts'

/**
 * One line for each permission, one column for each kind of session: `+` has it, `-` has it not, `t` only with the toggle at the end of the
 * line. Columns in a business unit: a2m, master, admin, user, master who acts as an administrator, master who acts as a reader, embedded
 * page, playlist. Then at the partner's host: a2m, master. Then at the platform's host: a2m.
 */
const matrix = `
permission              a2m mas adm use m/a m/u emb pla | a2m mas | a2m
session.use             +   +   +   +   +   +   +   +   | +   +   | +
portal.use              +   +   +   +   +   +   -   -   | +   +   | +
tenant.enter            +   +   -   -   +   +   -   -   | +   +   | +
overview.read           -   -   -   -   -   -   -   -   | +   +   | +
partner.*               -   -   -   -   -   -   -   -   | -   -   | +
team.*                  -   -   -   -   -   -   -   -   | +   +   | +
team.reset_two_factor   -   -   -   -   -   -   -   -   | -   -   | +
legal_data.read         -   -   -   -   -   -   -   -   | +   +   | +
legal_data.update       -   -   -   -   -   -   -   -   | +   +   | +
team.grant_billing      -   -   -   -   -   -   -   -   | +   t   | +     billing_administrator
tenant.*                -   -   -   -   -   -   -   -   | +   +   | +
domain.read             -   -   -   -   -   -   -   -   | +   +   | +
domain.add              -   -   -   -   -   -   -   -   | +   +   | +
domain.update           -   -   -   -   -   -   -   -   | +   +   | +
domain.remove           -   -   -   -   -   -   -   -   | +   +   | +
domain.confirm          -   -   -   -   -   -   -   -   | -   -   | +
client.*                -   -   -   -   -   -   -   -   | -   -   | +
bill.read               -   -   -   -   -   -   -   -   | +   t   | +     billing_administrator
bill.issue              -   -   -   -   -   -   -   -   | -   -   | +
bill.settle             -   -   -   -   -   -   -   -   | -   -   | +
bill.void               -   -   -   -   -   -   -   -   | -   -   | +
counted_person.read     +   +   +   -   +   -   -   -   | -   -   | -
billing_summary.read    -   -   -   -   -   -   -   -   | -   -   | +
settings.read           +   +   +   -   +   -   -   -   | -   -   | -
settings.update         +   +   +   -   +   -   -   -   | -   -   | -
settings.update_access  +   +   +   -   +   -   -   -   | -   -   | -
settings.update_staff_fields +   +   -   -   +   -   -   -   | -   -   | -
user.*                  +   +   +   -   +   -   -   -   | -   -   | -
user.make_test          +   +   -   -   +   -   -   -   | -   -   | -
user.change_rights      +   +   +   -   +   -   -   -   | -   -   | -
user.archive            +   +   +   -   +   -   -   -   | -   -   | -
user.grant_toggles      +   +   -   -   +   -   -   -   | -   -   | -
user.import             +   +   t   -   +   -   -   -   | -   -   | -     import_users
scim.read               +   +   t   -   +   -   -   -   | -   -   | -     configure_saml
scim.manage             +   +   t   -   +   -   -   -   | -   -   | -     configure_saml
saml.*                  +   +   t   -   +   -   -   -   | -   -   | -     configure_saml
openid.*                +   +   t   -   +   -   -   -   | -   -   | -     configure_saml
two_factor.configure    +   +   t   -   +   -   -   -   | -   -   | -     configure_two_factor
remote.request          +   +   t   -   +   -   -   -   | -   -   | -     remote_access
user_group.*            +   +   +   -   +   -   -   -   | -   -   | -
user_group.migrate      +   +   -   -   +   -   -   -   | -   -   | -
shift.*                 +   +   +   -   +   -   -   -   | -   -   | -
api_key.*               +   +   +   -   +   -   -   -   | -   -   | -
custom_field.*          +   +   +   -   +   -   -   -   | +   +   | +
theme.read              +   +   +   -   +   -   -   -   | +   +   | -
theme.update            +   +   +   -   +   -   -   -   | +   +   | -
embedding_account.*     +   +   +   -   +   -   -   -   | +   +   | -
capacity.*              +   +   +   -   +   -   -   -   | +   +   | -
capacity.operate        +   +   +   -   +   -   -   -   | +   +   | -
workspace.read          +   +   +   -   +   -   -   -   | -   -   | -
workspace.add           +   +   +   -   +   -   -   -   | -   -   | -
workspace.remove        +   +   +   -   +   -   -   -   | -   -   | -
workspace.share         +   +   -   -   +   -   -   -   | -   -   | -
report_group.*          +   +   +   -   +   -   -   -   | -   -   | -
report.manage           +   +   +   -   +   -   -   -   | -   -   | -
report.add              +   +   +   -   +   -   -   -   | -   -   | -
report.update           +   +   +   -   +   -   -   -   | -   -   | -
report.remove           +   +   +   -   +   -   -   -   | -   -   | -
report.grant            +   +   +   -   +   -   -   -   | -   -   | -
usage.read              +   +   +   -   +   -   -   -   | -   -   | -
usage.compare           -   -   -   -   -   -   -   -   | +   +   | +
management_report.*     -   -   -   -   -   -   -   -   | +   +   | +
management_report.open  +   +   +   +   +   +   -   -   | -   -   | -
external_report.*       +   +   +   -   +   -   -   -   | -   -   | -
external_report.open    +   +   +   +   +   +   -   -   | -   -   | -
maintenance_window.*    +   +   +   -   +   -   -   -   | -   -   | -
report.edit_content     +   +   +   t   +   t   -   -   | -   -   | -     edit_reports
dataset.read            +   +   +   t   +   t   -   -   | -   -   | -     update_datasets
dataset.update          +   +   +   t   +   t   -   -   | -   -   | -     update_datasets
dataset.schedule        +   +   +   -   +   -   -   -   | -   -   | -
notification.read       +   +   +   +   +   +   -   -   | +   +   | +
notification.choose     +   +   +   +   +   +   -   -   | +   +   | +
push_device.manage      +   +   +   +   +   +   -   -   | -   -   | -
notification.add        +   +   +   t   +   t   -   -   | -   -   | -     create_notifications
notification_template.* +   +   +   -   +   -   -   -   | -   -   | +
report.open             +   +   +   +   +   +   +   -   | -   -   | -
report.export           +   +   +   +   +   +   -   -   | -   -   | -
saved_view.keep         +   +   +   +   +   +   -   -   | -   -   | -
pin.keep                +   +   +   +   +   +   -   -   | -   -   | -
report_comment.write    +   +   +   +   +   +   -   -   | -   -   | -
ticket.read             +   +   +   +   +   +   -   -   | -   -   | -
ticket.add              +   +   +   +   +   +   -   -   | -   -   | -
ticket.handle           +   +   +   t   +   t   -   -   | -   -   | -     support_agent
handed_ticket.read      -   -   -   -   -   -   -   -   | +   +   | +
handed_ticket.handle    -   -   -   -   -   -   -   -   | +   +   | +
retention_rule.read     +   +   +   -   +   -   -   -   | -   -   | -
retention_rule.update   +   +   +   -   +   -   -   -   | -   -   | -
service_level.read      +   +   +   -   +   -   -   -   | -   -   | -
service_level.update    +   +   +   -   +   -   -   -   | -   -   | -
canned_answer.*         +   +   +   t   +   t   -   -   | -   -   | -     support_agent
ticket_mail.read        +   +   +   t   +   t   -   -   | -   -   | -     support_agent
ticket_statistic.read   +   +   +   t   +   t   -   -   | -   -   | -     support_agent
ticket_mail.decide      +   +   +   t   +   t   -   -   | -   -   | -     support_agent
ticket.remove           +   +   +   -   +   -   -   -   | -   -   | -
ticket.satisfaction     +   +   +   -   +   -   -   -   | -   -   | -
catalog.read            +   +   +   +   +   +   -   -   | -   -   | -
access_request.add      +   +   +   +   +   +   -   -   | -   -   | -
access_request.decide   +   +   +   -   +   -   -   -   | -   -   | -
task.*                  +   +   +   -   +   -   -   -   | -   -   | -
trigger.*               +   +   +   -   +   -   -   -   | -   -   | -
scheduled_export.*      +   +   +   -   +   -   -   -   | -   -   | -
ai_account.read         +   +   +   -   +   -   -   -   | +   +   | +
ai_account.update       +   +   +   -   +   -   -   -   | +   +   | +
ai_call.read            +   +   +   -   +   -   -   -   | -   -   | -
assistant.draft_notification +   +   +   t   +   t   -   -   | -   -   | -     create_notifications
assistant.write_dax     +   +   +   -   +   -   -   -   | -   -   | -
assistant.explain_report +   +   +   +   +   +   -   -   | -   -   | -
report.favourite        +   +   +   +   +   +   -   -   | -   -   | -
report.view_log         +   +   +   +   +   +   +   +   | -   -   | -
app.*                   +   +   +   -   +   -   -   -   | -   -   | -
app.open                +   +   +   +   +   +   -   -   | -   -   | -
playlist.*              +   +   +   -   +   -   -   -   | -   -   | -
playlist.open           +   +   +   +   +   +   -   -   | -   -   | -
playlist.play           +   +   +   +   +   +   -   +   | -   -   | -
mail.read               +   +   +   -   +   -   -   -   | +   +   | +
mail.test               +   +   +   -   +   -   -   -   | +   +   | +
mail.retry              +   +   +   -   +   -   -   -   | +   +   | +
job.read                -   -   -   -   -   -   -   -   | -   -   | +
job.settle              -   -   -   -   -   -   -   -   | -   -   | +
staff.*                 -   -   -   -   -   -   -   -   | -   -   | +
platform.read           -   -   -   -   -   -   -   -   | -   -   | +
platform.update         -   -   -   -   -   -   -   -   | -   -   | +
changelog.read          +   +   +   -   +   -   -   -   | +   +   | +
changelog_entry.*       -   -   -   -   -   -   -   -   | -   -   | +
broadcast.*             -   -   -   -   -   -   -   -   | +   +   | +
survey.read             -   -   -   -   -   -   -   -   | +   +   | +
survey.update           -   -   -   -   -   -   -   -   | +   +   | +
user_term.*             +   +   +   -   +   -   -   -   | -   -   | +
user_term.accept        +   +   +   +   +   +   +   -   | +   +   | +
faq_entry.*             +   +   +   -   +   -   -   -   | -   -   | +
status.read             -   -   -   -   -   -   -   -   | -   -   | +
tag.*                   +   +   +   -   +   -   -   -   | -   -   | -
webhook.*               +   +   +   -   +   -   -   -   | -   -   | -
audit.read              +   +   +   -   +   -   -   -   | +   +   | +
`

type Session = { profile: string; scope: Scope; staff?: string; authType?: string }

/** The sessions of the columns, in their order. */
const sessions: Session[] = [
  { profile: 'a2m', scope: 'tenant', staff: 'a2m' },
  { profile: 'master', scope: 'tenant', staff: 'master' },
  { profile: 'admin', scope: 'tenant' },
  { profile: 'user', scope: 'tenant' },
  { profile: 'admin', scope: 'tenant', staff: 'master' },
  { profile: 'user', scope: 'tenant', staff: 'master' },
  { profile: 'admin', scope: 'tenant', authType: 'embedded' },
  { profile: 'user', scope: 'tenant', authType: 'playlist' },
  { profile: 'a2m', scope: 'partner', staff: 'a2m' },
  { profile: 'master', scope: 'partner', staff: 'master' },
  { profile: 'a2m', scope: 'platform', staff: 'a2m' },
]

const allToggles = [
  'configure_saml',
  'configure_two_factor',
  'import_users',
  'remote_access',
  'create_notifications',
  'update_datasets',
  'edit_reports',
  'support_agent',
  'billing_administrator',
]

const lines = matrix
  .trim()
  .split('\n')
  .slice(1)
  .flatMap((line) => {
    const [name = '', ...words] = line.split(/[\s|]+/)
    const names = name.endsWith('.*')
      ? ['read', 'add', 'update', 'remove'].map((verb) => name.replace('*', verb))
      : [name]
    const cells = words.slice(0, sessions.length)
    const toggle = words[sessions.length]
    return names.map((permission) => ({ permission, cells, toggle }))
  })

describe('permission matrix', () => {
  it('names every permission once, and every toggle', () => {
    expect(lines.map(({ permission }) => permission).toSorted()).toEqual(permissionNames.toSorted())
    expect(new Set(lines.flatMap(({ toggle }) => toggle ?? []))).toEqual(new Set(allToggles))
    expect([...toggles, ...staffToggles].toSorted()).toEqual(allToggles.toSorted())
    expect(new Set(lines.map(({ cells }) => cells.length))).toEqual(new Set([sessions.length]))
  })

  it('Z1, Z2: every profile has the permissions of the table, with every toggle, without any, and with each alone', () => {
    let cellsChecked = 0
    const wrong: string[] = []
    for (const { permission, cells, toggle } of lines) {
      for (const [at, session] of sessions.entries()) {
        const cell = cells[at]
        for (const toggles of [[], allToggles, ...allToggles.map((one) => [one])]) {
          const expected = cell === '+' || (cell === 't' && toggle !== undefined && toggles.includes(toggle))
          const name = permission as (typeof permissionNames)[number]
          if (allows({ ...session, toggles }, name) !== expected)
            wrong.push(`${permission}, column ${at + 1}, toggles ${toggles.join(' ') || 'none'}: expected ${expected}`)
          cellsChecked += 1
        }
      }
    }
    process.stdout.write(`${matrix}${cellsChecked} cells of profile × permission × toggle\n`)
    expect(wrong).toEqual([])
    expect(cellsChecked).toBe(lines.length * sessions.length * (toggles.length + staffToggles.length + 2))
  })

  it('Z2: an unknown profile has no permission, whatever it holds', () => {
    for (const profile of ['', 'root', 'A2M', 'constructor']) {
      const toggles = permissionNames.filter((name) => allows({ profile, scope: 'tenant', toggles: allToggles }, name))
      expect(toggles).toEqual([])
    }
  })
})
