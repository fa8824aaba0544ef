import { useTranslation } from 'react-i18next'
import { noTexts } from '#catalogue/languages.ts'
import { Field } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage } from '#platform/web/pages/form-page.tsx'
import { RichField } from '#platform/web/pages/rich-field.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { checkAnswerHtml, faqEntryCalls, readFaq } from '../contract.ts'
import { faqPlace } from './faq-place.ts'

export const AddFaqEntry = () => (
  <AddPage call={faqEntryCalls.add} {...faqPlace} blank={{ question: noTexts, answer: noTexts }} refreshes={[readFaq]}>
    <Fields />
  </AddPage>
)

export const EditFaqEntry = () => (
  <EditPage read={faqEntryCalls.read} update={faqEntryCalls.update} {...faqPlace} refreshes={[readFaq]}>
    <Fields />
  </EditPage>
)

function Fields() {
  const { t } = useTranslation()
  return (
    <FormSection title={t('messaging.faq.noun')} text={t('messaging.faq.section.whatText')}>
      <Field name="question" />
      <RichField name="answer" check={checkAnswerHtml} />
    </FormSection>
  )
}
