import { Button, Code, CopyButton, NativeSelect, Stack, Text, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { noTexts, type Texts } from '#catalogue/languages.ts'
import { ask } from '#platform/web/client/client.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { Field } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { RichTextsField } from '#platform/web/ui/rich-texts-field.tsx'
import { toastFailure } from '#platform/web/ui/toasts.tsx'
import {
  checkTemplateHtml,
  offeredTypes,
  readDefaultTemplate,
  templateCalls,
  templateTypeNames,
  variablesOf,
} from '../contract.ts'
import { templatePlace } from './template-place.ts'
import classes from './template-form.module.css'
import { TemplatePreview } from './template-preview.tsx'

const blank = { type: templateTypeNames[0], subject: noTexts, body: noTexts }

export const AddTemplate = () => (
  <AddPage call={templateCalls.add} {...templatePlace} blank={blank}>
    <Fields />
  </AddPage>
)

export function EditTemplate() {
  const { t } = useTranslation()
  return (
    <EditPage
      read={templateCalls.read}
      update={templateCalls.update}
      {...templatePlace}
      titleOf={({ type }) => t(`messaging.templates.choice.type.${type}`)}
    >
      <Fields />
    </EditPage>
  )
}

function useType() {
  const { values } = useForm()
  return templateTypeNames.find((type) => type === values['type']) ?? templateTypeNames[0]
}

function Fields() {
  const { t } = useTranslation()
  const { values } = useForm()
  const type = useType()
  return (
    <>
      <FormSection title={t('messaging.templates.section.what')} text={t('messaging.templates.section.whatText')}>
        <Field name="type">
          {({ value: _, onChange, ...field }) => (
            <NativeSelect
              {...field}
              value={type}
              data={[...new Set([...offeredTypes, type])].map((each) => ({
                value: each,
                label: t(`messaging.templates.choice.type.${each}`),
              }))}
              onChange={({ currentTarget }) => onChange(currentTarget.value)}
            />
          )}
        </Field>
        <StartButton />
        <Field name="subject" />
        <Variables />
        <Field name="body">
          {({ name, description, error, value, onChange }) => (
            <RichTextsField
              name={name}
              label={t('messaging.templates.field.body')}
              description={description}
              error={error}
              value={value as Partial<Texts>}
              onChange={onChange}
              onImport={async (html) => (await ask(checkTemplateHtml, { html })).html}
            />
          )}
        </Field>
      </FormSection>
      <FormSection title={t('messaging.templates.section.look')} text={t('messaging.templates.section.lookText')}>
        <TemplatePreview type={type} subject={values['subject'] as Texts} body={values['body'] as Texts} />
      </FormSection>
    </>
  )
}

/** Fills the form with the text that mails of the type have without a template. */
function StartButton() {
  const { t } = useTranslation()
  const { set } = useForm()
  const { refetch, isFetching } = useCallQuery(readDefaultTemplate, { type: useType() }, { enabled: false })
  const start = async () => {
    const { data, error } = await refetch()
    if (data) set({ subject: data.subject, body: data.body })
    else toastFailure(error?.message)
  }
  return (
    <div>
      <Button variant="default" size="xs" loading={isFetching} onClick={() => void start()}>
        {t('messaging.templates.start')}
      </Button>
    </div>
  )
}

/** The variables of the type, each with what it stands for and an example. */
function Variables() {
  const { t } = useTranslation()
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {t('messaging.templates.variables')}
      </Text>
      <Text size="xs" c="var(--ink-quiet)">
        {t('messaging.templates.variablesHelp', { marks: '{{link}}' })}
      </Text>
      <ul className={classes.variables}>
        {variablesOf(useType()).map((variable) => (
          <li key={variable}>
            <Variable name={`{{${variable}}}`} />
            <Text span size="sm">
              {t(`messaging.templates.variable.${variable}`)}
            </Text>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function Variable({ name }: { name: string }) {
  const { t } = useTranslation()
  return (
    <CopyButton value={name}>
      {({ copied, copy }) => (
        <UnstyledButton onClick={copy} aria-label={`${t('general.action.copy')} ${name}`}>
          <Code>{copied ? `✓ ${name}` : name}</Code>
        </UnstyledButton>
      )}
    </CopyButton>
  )
}
