// Stored attachments: a picture opens in another tab, any other file is downloaded.
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download, saveFile } from '#platform/web/client/download.ts'
import { toastFailure } from '#platform/web/ui/toasts.tsx'
import { readAttachment } from '../contract.ts'
import type { Attachment } from './help-desk-files.ts'
import { FileSize } from './help-desk-files-field.tsx'
import classes from './help-desk-files.module.css'

/** Loads the bytes of an attachment. */
export type LoadAttachment = (id: string, options: Parameters<typeof download>[2]) => ReturnType<typeof download>

const loadOwn: LoadAttachment = (id, options) => download(readAttachment, { id }, options)

type AttachmentsProps = { attachments: readonly Attachment[]; load?: LoadAttachment }

export function Attachments({ attachments, load = loadOwn }: AttachmentsProps) {
  const { t } = useTranslation()
  if (attachments.length === 0) return null
  return (
    <ul className={classes.attachments} aria-label={t('helpDesk.tickets.field.attachments')}>
      {attachments.map((attachment) => (
        <li key={attachment.id}>
          {attachment.picture === null ? (
            <DownloadButton attachment={attachment} load={load} />
          ) : (
            <a
              className={classes.picture}
              href={attachment.picture}
              target="_blank"
              rel="noopener noreferrer"
              title={attachment.name}
              aria-label={t('helpDesk.tickets.files.show', attachment)}
            >
              <img src={attachment.picture} alt="" loading="lazy" />
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

type DownloadProps = { attachment: Attachment; load: LoadAttachment }

function DownloadButton({ attachment: { id, name, bytes }, load }: DownloadProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const save = async () => {
    const own = new AbortController()
    running.current = own
    setBusy(true)
    try {
      saveFile(await load(id, { signal: own.signal, onProgress: () => undefined }))
    } catch (error) {
      if (!own.signal.aborted) toastFailure(error instanceof Error ? error.message : undefined)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      className={classes.download ?? ''}
      variant="default"
      h="auto"
      py="0.5rem"
      loading={isBusy}
      leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
      title={t('helpDesk.tickets.files.download', { name })}
      onClick={() => void save()}
    >
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        <FileSize bytes={bytes} />
      </span>
    </Button>
  )
}
