// The section of the profile with copies of data: asks for one, and downloads those that are ready.
import { Button } from '@mantine/core'
import { IconDownload, IconFileZip } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { download, saveFile } from '#platform/web/client/download.ts'
import { useCallMutation, useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { Item, ItemList } from '#platform/web/ui/item-list.tsx'
import { toastDone, toastFailure } from '#platform/web/ui/toasts.tsx'
import { listArchives, readArchiveFile, requestOwnArchive } from '../contract.ts'

type Archive = ReceivedOf<typeof listArchives>[number]

const pollMs = 3_000

export function DataArchives() {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(listArchives, {})
  const request = useCallMutation(requestOwnArchive, {
    onDone: () => toastDone(t('people.dataArchives.requested')),
  })
  const isWaiting = data?.some(({ state }) => state === 'waiting') ?? false
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => void refetch(), pollMs)
    return () => clearInterval(timer)
  }, [isWaiting, refetch])
  return (
    <FormSection title={t('people.dataArchives.title')} text={t('people.dataArchives.purpose')}>
      {error ? <FailedState failure={error} onRetry={() => void refetch()} /> : null}
      {data && data.length > 0 ? (
        <ItemList label={t('people.dataArchives.title')}>
          {data.map((archive) => (
            <ArchiveRow key={archive.id} archive={archive} onEnd={() => void refetch()} />
          ))}
        </ItemList>
      ) : null}
      <div>
        <Button
          variant="default"
          loading={request.isPending}
          disabled={data?.some(({ own, state }) => own && state === 'waiting') ?? false}
          onClick={() => request.mutate({})}
        >
          {t('people.dataArchives.request')}
        </Button>
      </div>
    </FormSection>
  )
}

function ArchiveRow({ archive, onEnd }: { archive: Archive; onEnd: () => void }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const { id, name, own, state, created_at, expires_at } = archive
  return (
    <Item
      icon={<IconFileZip size={20} stroke={1.6} aria-hidden />}
      name={own ? t('people.dataArchives.own') : name}
      facts={[
        t('people.dataArchives.since', { at: dateTime(created_at) }),
        state === 'ready' && expires_at
          ? t('people.dataArchives.until', { at: dateTime(expires_at) })
          : t(`people.dataArchives.state.${state}`),
      ]}
    >
      {state === 'ready' ? <DownloadButton id={id} name={name} onEnd={onEnd} /> : null}
    </Item>
  )
}

function DownloadButton({ id, name, onEnd }: { id: string; name: string; onEnd: () => void }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const load = async () => {
    const own = new AbortController()
    running.current = own
    setBusy(true)
    try {
      saveFile(await download(readArchiveFile, { id }, { signal: own.signal, onProgress: () => undefined }))
    } catch (error) {
      if (!own.signal.aborted) toastFailure(error instanceof Error ? error.message : undefined)
    } finally {
      setBusy(false)
      onEnd()
    }
  }
  return (
    <Button
      size="xs"
      variant="default"
      loading={isBusy}
      leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
      aria-label={t('people.dataArchives.downloadOf', { name })}
      onClick={() => void load()}
    >
      {t('people.dataArchives.download')}
    </Button>
  )
}
