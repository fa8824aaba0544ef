// The platform's staff confirm a domain without its TXT record.
import { Text, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { listTenants } from '#features/organisation/tenants/contract.ts'
import { FormDialog } from '#platform/web/ui/form-dialog.tsx'
import { confirmDomain } from '../contract.ts'

type ConfirmDomainProps = {
  /** The domain to confirm; null: the dialog is closed. */
  domain: { id: string; name: string } | null
  onClose: () => void
}

export function ConfirmDomain({ domain, onClose }: ConfirmDomainProps) {
  const { t } = useTranslation()
  return (
    <FormDialog
      record={domain}
      title={({ name }) => t('business.domains.confirm.title', { host: name })}
      call={confirmDomain}
      initial={() => ({ reason: '' })}
      inputOf={({ id }, { reason }) => ({ id, reason })}
      label={() => t('business.domains.field.reason')}
      refreshes={[listTenants]}
      doneText={t('business.domains.confirm.done')}
      action={t('business.domains.confirm.action')}
      onClose={onClose}
    >
      {({ values, set, faults }) => (
        <>
          <Text>{t('business.domains.confirm.text')}</Text>
          <Textarea
            name="reason"
            label={t('business.domains.field.reason')}
            autosize
            minRows={2}
            maxLength={300}
            value={values.reason}
            error={faults['reason']}
            onChange={({ currentTarget: { value } }) => set({ reason: value })}
            data-autofocus
          />
        </>
      )}
    </FormDialog>
  )
}
