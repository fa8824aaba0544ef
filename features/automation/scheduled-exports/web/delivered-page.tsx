// The page to which the message about a delivered file leads.
import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download, saveFile } from '#platform/web/client/download.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { usePathPart } from '#platform/web/routing/path.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { downloadDeliveredFile, readDeliveredFile } from '../contract.ts'

export function DeliveredPage() {
  const { t } = useTranslation()
  const { dateTime, number } = useFormats()
  const id = usePathPart('id')
  const { data, error, refetch } = useCallQuery(readDeliveredFile, { id })
  if (error && !data) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data) return <FormSkeleton />
  const { name, report, bytes, ends_at } = data
  return (
    <>
      <PageHeader
        title={name}
        text={t('automation.scheduledExports.delivered.text', { report, day: dateTime(ends_at) })}
      />
      <Download id={id} size={`${number(Math.ceil(bytes / 1024))} kB`} />
    </>
  )
}

function Download({ id, size }: { id: string; size: string }) {
  const { t } = useTranslation()
  const [state, setState] = useState<{ isRunning: boolean; fault: string | null }>({ isRunning: false, fault: null })
  const begin = async () => {
    setState({ isRunning: true, fault: null })
    try {
      const signal = new AbortController().signal
      saveFile(await download(downloadDeliveredFile, { id }, { signal, onProgress: () => undefined }))
      setState({ isRunning: false, fault: null })
    } catch (error) {
      const fault = error instanceof Error && error.message ? error.message : t('general.toast.failed')
      setState({ isRunning: false, fault })
    }
  }
  return (
    <>
      <Button
        leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
        loading={state.isRunning}
        onClick={() => void begin()}
      >
        {t('automation.scheduledExports.delivered.download')} ({size})
      </Button>
      {state.fault === null ? null : (
        <Text c="red" role="alert" mt="sm">
          {state.fault}
        </Text>
      )}
    </>
  )
}
