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

export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  const { t } = useTranslation()
  if (attachments.length === 0) return null
  return (
    <ul className={classes.attachments} aria-label={t('helpDesk.tickets.field.attachments')}>
      {attachments.map((attachment) => (
        <li key={attachment.id}>
          {attachment.picture === null ? (
            <DownloadButton attachment={attachment} />
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

function DownloadButton({ attachment: { id, name, bytes } }: { attachment: Attachment }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const load = async () => {
    const own = new AbortController()
    running.current = own
    setBusy(true)
    try {
      saveFile(await download(readAttachment, { id }, { signal: own.signal, onProgress: () => undefined }))
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
      onClick={() => void load()}
    >
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        <FileSize bytes={bytes} />
      </span>
    </Button>
  )
}
