import { useTranslation } from 'react-i18next'
import { noTexts } from '#catalogue/languages.ts'
import { Field } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage } from '#platform/web/pages/form-page.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { type CannedVariable, cannedAnswerCalls } from '../contract.ts'
import { cannedAnswerPlace } from './canned-answer-place.ts'

export const AddCannedAnswer = () => (
  <AddPage call={cannedAnswerCalls.add} {...cannedAnswerPlace} blank={{ name: '', text: noTexts }}>
    <Fields />
  </AddPage>
)

export const EditCannedAnswer = () => (
  <EditPage read={cannedAnswerCalls.read} update={cannedAnswerCalls.update} {...cannedAnswerPlace}>
    <Fields />
  </EditPage>
)

/** The variables as a person writes them. */
const marks = { person: '{{person}}', ticket: '{{ticket}}', report: '{{report}}', agent: '{{agent}}' } satisfies Record<
  CannedVariable,
  string
>

function Fields() {
  const { t } = useTranslation()
  return (
    <FormSection title={t('helpDesk.cannedAnswers.noun')} text={t('helpDesk.cannedAnswers.section.whatText', marks)}>
      <Field name="name" />
      <Field name="text" />
    </FormSection>
  )
}
