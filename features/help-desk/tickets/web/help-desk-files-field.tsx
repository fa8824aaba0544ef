// Files in a form: chosen or dropped, uploaded at once with progress and cancel, removable.
import { ActionIcon, Button, Progress } from '@mantine/core'
import { IconFile, IconPaperclip, IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tickets as limits } from '#catalogue/limits.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { acceptedFiles } from './help-desk-file-rules.ts'
import { megabytes, type UploadedFile, type TicketFiles } from './help-desk-files.ts'
import classes from './help-desk-files.module.css'

type FilesFieldProps = { label: ReactNode; ticketFiles: TicketFiles; error?: string | undefined }

export function FilesField({ label, ticketFiles, error }: FilesFieldProps) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const [id, input] = [useId(), useRef<HTMLInputElement>(null)]
  const [over, setOver] = useState(false)
  const { files, add, remove } = ticketFiles
  const faults = [...ticketFiles.faults, ...(error === undefined ? [] : [error])]
  return (
    <fieldset className={classes.field} aria-describedby={`${id}-help`}>
      <legend className={classes.label}>{label}</legend>
      <div
        className={classes.place}
        data-over={over || undefined}
        data-wrong={faults.length > 0 || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          add(event.dataTransfer.files)
        }}
      >
        {files.length === 0 ? null : (
          <ul className={classes.files}>
            {files.map((file) => (
              <FileRow key={file.key} file={file} onRemove={() => remove(file.key)} />
            ))}
          </ul>
        )}
        <div className={classes.choice}>
          <Button
            id="attachments"
            size="xs"
            variant="default"
            leftSection={<IconPaperclip size={14} stroke={1.8} aria-hidden />}
            onClick={() => input.current?.click()}
          >
            {t('helpDesk.tickets.files.choose')}
          </Button>
          <span className={classes.hint}>{t('helpDesk.tickets.files.drop')}</span>
        </div>
        <input
          ref={input}
          className={classes.input}
          type="file"
          multiple
          tabIndex={-1}
          aria-hidden
          accept={acceptedFiles}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            // The value is reset, because the browser would ignore a removed file that is chosen again.
            currentTarget.value = ''
          }}
        />
      </div>
      <p id={`${id}-help`} className={classes.help}>
        {t('helpDesk.tickets.files.kinds', { size: number(megabytes), count: limits.attachments })}
      </p>
      <div role="alert">
        {faults.map((sentence) => (
          <p key={sentence} className={classes.fault}>
            {sentence}
          </p>
        ))}
      </div>
    </fieldset>
  )
}

function FileRow({ file: { name, share, attachment }, onRemove }: { file: UploadedFile; onRemove: () => void }) {
  const { t } = useTranslation()
  const isSent = attachment !== null
  return (
    <li className={classes.file}>
      <span className={classes.thumb}>
        {attachment?.picture ? (
          <img src={attachment.picture} alt="" />
        ) : (
          <IconFile size={20} stroke={1.5} aria-hidden />
        )}
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        {isSent ? <FileSize bytes={attachment.bytes} /> : null}
        {share === null ? <span className={classes.hint}>{t('helpDesk.tickets.files.waiting')}</span> : null}
        {share !== null && !isSent ? (
          <Progress
            value={Math.round(share * 100)}
            animated={share >= 1}
            aria-label={t('helpDesk.tickets.files.sending', { name })}
          />
        ) : null}
        <output className={classes.spoken}>{isSent ? t('helpDesk.tickets.files.sent', { name }) : null}</output>
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t(isSent ? 'helpDesk.tickets.files.remove' : 'helpDesk.tickets.files.stop', { name })}
        onClick={onRemove}
      >
        <IconX size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </li>
  )
}

export function FileSize({ bytes }: { bytes: number }) {
  const { number } = useFormats()
  const [value, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'kilobyte'] : [bytes / 1024 / 1024, 'megabyte']
  const sizeText = number(Math.max(value, 0.1), { style: 'unit', unit, maximumFractionDigits: 1 })
  return <span className={classes.hint}>{sizeText}</span>
}
