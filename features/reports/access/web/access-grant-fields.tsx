import { Select, Switch, TagsInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DayField } from '#platform/web/ui/day-field.tsx'
import { OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { identityKinds } from '../contract.ts'
import type { Reading } from './access-shown.ts'
import classes from './access-grants.module.css'

export type GrantFault = 'roles' | 'rolesInvalid' | 'identity_value' | 'custom_data'

/** The report has row-level security that asks for roles; the publisher set filters for all readers. */
export type GrantedReport = { secured: boolean; hasFilters: boolean }

type AccessGrantFieldsProps = {
  grant: Reading
  report: GrantedReport
  fault: GrantFault | null
  /** Roles used elsewhere for the same data set. */
  knownRoles: string[]
  onChange: (change: Partial<Reading>) => void
}

/** One grant: what it shows, and until when. */
export function AccessGrantFields(props: AccessGrantFieldsProps) {
  const { t } = useTranslation()
  const { grant, report, onChange } = props
  return (
    <div className={classes.fields}>
      {report.secured ? <IdentityFields {...props} /> : null}
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

type IdentityFieldsProps = Omit<AccessGrantFieldsProps, 'report'>

/** Roles, the identity's user name, and custom data. */
export function IdentityFields({ grant, fault, knownRoles, onChange }: IdentityFieldsProps) {
  const { t } = useTranslation()
  const errorAt = (...fields: GrantFault[]) =>
    fault !== null && fields.includes(fault) ? t(`reports.access.fault.${fault}`) : undefined
  return (
    <>
      <TagsInput
        label={t('reports.access.field.roles')}
        description={t('reports.access.help.roles')}
        error={errorAt('roles', 'rolesInvalid')}
        data={knownRoles}
        value={grant.roles}
        onChange={(roles) => onChange({ roles })}
        maxTags={50}
        classNames={{ pill: classes.pill }}
        // Leaving the field keeps the typed role: a role lost without a message would be a report without rows.
        acceptValueOnBlur
        splitChars={[',']}
        clearable
        clearButtonProps={{ 'aria-label': t('general.action.clear') }}
      />
      <Select
        label={t('reports.access.field.identity')}
        description={t('reports.access.help.identity')}
        data={identityKinds.map((value) => ({ value, label: t(`reports.access.identities.${value}`) }))}
        value={grant.identity}
        onChange={(identity) => identity && onChange({ identity })}
        allowDeselect={false}
      />
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
      <TextInput
        label={<OptionalLabel>{t('reports.access.field.custom_data')}</OptionalLabel>}
        description={t('reports.access.help.custom_data')}
        error={errorAt('custom_data')}
        maxLength={1024}
        value={grant.custom_data ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ custom_data: value || null })}
      />
    </>
  )
}
