import { Badge, TagsInput } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PartnerField, useSeesPartners } from '#features/organisation/tenants/web/exports.tsx'
import { Field } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { type CustomKind, customFieldCalls, isChosen } from '../contract.ts'
import { customFieldPlace } from './custom-field-place.ts'

const blank = {
  name: '',
  kind: 'text' as const,
  options: [],
  required: false,
  searchable: false,
  in_registration: false,
}

export function AddCustomField() {
  const { search } = useLocation()
  const { parceiro_id = null } = search as { parceiro_id?: string }
  return (
    <AddPage
      call={customFieldCalls.add}
      {...customFieldPlace}
      blank={{ ...blank, parceiro_id }}
      wireOf={({ parceiro_id: of, ...fields }) => ({ ...fields, ...(of !== null && { parceiro_id: of }) })}
    >
      <Fields />
    </AddPage>
  )
}

export const EditCustomField = () => (
  <EditPage
    read={customFieldCalls.read}
    update={customFieldCalls.update}
    {...customFieldPlace}
    renderAside={({ global, partner }) => (global ? <Owner partner={partner ?? ''} /> : null)}
  >
    {({ global }) => <Fields global={global} />}
  </EditPage>
)

function Fields({ global = false }: { global?: boolean }) {
  const { t } = useTranslation()
  const { values, isNew } = useForm()
  const { tenantId } = useSession()
  const seesPartners = useSeesPartners()
  const textKey = tenantId === null ? 'partnerText' : global ? 'globalText' : 'whatText'
  return (
    <FormSection
      title={t('organisation.customFields.section.what')}
      text={t(`organisation.customFields.section.${textKey}`)}
    >
      {isNew && seesPartners ? <Field name="parceiro_id">{(field) => <PartnerField {...field} />}</Field> : null}
      <Field name="name" />
      <Field name="kind" />
      {isChosen(values['kind'] as CustomKind) ? (
        <Field name="options">
          {({ name, value, onChange, ...field }) => (
            <TagsInput
              {...field}
              id={name}
              value={value as string[]}
              onChange={onChange}
              maxTags={100}
              acceptValueOnBlur
            />
          )}
        </Field>
      ) : null}
      <Field name="required" />
      <Field name="searchable" />
      <Field name="in_registration" />
    </FormSection>
  )
}

/** Shows the owner of a global field: inside a business unit the field is read-only. */
function Owner({ partner }: { partner: string }) {
  const { t } = useTranslation()
  return (
    <Badge variant="light" color="gray" tt="none">
      {t('organisation.customFields.definedBy', { partner })}
    </Badge>
  )
}
