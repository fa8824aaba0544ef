// Row-level security as far as the report defines it: whether the data model has roles, and whether they are ignored.
import { Alert, Autocomplete, Switch } from '@mantine/core'
import { IconEye, IconShieldLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { useGrantRoles } from '#features/reports/grant-fields/web/exports.tsx'

export type Ignoring = { ignore_row_security: boolean; ignore_role: string }

export function RowsSection({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('reports.library.section.rows')} text={t('reports.library.section.rowsText')}>
      {children}
    </FormSection>
  )
}

export function RowsText({ secured }: { secured: boolean }) {
  const { t } = useTranslation()
  const Icon = secured ? IconShieldLock : IconEye
  return (
    <Alert color="accent" variant="light" icon={<Icon aria-hidden />} c="var(--ink)">
      {t(secured ? 'reports.library.rows.secured' : 'reports.library.rows.open')}
    </Alert>
  )
}

type IgnoreFieldsProps = {
  /** Whose data model names the roles; null for people who may not read them. */
  reportId: string | null
  values: Ignoring
  faults: Readonly<Record<string, string>>
  onChange: (part: Partial<Ignoring>) => void
}

export function IgnoreFields({ reportId, values, faults, onChange }: IgnoreFieldsProps) {
  const { t } = useTranslation()
  const { roles } = useGrantRoles(values.ignore_row_security ? reportId : null)
  return (
    <>
      <Switch
        name="ignore_row_security"
        label={t('reports.library.field.ignore_row_security')}
        description={t('reports.library.rows.ignoreText')}
        error={faults['ignore_row_security']}
        checked={values.ignore_row_security}
        onChange={({ currentTarget: { checked } }) => onChange({ ignore_row_security: checked })}
      />
      {values.ignore_row_security ? (
        // The service of a report need not list its roles, so the name can be typed too.
        <Autocomplete
          name="ignore_role"
          label={t('reports.library.field.ignore_role')}
          description={t('reports.library.help.ignore_role')}
          error={faults['ignore_role']}
          maxLength={50}
          data={[...(roles ?? [])]}
          // All of them, also while the field has a name already.
          filter={({ options }) => options}
          value={values.ignore_role}
          onChange={(role) => onChange({ ignore_role: role })}
        />
      ) : null}
    </>
  )
}
