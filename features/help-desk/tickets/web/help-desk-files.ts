// The files of a form: checked here, uploaded one after the other, removable. The form sends the ids of those that the server has.
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tickets as limits, upload } from '#catalogue/limits.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { sendFile } from '#platform/web/client/send-file.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { addAttachment } from '../contract.ts'
import { fileFault } from './help-desk-file-rules.ts'

export type Attachment = ReceivedOf<typeof addAttachment>['attachment']

/** A file of the form. `share`: how much is uploaded, from 0 to 1; null while it waits. */
export type UploadedFile = { key: number; name: string; share: number | null; attachment: Attachment | null }

export type TicketFiles = {
  files: readonly UploadedFile[]
  /** The faults of files that were not accepted. */
  faults: readonly string[]
  ids: string[]
  /** True while some files are not uploaded yet. */
  isSending: boolean
  add: (files: Iterable<File>) => void
  remove: (key: number) => void
}

export const megabytes = upload.bytes / 1024 / 1024

/** Sends one file to the server. */
export type SendAttachment = (
  name: string,
  file: File,
  options: Parameters<typeof sendFile>[3],
) => Promise<{ attachment: Attachment }>

const sendOwn: SendAttachment = (name, file, options) => sendFile(addAttachment, { name }, file, options)

export function useTicketFiles(send: SendAttachment = sendOwn): TicketFiles {
  const { t } = useTranslation()
  const { number } = useFormats()
  const [files, setFiles] = useState<UploadedFile[]>([])
  const [faults, setFaults] = useState<string[]>([])
  const queue = useRef<{ key: number; file: File; control: AbortController }[]>([])
  const isRunning = useRef(false)
  const lastKey = useRef(0)
  useEffect(
    () => () => {
      const [running] = queue.current
      queue.current = []
      running?.control.abort()
    },
    [],
  )

  const change = (key: number, part: Partial<UploadedFile>) =>
    setFiles((before) => before.map((file) => (file.key === key ? { ...file, ...part } : file)))
  const drop = (key: number) => setFiles((before) => before.filter((file) => file.key !== key))

  const run = async () => {
    if (isRunning.current) return
    isRunning.current = true
    for (let queuedFile = queue.current[0]; queuedFile !== undefined; queuedFile = queue.current[0]) {
      const { key, file, control } = queuedFile
      const { signal } = control
      const onProgress = (share: number) => change(key, { share })
      try {
        const { attachment } = await send(nameOf(file), file, { signal, onProgress })
        change(key, { attachment, share: 1 })
      } catch (error) {
        drop(key)
        if (!signal.aborted) {
          const sentence = sentenceOf(error) ?? t('general.toast.failed')
          setFaults((before) => [...before, `${file.name}: ${sentence}`])
        }
      }
      queue.current = queue.current.filter((one) => one.key !== key)
    }
    isRunning.current = false
  }

  const add = (addedFiles: Iterable<File>) => {
    const found: string[] = []
    const taken: UploadedFile[] = []
    for (const file of addedFiles) {
      const fault = fileFault(file, files.length + taken.length)
      if (fault === null) {
        lastKey.current += 1
        const key = lastKey.current
        queue.current.push({ key, file, control: new AbortController() })
        taken.push({ key, name: nameOf(file), share: null, attachment: null })
      } else {
        const values = { name: file.name, size: number(megabytes), count: limits.attachments }
        found.push(t(`helpDesk.tickets.files.${fault}`, values))
      }
    }
    setFaults(found)
    setFiles((before) => [...before, ...taken])
    void run()
  }

  const remove = (key: number) => {
    const [running] = queue.current
    // A file that still waits is removed from the queue; a running upload is aborted and leaves it at its end.
    if (running?.key === key) running.control.abort()
    else queue.current = queue.current.filter((one) => one.key !== key)
    drop(key)
  }

  return {
    files,
    faults,
    ids: files.flatMap(({ attachment }) => (attachment === null ? [] : [attachment.id])),
    isSending: files.some(({ attachment }) => attachment === null),
    add,
    remove,
  }
}

/** Shortens the name to the length that the server stores, without losing the extension. */
function nameOf({ name }: File): string {
  const line = name.replace(/\p{Cc}/gu, ' ').trim()
  return line.length <= limits.fileName ? line : `${line.slice(0, limits.fileName - 20)}…${line.slice(-19)}`
}

const sentenceOf = (error: unknown): string | null =>
  error instanceof CallFailure ? (error.errors['file'] ?? error.message) : null
