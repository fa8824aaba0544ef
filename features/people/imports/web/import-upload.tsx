// The first step of the wizard: the choice of the file. The page displays the allowed types and sizes before the upload.
import { Anchor, Button, Progress } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userImports as limits } from '#catalogue/limits.ts'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { sendFile } from '#platform/web/client/send-file.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink, useGo } from '#platform/web/routing/path.tsx'
import { ExportMenu } from '#platform/web/ui/export-menu.tsx'
import { exportImportTemplate, listOpenImports, readImportLimits, uploadImport } from '../contract.ts'
import { ImportFrame, ImportPart } from './import-frame.tsx'
import { stepOf } from './import-steps.ts'
import { importPath } from '#features/people/users/web/exports.tsx'
import classes from './import.module.css'

const megabytes = limits.bytes / 1024 / 1024

export function UploadImport() {
  const { t } = useTranslation()
  const { number } = useFormats()
  const { data } = useCallQuery(readImportLimits, {}, { freshFor: 60_000 })
  const rows = data?.rows ?? limits.rows
  const phraseValues = { size: number(megabytes), count: rows, shown: number(rows) }
  return (
    <ImportFrame step="upload">
      <ImportPart title={t('people.imports.upload.title')} text={t('people.imports.upload.text', phraseValues)}>
        <FileDropZone />
        <div className={classes.line}>
          <ExportMenu call={exportImportTemplate} input={{}} label={t('people.imports.upload.template')} />
          <p className={classes.hint}>{t('people.imports.upload.templateText')}</p>
        </div>
        <p className={classes.hint}>{t('people.imports.upload.kept', { count: limits.keptDays })}</p>
      </ImportPart>
      <OpenImports />
    </ImportFrame>
  )
}

function FileDropZone() {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const { sending, fault, send } = useSending()
  return (
    <div>
      <div
        className={classes.place}
        data-over={over || undefined}
        data-wrong={fault !== null || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void send(event.dataTransfer.files[0])
        }}
      >
        <IconFileSpreadsheet size={28} stroke={1.4} aria-hidden />
        {sending === null ? (
          <div className={classes.choice}>
            <Button onClick={() => input.current?.click()}>{t('people.imports.upload.choose')}</Button>
            <span className={`${classes.hint} ${classes.drop}`}>{t('people.imports.upload.drop')}</span>
          </div>
        ) : (
          <div className={classes.sending}>
            <output>{t('people.imports.upload.sending', { name: sending.name })}</output>
            <Progress
              value={Math.round(sending.share * 100)}
              animated={sending.share >= 1}
              aria-label={t('people.imports.upload.sending', { name: sending.name })}
            />
          </div>
        )}
        <input
          ref={input}
          className={classes.input}
          type="file"
          tabIndex={-1}
          aria-hidden
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          onChange={({ currentTarget }) => {
            void send(currentTarget.files?.[0])
            // The input is cleared, so that the same file can be chosen again after it was corrected.
            currentTarget.value = ''
          }}
        />
      </div>
      <p role="alert" className={classes.fault}>
        {fault}
      </p>
    </div>
  )
}

function useSending() {
  const { t } = useTranslation()
  const { number } = useFormats()
  const go = useGo()
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const control = useRef<AbortController>(null)
  useEffect(() => () => control.current?.abort(), [])
  const send = async (file: File | undefined) => {
    if (file === undefined || sending !== null) return
    setFault(null)
    if (file.size === 0) return setFault(t('people.imports.upload.empty'))
    if (!/\.(?:csv|tsv|txt|xlsx)$/i.test(file.name)) return setFault(t('people.imports.upload.wrongKind'))
    if (file.size > limits.bytes) return setFault(t('people.imports.upload.tooLarge', { size: number(megabytes) }))
    const { signal } = (control.current = new AbortController())
    const name = file.name
    setSending({ name, share: 0 })
    try {
      const onProgress = (share: number) => setSending({ name, share })
      const { id } = await sendFile(uploadImport, { name: nameOf(file) }, file, { signal, onProgress })
      go(`${importPath}/${id}`)
    } catch (error) {
      if (signal.aborted) return
      setSending(null)
      setFault(error instanceof CallFailure ? error.message : t('general.toast.failed'))
    }
  }
  return { sending, fault, send }
}

const nameOf = ({ name }: File) =>
  name
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(-limits.fileName) || 'importacao.csv'

/** Links to the open imports, for a person who left the page of one. */
function OpenImports() {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const { data = [] } = useCallQuery(listOpenImports, {})
  if (data.length === 0) return null
  return (
    <ImportPart title={t('people.imports.upload.waiting')} text={t('people.imports.upload.waitingText')}>
      <ul className={classes.open}>
        {data.map(({ id, name, state, created_at }) => (
          <li key={id}>
            <Anchor renderRoot={(props) => <PathLink to={`${importPath}/${id}`} {...props} />}>{name}</Anchor>
            <span className={classes.hint}>
              {t(`people.imports.step.${stepOf[state]}`)} · {dateTime(created_at)}
            </span>
          </li>
        ))}
      </ul>
    </ImportPart>
  )
}
