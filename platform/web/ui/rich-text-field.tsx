// The field of one formatted text: its editor, the import of HTML, and the sentence about what was refused. The editor is loaded with it.
// Next: rich-texts-field.tsx (one text for each language).
import { Alert, Stack, Text, Textarea } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '../client/call-failure.ts'
import { Dialog, DialogButtons } from './dialog.tsx'
import classes from './rich-text.module.css'

const RichEditor = lazy(() => import('./rich-editor.tsx').then((module) => ({ default: module.RichEditor })))

export type TextWork = {
  /** Uploads a picture and answers its address. Absent: the text takes no pictures. */
  onPicture?: (file: File) => Promise<string>
  /** Checks HTML and answers it cleaned. */
  onImport: (html: string) => Promise<string>
}

type RichTextFieldProps = TextWork & {
  label: string
  /** The language of the text; absent: that of the page. */
  lang?: string
  description?: string | undefined
  error?: string | undefined
  value: string
  onChange: (html: string) => void
}

export function RichTextField({
  label,
  lang,
  description,
  error,
  value,
  onChange,
  onPicture,
  onImport,
}: RichTextFieldProps) {
  const { t, i18n } = useTranslation()
  const [isImporting, setImporting] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const addPicture = async (file: File): Promise<string | null> => {
    setFault(null)
    try {
      return (await onPicture?.(file)) ?? null
    } catch (failure) {
      setFault(sentenceOf(failure) ?? t('general.toast.failed'))
      return null
    }
  }
  const sentence = fault ?? error
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <Suspense fallback={<div className={classes.loading} aria-busy />}>
        <RichEditor
          label={label}
          lang={lang ?? i18n.language}
          value={value}
          onChange={onChange}
          {...(onPicture && { onPicture: addPicture })}
          onImport={() => setImporting(true)}
        />
      </Suspense>
      {sentence ? (
        <Text role="alert" size="sm" c="var(--danger)" mt={4}>
          {sentence}
        </Text>
      ) : null}
      {description ? (
        <Text size="xs" c="var(--ink-quiet)" mt={4}>
          {description}
        </Text>
      ) : null}
      {isImporting ? (
        <ImportDialog
          text={t(onPicture ? 'general.editor.importText' : 'general.editor.importWithoutImages')}
          onCheck={onImport}
          onClose={() => setImporting(false)}
          onDone={(html) => {
            onChange(html)
            setImporting(false)
          }}
        />
      ) : null}
    </div>
  )
}

type ImportDialogProps = {
  /** What the HTML may have. */
  text: string
  onCheck: (html: string) => Promise<string>
  onDone: (html: string) => void
  onClose: () => void
}

function ImportDialog({ text, onCheck, onDone, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const [html, setHtml] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const check = async () => {
    setBusy(true)
    try {
      onDone(await onCheck(html))
    } catch (failure) {
      setFault(sentenceOf(failure) ?? t('general.toast.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog opened size="lg" title={t('general.editor.import')} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        {fault === null ? null : (
          <Alert role="alert" color="red" variant="light">
            {fault}
          </Alert>
        )}
        <Textarea
          label="HTML"
          autosize
          minRows={8}
          maxRows={16}
          spellCheck={false}
          data-autofocus
          value={html}
          onChange={({ currentTarget }) => {
            setFault(null)
            setHtml(currentTarget.value)
          }}
        />
        <DialogButtons
          action={t('general.editor.importAction')}
          disabled={html.trim() === ''}
          busy={busy}
          onCancel={onClose}
          onAct={() => void check()}
        />
      </Stack>
    </Dialog>
  )
}

/** The sentence of the server about a refused text. */
const sentenceOf = (failure: unknown): string | null =>
  failure instanceof CallFailure ? (Object.values(failure.errors)[0] ?? failure.message) : null
