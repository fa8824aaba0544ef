// One rich text for each language: the main language is shown, the others are folded.
import { Button, Collapse, Stack } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languages, noTexts, type Texts } from '#catalogue/languages.ts'
import { languageNames } from '../language/language-names.ts'
import { useMainLanguage } from '../session/use-session.ts'
import { RichTextField, type TextWork } from './rich-text-field.tsx'

type RichTextsFieldProps = TextWork & {
  name: string
  label: string
  description?: string | undefined
  error?: string | undefined
  value: Partial<Texts>
  onChange: (value: Texts) => void
}

export function RichTextsField({ name, label, description, error, value, onChange, ...work }: RichTextsFieldProps) {
  const { t } = useTranslation()
  const mainLanguage = useMainLanguage()
  const others = languages.filter((language) => language !== mainLanguage)
  const [isOpen, setOpen] = useState(false)
  const text = (language: Language) => ({
    ...work,
    label: `${label} · ${languageNames[language]}`,
    lang: language,
    value: value[language] ?? '',
    onChange: (html: string) => onChange({ ...noTexts, ...value, [language]: html }),
  })
  const filledCount = others.filter((language) => value[language]).length
  return (
    <div id={name} tabIndex={-1}>
      <RichTextField {...text(mainLanguage)} description={description} error={error} />
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
          {isOpen ? others.map((language) => <RichTextField key={language} {...text(language)} />) : null}
        </Stack>
      </Collapse>
    </div>
  )
}
