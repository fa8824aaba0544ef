import { useTranslation } from 'react-i18next'
import { noTexts } from '#catalogue/languages.ts'
import { dayIn, isLater } from '#platform/contract/local-time.ts'
import { now } from '#platform/web/clock.ts'
import { Field } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage } from '#platform/web/pages/form-page.tsx'
import { RichField } from '#platform/web/pages/rich-field.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { broadcastCalls, checkBroadcastHtml } from '../contract.ts'
import { broadcastPlace } from './broadcast-place.ts'

export function AddBroadcast() {
  const { t } = useTranslation()
  const { timezone } = useSession()
  const today = dayIn(timezone, now())
  return (
    <AddPage
      call={broadcastCalls.add}
      {...broadcastPlace}
      blank={{ name: '', message: noTexts, starts_on: today, ends_on: null }}
      actionOf={({ starts_on }) =>
        t(isLater(starts_on as string | null, today) ? 'general.action.schedule' : 'general.action.publish')
      }
    >
      <Fields />
    </AddPage>
  )
}

export const EditBroadcast = () => (
  <EditPage read={broadcastCalls.read} update={broadcastCalls.update} {...broadcastPlace}>
    <Fields />
  </EditPage>
)

function Fields() {
  const { t } = useTranslation()
  return (
    <>
      <FormSection title={t('messaging.broadcasts.noun')} text={t('messaging.broadcasts.section.whatText')}>
        <Field name="name" />
        <RichField name="message" check={checkBroadcastHtml} />
      </FormSection>
      <FormSection title={t('messaging.broadcasts.section.when')} text={t('messaging.broadcasts.section.whenText')}>
        <Field name="starts_on" />
        <Field name="ends_on" />
      </FormSection>
    </>
  )
}
