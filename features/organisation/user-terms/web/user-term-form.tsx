import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconEye, IconSend, IconUsersGroup, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inLanguage, noTexts, type Texts } from '#catalogue/languages.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { Field } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { RichField } from '#platform/web/pages/rich-field.tsx'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { RecordPicker } from '#platform/web/ui/record-picker.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import {
  checkTermHtml,
  listEditions,
  publishTerm,
  selectTermReports,
  termPlacements,
  userTermCalls,
} from '../contract.ts'
import { UserTermDialog } from './user-term-dialog.tsx'
import { userTermPlace } from './user-term-place.ts'

type Term = ReceivedOf<typeof userTermCalls.read>

const blank = {
  title: noTexts,
  body: noTexts,
  condition: 'mandatory',
  place: 'after_login',
  report_id: null,
  active: true,
}

export function AddUserTerm() {
  const { t } = useTranslation()
  return (
    <AddPage
      call={userTermCalls.add}
      {...userTermPlace}
      blank={blank}
      doneText={() => t('organisation.userTerms.added')}
      leadsTo={({ id }) => `/user_terms/${id}`}
    >
      <Fields report={null} />
    </AddPage>
  )
}

export function EditUserTerm() {
  const { t } = useTranslation()
  return (
    <EditPage
      read={userTermCalls.read}
      update={userTermCalls.update}
      {...userTermPlace}
      renderWays={({ id }) => (
        <Button
          variant="default"
          renderRoot={(props) => <PathLink to={`/user_terms/${id}/acceptances`} {...props} />}
          leftSection={<IconUsersGroup size={16} stroke={1.8} aria-hidden />}
        >
          {t('organisation.userTerms.toAcceptances')}
        </Button>
      )}
    >
      {(term) => (
        <>
          <Fields report={term.report} />
          <Versions term={term} />
        </>
      )}
    </EditPage>
  )
}

function Fields({ report }: { report: string | null }) {
  const { t, i18n } = useTranslation()
  const { tenantId } = useSession()
  const { values } = useForm()
  const [preview, setPreview] = useState(false)
  const said = (texts: unknown) => inLanguage(withoutEmpty(texts as Texts), i18n.language)
  return (
    <>
      <FormSection title={t('organisation.userTerms.noun')} text={t('organisation.userTerms.section.whatText')}>
        <Field name="title" />
        <RichField name="body" check={checkTermHtml} />
        <Group>
          <Button
            variant="default"
            leftSection={<IconEye size={16} stroke={1.8} aria-hidden />}
            onClick={() => setPreview(true)}
          >
            {t('organisation.userTerms.preview')}
          </Button>
        </Group>
        {preview ? (
          <UserTermDialog
            title={said(values['title']) || t('organisation.userTerms.noun')}
            body={said(values['body'])}
            mandatory={values['condition'] === 'mandatory'}
            onAccept={() => setPreview(false)}
            onClose={() => setPreview(false)}
          />
        ) : null}
      </FormSection>
      <FormSection
        title={t('organisation.userTerms.section.where')}
        text={t('organisation.userTerms.section.whereText')}
      >
        <Field name="condition" />
        <PlacementField reports={tenantId !== null} />
        {values['place'] === 'report' ? <ReportField report={report} /> : null}
        <Field name="active" />
      </FormSection>
    </>
  )
}

const withoutEmpty = (texts: Texts): Texts => ({
  'pt-BR': texts['pt-BR'] || null,
  'en-US': texts['en-US'] || null,
  es: texts.es || null,
  'pt-PT': texts['pt-PT'] || null,
})

/** The input for the place of a term. Only business units have reports. The choice of another place clears the report. */
function PlacementField({ reports }: { reports: boolean }) {
  const { t } = useTranslation()
  const { set } = useForm()
  return (
    <Field name="place">
      {({ name, label, description, error, value }) => (
        <NativeSelect
          {...{ name, label, description, error }}
          value={String(value)}
          data={termPlacements
            .filter((placement) => reports || placement !== 'report')
            .map((placement) => ({ value: placement, label: t(`organisation.userTerms.choice.place.${placement}`) }))}
          onChange={({ currentTarget: { value: placement } }) =>
            set(placement === 'report' ? { place: placement } : { place: placement, report_id: null })
          }
        />
      )}
    </Field>
  )
}

function ReportField({ report }: { report: string | null }) {
  const { t } = useTranslation()
  const [picked, setPicked] = useState(report)
  return (
    <Field name="report_id">
      {({ label, error, value, onChange }) =>
        value === null ? (
          <RecordPicker
            call={selectTermReports}
            label={label}
            name="report_id"
            placeholder={t('organisation.userTerms.pick')}
            error={error}
            exclude={[]}
            onPick={(choice) => {
              setPicked(choice.label)
              onChange(choice.value)
            }}
          />
        ) : (
          <Group gap="xs">
            <Text size="sm">{picked}</Text>
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconX size={14} aria-hidden />}
              onClick={() => onChange(null)}
            >
              {t('organisation.userTerms.pick')}
            </Button>
          </Group>
        )
      }
    </Field>
  )
}

function Versions({ term }: { term: Term }) {
  const { t, i18n } = useTranslation()
  const { dateTime } = useFormats()
  const { isChanged, reload } = useForm()
  const confirm = useConfirm()
  const [openEdition, setOpenEdition] = useState<number | null>(null)
  const { data: editions = [] } = useCallQuery(listEditions, { id: term.id })
  const publish = useCallMutation(publishTerm, {
    onDone: ({ edition }) => {
      toastDone(t('organisation.userTerms.published', { edition }))
      reload()
    },
  })
  const nextEdition = term.edition + 1
  const ask = async () => {
    const agreed = await confirm({
      title: t('organisation.userTerms.publishTitle'),
      text: t('organisation.userTerms.publishText'),
    })
    if (agreed) publish.mutate({ id: term.id, version: term.version })
  }
  const chosen = editions.find(({ edition }) => edition === openEdition)
  const why = isChanged
    ? t('organisation.userTerms.publishFirst')
    : term.draft
      ? null
      : t('organisation.userTerms.nothingToPublish')
  return (
    <FormSection
      title={t('organisation.userTerms.section.versions')}
      text={t('organisation.userTerms.section.versionsText')}
    >
      {editions.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('organisation.userTerms.none')}
        </Text>
      ) : (
        <ul>
          {editions.map(({ edition, published_at, published_by }) => (
            <li key={edition}>
              <Button variant="subtle" size="compact-sm" onClick={() => setOpenEdition(edition)}>
                {published_by === null
                  ? t('organisation.userTerms.edition', { edition, at: dateTime(published_at) })
                  : t('organisation.userTerms.editionBy', { edition, at: dateTime(published_at), by: published_by })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {term.can.includes('update') ? (
        <>
          {why === null ? null : (
            <Text size="sm" c="dimmed">
              {why}
            </Text>
          )}
          <Group>
            <Button
              disabled={why !== null}
              loading={publish.isPending}
              leftSection={<IconSend size={16} stroke={1.8} aria-hidden />}
              onClick={() => void ask()}
            >
              {t('organisation.userTerms.publish', { edition: nextEdition })}
            </Button>
          </Group>
        </>
      ) : null}
      {chosen === undefined ? null : (
        <UserTermDialog
          title={inLanguage(chosen.title, i18n.language)}
          body={inLanguage(chosen.body, i18n.language)}
          mandatory={false}
          onAccept={() => setOpenEdition(null)}
          onClose={() => setOpenEdition(null)}
        />
      )}
    </FormSection>
  )
}
