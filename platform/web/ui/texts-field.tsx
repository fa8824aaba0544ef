import { Button, Collapse, Stack, Textarea, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languages, noTexts, type Texts } from '#catalogue/languages.ts'
import { languageNames } from '../language/language-names.ts'
import { useMainLanguage } from '../session/use-session.ts'

type TextsFieldProps = {
  name: string
  label: string
  description?: ReactNode
  error?: ReactNode
  max: number
  /** Several lines. */
  long: boolean
  value: Partial<Texts>
  onChange: (value: Texts) => void
}

/** One text per language: the main language is always shown, the others are folded. */
export function TextsField({ name, label, description, error, max, long, value, onChange }: TextsFieldProps) {
  const { t } = useTranslation()
  const mainLanguage = useMainLanguage()
  const others = languages.filter((language) => language !== mainLanguage)
  const [isOpen, setOpen] = useState(false)
  const Text = long ? Textarea : TextInput
  const box = (language: Language) => ({
    ...(long && { autosize: true, minRows: 3 }),
    lang: language,
    maxLength: max,
    value: value[language] ?? '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ ...noTexts, ...value, [language]: currentTarget.value }),
  })
  const labelIn = (language: Language) => `${label} · ${languageNames[language]}`
  const filledCount = others.filter((language) => value[language]).length
  return (
    <div>
      <Text name={name} label={labelIn(mainLanguage)} {...{ description, error }} {...box(mainLanguage)} />
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
          {others.map((language) => (
            <Text key={language} label={labelIn(language)} {...box(language)} />
          ))}
        </Stack>
      </Collapse>
    </div>
  )
}
