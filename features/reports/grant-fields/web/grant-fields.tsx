import { Button, MultiSelect, Select, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { DayField } from '#platform/web/ui/day-field.tsx'
import { OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { useClearable } from '#platform/web/ui/optional-select.tsx'
import { type IdentityKind, identityKinds, reading, wholeReading } from '#features/reports/access/contract.ts'
import { type ModelRoles, type RoleFilters, unknownRole } from '#features/reports/library/contract.ts'
import { useGrantPages } from './grant-pages.ts'
import { blankReading, type Reading, type SecuredReport } from './grant-reading.ts'
import { type Grantee, useGrantRoles, useRoleSuggestions } from './grant-roles.ts'
import { RoleSuggestions, type RoleSuggestion } from './role-suggestions.tsx'
import { type Recognition, useChosenRoles, useRoleRule, useRoleSentence } from './role-sentence.ts'
import classes from './grant-fields.module.css'

const grantFaults = [
  'roles',
  'rolesInvalid',
  'identity_value',
  'identity_field',
  'custom_data',
  'custom_data_field',
  'pages',
] as const
export type GrantFault = (typeof grantFaults)[number]

export type GrantedReport = {
  /** Whether the report has row-level security that needs roles. */
  secured: boolean
  /** Whether the publisher has set filters for all readers. */
  hasFilters: boolean
  /** Custom fields whose value may be the user name or the custom data. */
  identityFields: readonly { id: string; name: string }[]
  /**
   * The pages to choose from. `areProtected`: the service refuses the other pages. `several`: the grant is for several reports, and opens
   * all pages of each.
   */
  pages: { reportId: string; areProtected: boolean } | 'several'
  /** Whether every grant needs a role. */
  needsRole: boolean
}

/** The facts about a report that the fields of a grant need. */
export const grantedReport = (report: SecuredReport): GrantedReport => ({
  secured: report.row_security,
  hasFilters: report.has_filters,
  identityFields: report.identity_fields,
  pages: { reportId: report.report_id, areProtected: report.pages_protected },
  needsRole: asksForRole(report),
})

/** Whether every grant of the report needs a role. */
export const asksForRole = ({
  row_security,
  ignore_row_security,
  ignore_role,
}: Pick<SecuredReport, 'row_security' | 'ignore_row_security' | 'ignore_role'>): boolean =>
  row_security && !(ignore_row_security && ignore_role !== null)

/** The rules of the contract for the form, which has a boolean where the wire has a flag. */
const readingSchema = wholeReading(z.object({ ...reading, without_filters: z.boolean() }))

/**
 * The field of a grant that the server would refuse; undefined if there is none. Without a report, it is unknown whether the grant needs a
 * role.
 */
export function grantFault(grant: Reading, report: Parameters<typeof asksForRole>[0] | null): GrantFault | null {
  if (report !== null && asksForRole(report) && grant.roles.length === 0) return 'roles'
  const issue = readingSchema.safeParse(grant).error?.issues[0]?.path[0]
  if (issue === 'roles') return 'rolesInvalid'
  return grantFaults.find((fault) => fault === issue) ?? null
}

type AccessGrantFieldsProps = {
  grant: Reading
  report: GrantedReport
  fault: GrantFault | null
  /** Roles that other grants of the same data set name. */
  knownRoles: string[]
  /** Whose roles for other reports are suggested; null: the grant is for several. */
  grantee: Grantee | null
  onChange: (change: Partial<Reading>) => void
}

/** The fields of one grant: rows, pages, filters and last day. */
export function AccessGrantFields(props: AccessGrantFieldsProps) {
  const { t } = useTranslation()
  const { grant, report, onChange } = props
  return (
    <div className={classes.fields}>
      {report.secured ? (
        <IdentityFields
          {...props}
          fields={report.identityFields}
          needsRole={report.needsRole}
          reportId={report.pages === 'several' ? null : report.pages.reportId}
        />
      ) : null}
      {report.pages === 'several' ? (
        <Select
          label={t('reports.access.field.pages')}
          description={t('reports.access.help.pagesOfOne')}
          data={[{ value: 'all', label: t('reports.access.pages.all') }]}
          value="all"
          disabled
        />
      ) : (
        <PagesField
          {...report.pages}
          value={grant.pages}
          isMissing={props.fault === 'pages'}
          onChange={(pages) => onChange({ pages })}
        />
      )}
      <EndField value={grant.ends_on} onChange={(ends_on) => onChange({ ends_on })} />
      {report.hasFilters ? (
        <Switch
          label={t('reports.access.field.without_filters')}
          description={t('reports.access.help.without_filters')}
          checked={grant.without_filters}
          onChange={({ currentTarget: { checked } }) => onChange({ without_filters: checked })}
        />
      ) : null}
    </div>
  )
}

type PagesFieldProps = Exclude<GrantedReport['pages'], 'several'> & {
  value: string[] | null
  isMissing: boolean
  onChange: (pages: string[] | null) => void
}

/** A choice between all pages and some pages. An empty choice is a fault: it does not become all pages. */
function PagesField({ reportId, areProtected, value, isMissing, onChange }: PagesFieldProps) {
  const { t } = useTranslation()
  const clearable = useClearable()
  const { pages, failure, isLoading } = useGrantPages(reportId)
  const known = pages.map(({ name, display_name }) => ({ value: name, label: display_name }))
  const gone = (value ?? []).filter((name) => !pages.some((page) => page.name === name))
  return (
    <>
      <Select
        label={t('reports.access.field.pages')}
        description={t(areProtected ? 'reports.access.help.pages' : 'reports.access.help.pagesArranged')}
        data={[
          { value: 'all', label: t('reports.access.pages.all') },
          { value: 'some', label: t('reports.access.pages.some') },
        ]}
        value={value === null ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'some' ? [] : null)}
        allowDeselect={false}
      />
      {value === null ? null : (
        <MultiSelect
          label={t('reports.access.field.chosenPages')}
          error={failure?.message ?? (isMissing ? t('reports.access.fault.pages') : undefined)}
          placeholder={isLoading ? t('general.state.loading') : undefined}
          data={[...known, ...gone.map((name) => ({ value: name, label: name }))]}
          value={value}
          onChange={onChange}
          maxValues={100}
          searchable
          {...clearable}
        />
      )}
    </>
  )
}

type EndFieldProps = { value: string | null; error?: string | undefined; onChange: (day: string | null) => void }

export function EndField({ value, error, onChange }: EndFieldProps) {
  const { t } = useTranslation()
  return (
    <DayField
      name="ends_on"
      label={<OptionalLabel>{t('reports.access.field.ends_on')}</OptionalLabel>}
      description={t('reports.access.help.ends_on')}
      error={error}
      value={value}
      onChange={onChange}
    />
  )
}

type RolesFieldProps = {
  /** Null: the grant is for several reports. */
  reportId: string | null
  /** The data model of a report that is not published yet. */
  model?: { roles: ModelRoles; filters: RoleFilters }
  /** Whether a grant without a role is refused. */
  required: boolean
  /** How the data model recognises the reader. */
  recognition: Recognition
  suggestions: readonly RoleSuggestion[]
  error: string | undefined
  knownRoles: string[]
  value: string[]
  onChange: (roles: string[]) => void
}

/** A choice among the roles of the data model. Where the service does not list them, people type the names. */
export function RolesField(props: RolesFieldProps) {
  const { t } = useTranslation()
  const { reportId, model, required, recognition, suggestions, error, knownRoles, value, onChange } = props
  const { roles: listedRoles, isLoading, filters: listedFilters } = useGrantRoles(reportId)
  const roles = model?.roles ?? listedRoles
  const filters = model?.filters ?? listedFilters
  // A report that is not published yet has no section “Identity in the data model”, so the rule stands beside the sentence.
  const isRuleBeside = model !== undefined
  const facts = { roles, filters, isRuleBeside }
  const sentenceOf = useRoleSentence(facts, recognition)
  const shown = useChosenRoles(facts, recognition)(value)
  const ruleOf = useRoleRule(filters)
  const clearable = useClearable()
  const describe = (help: string) => (
    <>
      {required && value.length === 0 ? <strong>{t('reports.access.help.roleRequired')} </strong> : null}
      {help}
    </>
  )
  const field = {
    label: t('reports.access.field.roles'),
    withAsterisk: required,
    'aria-required': required,
    value,
    onChange,
    ...clearable,
  }
  if (roles === null && !isLoading) {
    return (
      <div>
        <TagsInput
          {...field}
          description={describe(t('reports.access.help.roles'))}
          error={error}
          data={knownRoles}
          maxTags={50}
          // Leaving the field accepts the typed role, because a grant without it would show no rows.
          acceptValueOnBlur
          splitChars={[',']}
        />
        <RoleSuggestions suggestions={suggestions} roles={null} value={value} onChoose={onChange} />
      </div>
    )
  }
  const unknown = unknownRole(roles, value)
  return (
    <div>
      <MultiSelect
        {...field}
        description={describe(t('reports.access.help.listedRoles'))}
        error={error ?? (unknown === null ? undefined : t('reports.access.why.unknown_role', { role: unknown }))}
        placeholder={isLoading ? t('general.state.loading') : undefined}
        disabled={isLoading}
        // Chosen names stay in the list, also those that the data model does not have or has in other letter case.
        data={[...new Set([...(roles ?? []), ...value])]}
        maxValues={50}
        searchable
        selectFirstOptionOnChange
        nothingFoundMessage={t('general.list.empty')}
        renderOption={({ option }) => (
          <div>
            {option.label}
            <Text size="xs" c="dimmed">
              {sentenceOf(option.value)}
            </Text>
          </div>
        )}
      />
      <RoleSuggestions suggestions={suggestions} roles={roles} value={value} onChoose={onChange} />
      {shown.length === 0 ? null : (
        <ul className={classes.roles} aria-live="polite">
          {shown.map(({ role, sentence }) => (
            <li key={role ?? ''}>
              {role === null ? null : <strong>{role}: </strong>}
              {sentence}
              {role === null || !isRuleBeside ? null : <div>{ruleOf(role)}</div>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type IdentityFieldsProps = Omit<AccessGrantFieldsProps, 'report'> & {
  fields: GrantedReport['identityFields']
  /** Null: the grant is for several reports. */
  reportId: string | null
  needsRole: boolean
}

const usualIdentity = ['identity', 'custom_data_from', 'custom_data'] as const

/** The reader's e-mail as user name, and no custom data: what most data models ask for. */
export const hasUsualIdentity = (grant: Reading): boolean =>
  usualIdentity.every((name) => grant[name] === blankReading[name])

const recognitionOf = (grant: Reading, fields: GrantedReport['identityFields']): Recognition => {
  const fieldName = (field: string | null) => fields.find(({ id }) => id === field)?.name ?? null
  return {
    username: { from: grant.identity, field: fieldName(grant.identity_field), value: grant.identity_value },
    customData: { from: grant.custom_data_from, field: fieldName(grant.custom_data_field), value: grant.custom_data },
  }
}

const hasIdentityFault = (fault: GrantFault | null) =>
  fault !== null && !['roles', 'rolesInvalid', 'pages'].includes(fault)

/** The fields for roles, the identity's user name, and custom data. */
function IdentityFields(props: IdentityFieldsProps) {
  const { t } = useTranslation()
  const { grant, fault, knownRoles, fields, reportId, needsRole, grantee, onChange } = props
  const suggestions = useRoleSuggestions(reportId, grantee)
  const rules = useRoleRule(useGrantRoles(reportId).filters)
  const errorAt = (...faults: GrantFault[]) =>
    fault !== null && faults.includes(fault) ? t(`reports.access.fault.${fault}`) : undefined
  // Without a custom field to choose, the source `field` could not be completed, so it is not offered.
  const kindsWith = (present: IdentityKind) =>
    identityKinds.filter((kind) => kind !== 'field' || fields.length > 0 || present === 'field')
  const kinds = kindsWith(grant.identity)
  const dataKinds = kindsWith(grant.custom_data_from)
  const [opened, setOpened] = useState<boolean | null>(null)
  // What differs from the usual identity, or is at fault there, is never folded away unseen.
  const isOpen = hasIdentityFault(fault) || (opened ?? !hasUsualIdentity(grant))
  return (
    <>
      <RolesField
        reportId={reportId}
        required={needsRole}
        recognition={recognitionOf(grant, fields)}
        suggestions={suggestions}
        error={errorAt('roles', 'rolesInvalid')}
        knownRoles={knownRoles}
        value={grant.roles}
        onChange={(roles) => onChange({ roles })}
      />
      <div>
        <Button
          variant="subtle"
          size="xs"
          aria-expanded={isOpen}
          onClick={() => setOpened(!isOpen)}
          rightSection={isOpen ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />}
        >
          {t('reports.access.identityDetails')}
        </Button>
      </div>
      {isOpen ? (
        <>
          {grant.roles.map((role) => (
            <Text key={role} size="sm" c="dimmed" className={classes.rule}>
              {rules(role)}
            </Text>
          ))}
          <Select
            label={t('reports.access.field.identity')}
            description={t('reports.access.help.identity')}
            data={kinds.map((value) => ({ value, label: t(`reports.access.identities.${value}`) }))}
            value={grant.identity}
            onChange={(identity) => identity && onChange({ identity })}
            allowDeselect={false}
          />
          {grant.identity === 'field' ? (
            <Select
              label={t('reports.access.field.identity_field')}
              description={t('reports.access.help.identity_field')}
              error={errorAt('identity_field')}
              data={fields.map(({ id, name }) => ({ value: id, label: name }))}
              value={grant.identity_field}
              onChange={(identity_field) => onChange({ identity_field })}
              allowDeselect={false}
            />
          ) : null}
          {grant.identity === 'value' ? (
            <TextInput
              label={t('reports.access.field.identity_value')}
              description={t('reports.access.help.identity_value')}
              error={errorAt('identity_value')}
              maxLength={256}
              value={grant.identity_value ?? ''}
              onChange={({ currentTarget: { value } }) => onChange({ identity_value: value.trim() || null })}
            />
          ) : null}
          <Select
            label={t('reports.access.field.custom_data_from')}
            description={t('reports.access.help.custom_data_from')}
            data={dataKinds.map((value) => ({ value, label: t(`reports.access.identities.${value}`) }))}
            value={grant.custom_data_from}
            onChange={(custom_data_from) => custom_data_from && onChange({ custom_data_from })}
            allowDeselect={false}
          />
          {grant.custom_data_from === 'field' ? (
            <Select
              label={t('reports.access.field.custom_data_field')}
              description={t('reports.access.help.identity_field')}
              error={errorAt('custom_data_field')}
              data={fields.map(({ id, name }) => ({ value: id, label: name }))}
              value={grant.custom_data_field}
              onChange={(custom_data_field) => onChange({ custom_data_field })}
              allowDeselect={false}
            />
          ) : null}
          {grant.custom_data_from === 'value' ? (
            <TextInput
              label={<OptionalLabel>{t('reports.access.field.custom_data')}</OptionalLabel>}
              error={errorAt('custom_data')}
              maxLength={1024}
              value={grant.custom_data ?? ''}
              onChange={({ currentTarget: { value } }) => onChange({ custom_data: value || null })}
            />
          ) : null}
        </>
      ) : null}
    </>
  )
}
