import { useTranslation } from 'react-i18next'
import { noTexts } from '#catalogue/languages.ts'
import { dayIn, isLater } from '#platform/contract/local-time.ts'
import { now } from '#platform/web/clock.ts'
import { Field } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage } from '#platform/web/pages/form-page.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { changelogEntryCalls } from '../contract.ts'
import { changelogPlace } from './changelog-place.ts'

export function AddChangelogEntry() {
  const { t } = useTranslation()
  const { timezone } = useSession()
  const today = dayIn(timezone, now())
  const blank = { title: noTexts, body: noTexts, kind: 'improvement', day: today, sent: false }
  return (
    <AddPage
      call={changelogEntryCalls.add}
      {...changelogPlace}
      blank={blank}
      actionOf={({ sent, day }) =>
        t(
          sent !== true
            ? 'general.action.add'
            : isLater(day as string | null, today)
              ? 'general.action.schedule'
              : 'general.action.publish',
        )
      }
    >
      <Fields />
    </AddPage>
  )
}

export const EditChangelogEntry = () => (
  <EditPage read={changelogEntryCalls.read} update={changelogEntryCalls.update} {...changelogPlace}>
    <Fields />
  </EditPage>
)

function Fields() {
  const { t } = useTranslation()
  return (
    <FormSection title={t('messaging.changelog.noun')} text={t('messaging.changelog.section.whatText')}>
      <Field name="title" />
      <Field name="body" />
      <Field name="kind" />
      <Field name="day" />
      <Field name="sent" />
    </FormSection>
  )
}
