import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A checkbox: whether the people who get the report are notified. */
export function NotifyChoice({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <Switch
      name="tell"
      label={t('reports.access.field.tell')}
      description={t('reports.access.help.tell')}
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}
