// A note for the form of a scheduled export on a platform without a mail server.
import { Alert } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { readExportMail } from '../contract.ts'

/** Says before saving that the files wait in the outbox. */
export function ExportMailNote() {
  const { t } = useTranslation()
  const { data } = useCallQuery(readExportMail, {})
  if (data?.sends !== false) return null
  return (
    <Alert color="amber" variant="light" c="var(--ink)" icon={<IconMailOff aria-hidden />}>
      {t('organisation.settings.sender.nobodySends')}
    </Alert>
  )
}
