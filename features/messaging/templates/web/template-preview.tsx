// The preview of a mail with sample values, as a computer and a phone show it, and the test mail.
import { Alert, Button, Group, SegmentedControl, Stack, Text, useComputedColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inLanguage, type Language, languageOf, type Texts } from '#catalogue/languages.ts'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { LanguageSelect } from '#platform/web/language/language-select.tsx'
import { MailFrame } from '#platform/web/ui/mail-frame.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { previewTemplate, type TemplateType, testTemplate } from '../contract.ts'
import classes from './template-preview.module.css'

type TemplatePreviewProps = { type: TemplateType; subject: Texts; body: Texts }

const pauseMs = 600

export function TemplatePreview({ type, subject: subjects, body: bodies }: TemplatePreviewProps) {
  const { t, i18n } = useTranslation()
  const [language, setLanguage] = useState<Language>(languageOf(i18n.language))
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop')
  const [colourScheme, setColourScheme] = useState(useComputedColorScheme('light', { getInitialValueInEffect: false }))
  const [subject] = useDebouncedValue(inLanguage(withoutEmpty(subjects), language), pauseMs)
  const [body] = useDebouncedValue(inLanguage(withoutEmpty(bodies), language), pauseMs)
  const isWritten = subject !== '' && body !== ''
  const draft = { type, language, subject, body }
  const { data, error } = useCallQuery(previewTemplate, draft, { enabled: isWritten, once: true })
  const test = useCallMutation(testTemplate, { onDone: () => toastDone(t('messaging.templates.testSent')) })
  return (
    <Stack gap="sm">
      <Group>
        <LanguageSelect aria-label={t('messaging.templates.previewIn')} value={language} onChange={setLanguage} />
        <SegmentedControl
          aria-label={t('messaging.templates.preview')}
          value={width}
          data={(['desktop', 'phone'] as const).map((value) => ({
            value,
            label: t(`messaging.templates.${value}`),
          }))}
          onChange={(value) => setWidth(value === 'phone' ? 'phone' : 'desktop')}
        />
        <SegmentedControl
          aria-label={t('frame.scheme.label')}
          value={colourScheme}
          data={(['light', 'dark'] as const).map((value) => ({ value, label: t(`frame.scheme.${value}`) }))}
          onChange={(value) => setColourScheme(value === 'dark' ? 'dark' : 'light')}
        />
        <Button
          variant="default"
          leftSection={<IconSend size={16} stroke={2} aria-hidden />}
          disabled={!isWritten}
          loading={test.isPending}
          onClick={() => test.mutate(draft)}
        >
          {t('messaging.templates.test')}
        </Button>
      </Group>
      {error ? (
        <Alert color="red" variant="light">
          {error.message}
        </Alert>
      ) : null}
      {isWritten && data && !error ? (
        <>
          <Text size="sm">{t('messaging.templates.subjectLine', { subject: data.subject })}</Text>
          <MailFrame
            className={classes.mail}
            width={width}
            look={colourScheme}
            title={t('messaging.templates.preview')}
            html={data.html}
          />
        </>
      ) : null}
    </Stack>
  )
}

/** Replaces empty texts with null: an empty field counts as no translation. */
const withoutEmpty = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, text || null])) as Texts
