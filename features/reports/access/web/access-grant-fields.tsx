import { Select, TagsInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { identityKinds } from '../contract.ts'
import type { ShownGrant } from './access-grants.tsx'
import classes from './access-grants.module.css'

export type GrantFault = 'roles' | 'rolesInvalid' | 'identity_value' | 'custom_data'

type AccessGrantFieldsProps = {
  grant: ShownGrant
  fault: GrantFault | null
  /** Roles used elsewhere for the same data set. */
  knownRoles: string[]
  onChange: (change: Partial<ShownGrant>) => void
}

/** What one grant shows: roles, the identity's user name, and custom data. */
export function AccessGrantFields({ grant, fault, knownRoles, onChange }: AccessGrantFieldsProps) {
  const { t } = useTranslation()
  const errorAt = (...fields: GrantFault[]) =>
    fault !== null && fields.includes(fault) ? t(`reports.access.fault.${fault}`) : undefined
  return (
    <div className={classes.fields}>
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
    </div>
  )
}
