// The page with the switch of the survey and the counted answers.
import { Alert, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useRecord } from '#platform/web/client/use-record.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useGoBack } from '#platform/web/routing/path.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormLayout, FormSection, FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { useDraft } from '#platform/web/ui/use-draft.ts'
import { positions, readSurvey, updateSurvey } from '../contract.ts'
import classes from './survey-page.module.css'

export function SurveyPage() {
  const { t } = useTranslation()
  const { record, failure, reload, round } = useRecord(readSurvey, {})
  if (failure) return <FailedState failure={failure} onRetry={reload} />
  return (
    <>
      <PageHeader title={t('messaging.survey.title')} text={t('messaging.survey.purpose')} />
      {record ? <SurveyForm key={round} record={record} onReload={reload} /> : <FormSkeleton sections={2} />}
    </>
  )
}

type Survey = ReceivedOf<typeof readSurvey>

function SurveyForm({ record, onReload }: { record: Survey; onReload: () => void }) {
  const { t } = useTranslation()
  const goBack = useGoBack('/')
  const { values, set, changed } = useDraft({ enabled: record.enabled })
  const label = () => t('messaging.survey.field.enabled')
  const onDone = () => {
    toastDone()
    onReload()
  }
  const submission = useSubmit(updateSurvey, { label, onDone, values })
  return (
    <FormLayout
      submission={submission}
      changed={changed.map(label)}
      action={t('general.action.save')}
      editable={record.can.includes('update')}
      onSubmit={() => submission.submit({ version: record.version, ...values })}
      onCancel={goBack}
      onReload={onReload}
    >
      <FormSection title={t('messaging.survey.noun')} text={t('messaging.survey.section.whatText')}>
        {record.by_platform ? (
          <Alert variant="light" color="gray">
            {t('messaging.survey.byPlatform')}
          </Alert>
        ) : null}
        <Switch
          name="enabled"
          label={t('messaging.survey.field.enabled')}
          description={t('messaging.survey.help.enabled')}
          error={submission.faults['enabled']}
          checked={values.enabled}
          onChange={({ currentTarget: { checked } }) => set({ enabled: checked })}
        />
      </FormSection>
      <FormSection title={t('messaging.survey.section.answers')} text={t('messaging.survey.answered', counts(record))}>
        <Answers record={record} />
      </FormSection>
    </FormLayout>
  )
}

const counts = ({ answered, people }: Survey) => ({ answered, people })

function Answers({ record: { positions: counted, details, answered } }: { record: Survey }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  if (answered === 0) return <p className={classes.none}>{t('messaging.survey.none')}</p>
  const peopleOf = (position: string) => counted.find((each) => each.position === position)?.people ?? 0
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('messaging.survey.position')}</th>
            <th scope="col" className={classes.number}>
              {t('messaging.survey.people')}
            </th>
          </tr>
        </thead>
        <tbody>
          {positions.map((position) => (
            <tr key={position}>
              <th scope="row">{t(`messaging.survey.positions.${position}`)}</th>
              <td className={classes.number}>{number(peopleOf(position))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {details.length === 0 ? null : (
        <>
          <h3 className={classes.heading}>{t('messaging.survey.details')}</h3>
          <ul className={classes.details}>
            {details.map(({ detail, people }) => (
              <li key={detail}>
                {detail} · {number(people)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
