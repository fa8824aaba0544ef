import { Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { IconId } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type FederalUnit, federalUnits } from '#catalogue/legal-fields.ts'
import { type Taxpayer, taxpayers, writtenTaxId } from '#catalogue/tax-id.ts'
import { PartnerFilter, useSeesPartners } from '#features/organisation/tenants/web/exports.tsx'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useRecord } from '#platform/web/client/use-record.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { PhoneField } from '#platform/web/masks/phone-field.tsx'
import { writtenPostalCode } from '#platform/web/masks/postal-code.ts'
import { TaxIdField } from '#platform/web/masks/tax-id-field.tsx'
import { useGo, useGoBack } from '#platform/web/routing/path.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormLayout, FormSection, FormSkeleton, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { useDraft } from '#platform/web/ui/use-draft.ts'
import { OptionalSelect } from '#platform/web/ui/optional-select.tsx'
import { AddressPostalCode } from './address-postal-code.tsx'
import { readLegalData, updateLegalData } from '../contract.ts'

/** Shows the form of the legal data. The staff of the platform select a partner first. */
export function LegalDataPage() {
  const { t } = useTranslation()
  const go = useGo()
  const seesPartners = useSeesPartners()
  const { parceiro_id }: { parceiro_id?: string } = useSearch({ strict: false })
  return (
    <>
      <PageHeader title={t('business.legalData.title')} text={t('business.legalData.purpose')} />
      {seesPartners ? (
        <Group mb="lg">
          <PartnerFilter
            value={parceiro_id}
            onChange={(id) => go(id === undefined ? path : `${path}?parceiro_id=${id}`, { replace: true })}
          />
        </Group>
      ) : null}
      {seesPartners && parceiro_id === undefined ? (
        <EmptyState title={t('business.legalData.choose')} icon={<IconId size={28} stroke={1.6} aria-hidden />} />
      ) : (
        <LegalData key={parceiro_id} partner={parceiro_id === undefined ? {} : { parceiro_id }} />
      )}
    </>
  )
}

const path = '/registration'

type Partner = { parceiro_id?: string }

function LegalData({ partner }: { partner: Partner }) {
  const { record, failure, reload, round } = useRecord(readLegalData, partner)
  if (failure) return <FailedState failure={failure} onRetry={reload} />
  if (!record) return <FormSkeleton sections={3} />
  return <LegalDataForm key={round} record={record} partner={partner} onReload={reload} />
}

type Record = ReceivedOf<typeof readLegalData>

/** The text fields of the form by section, with the HTML name under which a browser fills in each of them. */
const sections = {
  company: { cnpj_cpf: 'off', fantasy_name: 'organization', state_registration: 'off' },
  contact: { contact_name: 'name', business_email: 'email', email_invoice: 'email', commercial_phone: 'tel' },
  payment: { pix_key: 'off' },
  place: {
    cep: 'postal-code',
    state: 'address-level1',
    address: 'address-line1',
    number: 'off',
    complement: 'address-line2',
    neighborhood: 'address-level3',
    city: 'address-level2',
  },
} as const

type Section = keyof typeof sections
type TextField = { [S in Section]: keyof (typeof sections)[S] }[Section]

/** Converts the record to a draft, in which an empty field is an empty text; the server stores it as null. */
const draftOf = ({ name: _, version: __, can: ___, client_type, ...texts }: Record) => ({
  client_type,
  ...(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text ?? ''])) as {
    [F in TextField]: string
  }),
  cnpj_cpf: writtenTaxId(texts.cnpj_cpf ?? '', client_type),
  cep: writtenPostalCode(texts.cep ?? ''),
  email_invoice: texts.email_invoice.join(', '),
})

type FormProps = { record: Record; partner: Partner; onReload: () => void }

function LegalDataForm({ record, partner, onReload }: FormProps) {
  const { t } = useTranslation()
  const goBack = useGoBack('/')
  const { values, set, changed } = useDraft(draftOf(record))
  const label = (field: string) => t(`business.legalData.field.${field as keyof typeof values}`)
  const onDone = () => {
    toastDone()
    onReload()
  }
  const submission = useSubmit(updateLegalData, { label, onDone, values })
  const chooseKind = (client_type: Taxpayer) =>
    set({ client_type, cnpj_cpf: writtenTaxId(values.cnpj_cpf, client_type) })
  return (
    <FormLayout
      submission={submission}
      changed={changed.map(label)}
      action={t('general.action.save')}
      editable={record.can.includes('update')}
      onSubmit={() =>
        submission.submit({
          ...partner,
          version: record.version,
          ...values,
          email_invoice: [values.email_invoice],
          state: unitOf(values.state),
        })
      }
      onCancel={goBack}
      onReload={onReload}
    >
      {(Object.keys(sections) as Section[]).map((section) => (
        <FormSection
          key={section}
          title={t(`business.legalData.section.${section}`)}
          text={t(`business.legalData.section.${section}Text`)}
        >
          {section === 'company' ? (
            <NativeSelect
              name="client_type"
              label={label('client_type')}
              value={values.client_type}
              data={taxpayers.map((kind) => ({ value: kind, label: t(`business.legalData.kind.${kind}`) }))}
              error={submission.faults['client_type']}
              onChange={({ currentTarget: { value } }) =>
                chooseKind(taxpayers.find((kind) => kind === value) ?? 'legal')
              }
            />
          ) : null}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {(Object.entries(sections[section]) as [TextField, string][]).map(([name, autoComplete]) => (
              <LegalText
                key={name}
                field={name}
                label={label(name)}
                autoComplete={autoComplete}
                error={submission.faults[name]}
                values={values}
                set={set}
              />
            ))}
          </SimpleGrid>
        </FormSection>
      ))}
    </FormLayout>
  )
}

const unitOf = (state: string): FederalUnit | null => federalUnits.find((unit) => unit === state) ?? null

type LegalTextProps = {
  field: TextField
  label: string
  autoComplete: string
  error: string | undefined
  values: ReturnType<typeof draftOf>
  set: (part: Partial<ReturnType<typeof draftOf>>) => void
}

function LegalText({ field, label, autoComplete, error, values, set }: LegalTextProps) {
  const { t } = useTranslation()
  const onChange = (text: string) => set({ [field]: text })
  const input = {
    name: field,
    label: <OptionalLabel>{label}</OptionalLabel>,
    autoComplete,
    error,
    value: values[field],
  }
  switch (field) {
    case 'cnpj_cpf':
      return <TaxIdField {...input} kind={values.client_type} onChange={onChange} />
    case 'commercial_phone':
      return <PhoneField {...input} onChange={onChange} />
    case 'cep':
      return (
        <AddressPostalCode
          {...input}
          present={values}
          onChange={onChange}
          onFill={(found) => set(found as Partial<ReturnType<typeof draftOf>>)}
        />
      )
    case 'state':
      return (
        <OptionalSelect
          {...input}
          searchable
          data={federalUnits}
          value={values.state || null}
          onChange={(unit) => set({ state: unit ?? '' })}
        />
      )
    default:
      return (
        <TextInput
          {...input}
          inputMode={autoComplete === 'email' ? 'email' : 'text'}
          {...(field === 'pix_key' && { description: t('business.legalData.help.pix_key') })}
          {...(field === 'email_invoice' && { description: t('business.legalData.help.email_invoice') })}
          onChange={({ currentTarget: { value } }) => onChange(value)}
        />
      )
  }
}
