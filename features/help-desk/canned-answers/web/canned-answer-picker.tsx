import { useTranslation } from 'react-i18next'
import { inLanguage, type Language } from '#catalogue/languages.ts'
import type { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { RecordPicker } from '#platform/web/ui/record-picker.tsx'
import { toastFailure } from '#platform/web/ui/toasts.tsx'
import { type CannedVariable, cannedAnswerCalls } from '../contract.ts'
import { filledText } from './canned-answer-text.ts'

type CannedAnswerPickerProps = {
  /** The wire name of the field, by which a key of the form finds it. */
  name: string
  /** The language of the person who reads the answer. */
  language: Language
  values: Record<CannedVariable, string>
  onPick: (text: string) => void
}

/** Searches a canned answer and gives its text in the language, with its variables replaced. */
export function CannedAnswerPicker({ name, language, values, onPick }: CannedAnswerPickerProps) {
  const { t } = useTranslation()
  const insert = async (id: string) => {
    const { text } = await ask(cannedAnswerCalls.read, { id })
    onPick(filledText(inLanguage(text, language), values))
  }
  return (
    <RecordPicker
      call={cannedAnswerCalls.select}
      name={name}
      label={t('helpDesk.cannedAnswers.insert')}
      placeholder={t('helpDesk.cannedAnswers.search')}
      exclude={[]}
      onPick={({ value }) => void insert(value).catch(({ message }: CallFailure) => toastFailure(message))}
    />
  )
}
