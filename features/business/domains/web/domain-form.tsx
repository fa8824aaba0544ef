import { Select, Text, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PartnerField, useSeesPartners } from '#features/organisation/tenants/web/exports.tsx'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { Field, type FieldInput } from '#platform/web/pages/field.tsx'
import { AddPage, useForm } from '#platform/web/pages/form-page.tsx'
import { useCan, useSession } from '#platform/web/session/use-session.ts'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { addDomain, readDomainOptions } from '../contract.ts'
import { domainPlace } from './domain-place.ts'

const blank = { name: '', reason: '', parceiro_id: null as string | null, tenant_id: '' }

/** The value of the target field that stands for the partner itself. */
const partnerItself = 'partner'

export const AddDomain = () => (
  <AddPage
    {...domainPlace}
    call={addDomain}
    blank={blank}
    check={({ tenant_id }) => (tenant_id === '' ? { tenant_id: 'required' } : {})}
    wireOf={({ parceiro_id, tenant_id, reason, ...fields }) => ({
      ...fields,
      tenant_id: tenant_id === partnerItself ? null : tenant_id,
      ...(parceiro_id !== null && { parceiro_id }),
      ...(typeof reason === 'string' && reason.trim() !== '' && { reason }),
    })}
    leadsTo={({ id }) => `${domainPlace.path}/${id}`}
  >
    <Fields />
  </AddPage>
)

function Fields() {
  const { t } = useTranslation()
  const seesPartners = useSeesPartners()
  const mayAllow = useCan('domain.confirm')
  return (
    <FormSection title={t('business.domains.section.what')} text={t('business.domains.section.whatText')}>
      <Field name="name">
        {({ value, onChange, ...field }) => (
          <TextInput
            {...field}
            maxLength={253}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            placeholder="bi.empresa.com.br"
            value={value as string}
            onChange={({ currentTarget }) => onChange(currentTarget.value.toLowerCase())}
          />
        )}
      </Field>
      {seesPartners ? (
        <Field name="parceiro_id">
          {(field) => <Partner {...field} label={t('business.domains.field.parceiro_id')} />}
        </Field>
      ) : null}
      {mayAllow ? (
        <Field name="reason">
          {({ value, onChange, ...field }) => (
            <Textarea
              {...field}
              autosize
              minRows={2}
              maxLength={300}
              value={value as string}
              onChange={({ currentTarget }) => onChange(currentTarget.value)}
            />
          )}
        </Field>
      ) : null}
      <Field name="tenant_id">{(field) => <Target {...field} label={t('business.domains.field.tenant_id')} />}</Field>
      <Text size="sm" c="dimmed">
        {t('business.domains.fee')}
      </Text>
    </FormSection>
  )
}

/** The field of the partner. A change of the partner removes the selected unit, which belongs to the earlier one. */
function Partner(field: FieldInput) {
  const { set } = useForm()
  return <PartnerField {...field} onChange={(parceiro_id) => set({ parceiro_id, tenant_id: '' })} />
}

function Target({ value, ...field }: FieldInput) {
  const { t } = useTranslation()
  const { values } = useForm()
  const { partnerId } = useSession().user
  const { data } = useCallQuery(readDomainOptions, {}, { freshFor: 10_000 })
  const partner = partnerId ?? (values['parceiro_id'] as string | null)
  const selectedPartner = data?.partners.find(({ id }) => id === partner)
  return (
    <Select
      {...field}
      id={field.name}
      searchable
      disabled={partner === null}
      nothingFoundMessage={t('general.list.empty')}
      data={[
        ...(selectedPartner
          ? [{ value: partnerItself, label: t('business.domains.toPartner', { partner: selectedPartner.name }) }]
          : []),
        ...(data?.units ?? [])
          .filter(({ parceiro_id }) => parceiro_id === partner)
          .map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={(value as string) || null}
    />
  )
}
