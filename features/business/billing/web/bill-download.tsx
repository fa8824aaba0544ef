import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download, saveFile } from '#platform/web/client/download.ts'
import { toastFailure } from '#platform/web/ui/toasts.tsx'
import { downloadBill } from '../contract.ts'

export function DownloadBill({ id }: { id: string }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const load = async () => {
    const own = new AbortController()
    running.current = own
    setBusy(true)
    try {
      saveFile(await download(downloadBill, { id }, { signal: own.signal, onProgress: () => undefined }))
    } catch (error) {
      if (!own.signal.aborted) toastFailure(error instanceof Error ? error.message : undefined)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      loading={isBusy}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void load()}
    >
      {t('business.billing.bill.download')}
    </Button>
  )
}
