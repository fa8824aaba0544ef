import { Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { IconId } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Taxpayer, taxpayers, writtenTaxId } from '#catalogue/tax-id.ts'
import { PartnerFilter, useSeesPartners } from '#features/organisation/tenants/web/exports.tsx'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useRecord } from '#platform/web/client/use-record.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { useGo, useGoBack } from '#platform/web/routing/path.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormLayout, FormSection, FormSkeleton, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { useDraft } from '#platform/web/ui/use-draft.ts'
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
  place: {
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
  const setText = (field: TextField, text: string) =>
    set({ [field]: field === 'cnpj_cpf' ? writtenTaxId(text, values.client_type) : text })
  const chooseKind = (client_type: Taxpayer) =>
    set({ client_type, cnpj_cpf: writtenTaxId(values.cnpj_cpf, client_type) })
  return (
    <FormLayout
      submission={submission}
      changed={changed.map(label)}
      action={t('general.action.save')}
      editable={record.can.includes('update')}
      onSubmit={() => submission.submit({ ...partner, version: record.version, ...values })}
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
            {Object.entries(sections[section]).map(([name, autoComplete]) => (
              <TextInput
                key={name}
                name={name}
                label={<OptionalLabel>{label(name)}</OptionalLabel>}
                autoComplete={autoComplete}
                inputMode={autoComplete === 'email' || autoComplete === 'tel' ? autoComplete : 'text'}
                value={values[name as TextField]}
                error={submission.faults[name]}
                onChange={({ currentTarget: { value } }) => setText(name as TextField, value)}
              />
            ))}
          </SimpleGrid>
        </FormSection>
      ))}
    </FormLayout>
  )
}
