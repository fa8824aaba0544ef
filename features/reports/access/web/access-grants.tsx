// The list of grants in the form: add a group or a person, set what they see, remove one.
import { ActionIcon, Button, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconUser, IconUserSearch, IconUsersGroup, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { PersonPicker, UserGroupPicker } from '#features/people/grantees/web/exports.tsx'
import {
  AccessGrantFields,
  asksForRole,
  blankReading,
  grantedReport,
  grantFault,
  type GrantFault,
  type SecuredReport,
  type ShownGrant,
  useGrantRoles,
  usePageNames,
  useRoleNames,
} from '#features/reports/grant-fields/web/exports.tsx'
import classes from './access-grants.module.css'
import { useSees } from './access-sees.ts'

const granteeOf = ({ user_id, group_id }: ShownGrant): string => user_id ?? group_id ?? ''

const blank = {
  user_id: null,
  group_id: null,
  email: null,
  members: null,
  ...blankReading,
} satisfies Partial<ShownGrant>

type AccessGrantsProps = {
  report: SecuredReport
  grants: ShownGrant[]
  /** Whether the form was sent, so that missing values are marked. */
  marked: boolean
  /** Opens the report as a person of the list would see it; null: the caller may not. */
  onPreview: ((person: { id: string; name: string }) => void) | null
  onChange: (grants: ShownGrant[]) => void
}

export function AccessGrants({ report, grants, marked, onPreview, onChange }: AccessGrantsProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<string | null>(null)
  const exclude = grants.map(granteeOf)
  const { soleRole } = useGrantRoles(asksForRole(report) ? report.report_id : null)
  const add = (grant: ShownGrant) => {
    onChange([{ ...grant, roles: soleRole }, ...grants])
    // A grant shows nothing until it has a role, so the role field gets the focus.
    if (report.row_security) setOpen(granteeOf(grant))
  }
  // Before the form is sent, the line of a grant without a role says that it shows nothing.
  const faultToShow = (grant: ShownGrant) => (marked ? grantFault(grant, report) : null)
  return (
    <>
      <div className={classes.pickers}>
        <UserGroupPicker
          name="grants"
          label={t('reports.access.pick.group')}
          placeholder={t('reports.access.pick.groupSearch')}
          exclude={exclude}
          onPick={({ value, label, members }) => add({ ...blank, group_id: value, name: label, members })}
        />
        <PersonPicker
          label={t('reports.access.pick.person')}
          placeholder={t('reports.access.pick.personSearch')}
          exclude={exclude}
          onPick={({ value, label, email }) => add({ ...blank, user_id: value, name: label, email })}
        />
      </div>
      {grants.length === 0 ? <Text c="dimmed">{t('reports.access.none')}</Text> : null}
      <ul className={classes.grants} aria-label={t('reports.access.section.who')}>
        {grants.map((grant) => (
          <GrantLine
            key={granteeOf(grant)}
            report={report}
            grant={grant}
            fault={faultToShow(grant)}
            open={open === granteeOf(grant)}
            onPreview={onPreview}
            onToggle={() => setOpen(open === granteeOf(grant) ? null : granteeOf(grant))}
            onChange={(change) => onChange(grants.map((each) => (each === grant ? { ...each, ...change } : each)))}
            onRemove={() => onChange(grants.filter((each) => each !== grant))}
          />
        ))}
      </ul>
    </>
  )
}

type GrantLineProps = {
  report: SecuredReport
  grant: ShownGrant
  fault: GrantFault | null
  open: boolean
  onPreview: AccessGrantsProps['onPreview']
  onToggle: () => void
  onChange: (change: Partial<ShownGrant>) => void
  onRemove: () => void
}

function GrantLine({ report, grant, fault, open, onPreview, onToggle, onChange, onRemove }: GrantLineProps) {
  const { t } = useTranslation()
  const sees = useSees()
  const { day } = useFormats()
  const { user_id, name, email, members } = grant
  const Icon = grant.group_id === null ? IconUser : IconUsersGroup
  return (
    <li data-open={open || undefined}>
      <div className={classes.line}>
        <Icon className={classes.icon} size={18} stroke={1.7} aria-hidden />
        <div className={classes.words}>
          <span className={classes.name}>{name}</span>
          <span className={classes.quiet}>{email ?? t('reports.access.members', { count: members ?? 0 })}</span>
          <span className={classes.sees} data-fault={fault !== null || undefined}>
            {fault === null ? sees(grant, report) : t(`reports.access.fault.${fault}`)}
          </span>
          {grant.pages === null || grant.pages.length === 0 ? null : (
            <GrantPages reportId={report.report_id} pages={grant.pages} />
          )}
          {grant.ends_on === null ? null : (
            <span className={classes.quiet}>{t('reports.access.until', { day: day(grant.ends_on) })}</span>
          )}
        </div>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={open}
          aria-label={open ? t('reports.access.fold') : t('reports.access.edit', { name })}
          onClick={onToggle}
        >
          <IconChevronDown size={18} stroke={1.8} aria-hidden />
        </UnstyledButton>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('reports.access.remove', { name })}
          onClick={onRemove}
        >
          <IconX size={16} stroke={1.8} aria-hidden />
        </ActionIcon>
      </div>
      {open ? (
        <div className={classes.opened}>
          <AccessGrantFields
            grant={grant}
            report={grantedReport(report)}
            fault={fault}
            knownRoles={report.known_roles}
            grantee={grant}
            onChange={onChange}
          />
          {onPreview === null || user_id === null ? null : (
            <Button
              mt="md"
              size="xs"
              variant="default"
              disabled={grantFault(grant, report) !== null}
              leftSection={<IconUserSearch size={16} stroke={1.8} aria-hidden />}
              onClick={() => onPreview({ id: user_id, name })}
            >
              {t('reports.access.check.preview')}
            </Button>
          )}
        </div>
      ) : null}
    </li>
  )
}

function GrantPages({ reportId, pages }: { reportId: string; pages: readonly string[] }) {
  const { t } = useTranslation()
  const nameOf = usePageNames(reportId)
  const list = useRoleNames()
  return (
    <span className={classes.quiet}>
      {t('reports.access.onlyPages', { count: pages.length, pages: list(pages.map(nameOf)) })}
    </span>
  )
}
