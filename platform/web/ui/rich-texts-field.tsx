// One rich text for each language: the main language is shown, the others are folded. The editor is loaded with the field.
import { Alert, Button, Collapse, Stack, Text, Textarea } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languages, noTexts, type Texts } from '#catalogue/languages.ts'
import { CallFailure } from '../client/call-failure.ts'
import { languageNames } from '../language/language-names.ts'
import { useMainLanguage } from '../session/use-session.ts'
import { Dialog, DialogButtons } from './dialog.tsx'
import classes from './rich-text.module.css'

const RichEditor = lazy(() => import('./rich-editor.tsx').then((module) => ({ default: module.RichEditor })))

type RichTextsFieldProps = {
  name: string
  label: string
  description?: string | undefined
  error?: string | undefined
  value: Partial<Texts>
  onChange: (value: Texts) => void
  /** Uploads a picture and answers its address. Absent: the text takes no pictures. */
  onPicture?: (file: File) => Promise<string>
  /** Checks HTML and answers it cleaned. */
  onImport: (html: string) => Promise<string>
}

export function RichTextsField({ name, label, description, error, value, onChange, ...work }: RichTextsFieldProps) {
  const { t } = useTranslation()
  const mainLanguage = useMainLanguage()
  const others = languages.filter((language) => language !== mainLanguage)
  const [isOpen, setOpen] = useState(false)
  const [importing, setImporting] = useState<Language | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const set = (language: Language, html: string) => onChange({ ...noTexts, ...value, [language]: html })
  const addPicture = work.onPicture
  const onPicture = async (file: File): Promise<string | null> => {
    setFault(null)
    try {
      return (await addPicture?.(file)) ?? null
    } catch (failure) {
      setFault(sentenceOf(failure) ?? t('general.toast.failed'))
      return null
    }
  }
  const editor = (language: Language) => (
    <Suspense fallback={<div className={classes.loading} aria-busy />}>
      <RichEditor
        label={`${label} · ${languageNames[language]}`}
        lang={language}
        value={value[language] ?? ''}
        onChange={(html) => set(language, html)}
        {...(addPicture && { onPicture })}
        onImport={() => setImporting(language)}
      />
    </Suspense>
  )
  const filledCount = others.filter((language) => value[language]).length
  const sentence = fault ?? error
  return (
    <div id={name} tabIndex={-1}>
      <Text size="sm" fw={500} mb={4}>
        {`${label} · ${languageNames[mainLanguage]}`}
      </Text>
      {editor(mainLanguage)}
      {sentence ? (
        <Text role="alert" size="sm" c="var(--danger)" mt={4}>
          {sentence}
        </Text>
      ) : null}
      <Text size="xs" c="var(--ink-quiet)" mt={4}>
        {description}
      </Text>
      <Button
        variant="subtle"
        size="xs"
        mt={4}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        rightSection={isOpen ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />}
      >
        {t('general.form.otherLanguages', { said: filledCount, all: others.length })}
      </Button>
      <Collapse expanded={isOpen}>
        <Stack gap="sm" mt="xs">
          {isOpen
            ? others.map((language) => (
                <div key={language}>
                  <Text size="sm" fw={500} mb={4}>{`${label} · ${languageNames[language]}`}</Text>
                  {editor(language)}
                </div>
              ))
            : null}
        </Stack>
      </Collapse>
      {importing === null ? null : (
        <ImportDialog
          text={t(addPicture ? 'general.editor.importText' : 'general.editor.importWithoutImages')}
          onCheck={work.onImport}
          onClose={() => setImporting(null)}
          onDone={(html) => {
            set(importing, html)
            setImporting(null)
          }}
        />
      )}
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
