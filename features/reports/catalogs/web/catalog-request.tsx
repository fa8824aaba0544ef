import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#platform/web/ui/form-dialog.tsx'
import { addRequest, listCatalog } from '../contract.ts'
import type { CatalogReport } from './catalog-report.ts'

/** Asks for the reason of a request. */
export function RequestDialog({ report, onClose }: { report: CatalogReport | null; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <FormDialog
      record={report}
      title={(asked) => t('reports.catalogs.askTitle', asked)}
      call={addRequest}
      initial={() => ({ reason: '' })}
      inputOf={({ id }, { reason }) => ({ report_id: id, reason })}
      label={() => t('reports.catalogs.field.reason')}
      refreshes={[listCatalog]}
      doneText={t('reports.catalogs.asked')}
      action={t('reports.catalogs.send')}
      onClose={onClose}
    >
      {({ values, set, faults }) => (
        <Textarea
          name="reason"
          label={t('reports.catalogs.field.reason')}
          description={t('reports.catalogs.help.reason')}
          error={faults['reason']}
          maxLength={500}
          autosize
          minRows={3}
          value={values.reason}
          onChange={({ currentTarget: { value } }) => set({ reason: value })}
          data-autofocus
        />
      )}
    </FormDialog>
  )
}
