import { Anchor, Button, MultiSelect, Select, SimpleGrid, TextInput } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { Trans, useTranslation } from 'react-i18next'
import { type FederalUnit, federalUnits } from '#catalogue/legal-fields.ts'
import { defaultLanguage, type Language } from '#catalogue/languages.ts'
import { type Taxpayer, writtenTaxId } from '#catalogue/tax-id.ts'
import { listBills } from '#features/business/billing/contract.ts'
import { type AddressParts, AddressPostalCode } from '#features/business/legal-data/web/exports.tsx'
import { listTimezones } from '#features/organisation/settings/contract.ts'
import { listTenants } from '#features/organisation/tenants/contract.ts'
import { PartnerField } from '#features/organisation/tenants/web/exports.tsx'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { LanguageSelect } from '#platform/web/language/language-select.tsx'
import { PhoneField } from '#platform/web/masks/phone-field.tsx'
import { writtenPostalCode } from '#platform/web/masks/postal-code.ts'
import { TaxIdField } from '#platform/web/masks/tax-id-field.tsx'
import { Field, type FieldInput } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useCan } from '#platform/web/session/use-session.ts'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { MoneyField } from '#platform/web/ui/money-field.tsx'
import { OptionalSelect } from '#platform/web/ui/optional-select.tsx'
import { addClient, readClient, readClientOptions, updateClient } from '../contract.ts'
import { clientPlace } from './client-place.ts'

/** The text fields of a new client. The server stores an empty text as null. */
const blankTexts = {
  customer_code: '',
  cnpj_cpf: '',
  fantasy_name: '',
  state_registration: '',
  business_email: '',
  email_invoice: '',
  commercial_phone: '',
  contact_name: '',
  cep: '',
  address: '',
  number: '',
  complement: '',
  neighborhood: '',
  city: '',
  payment_details: '',
}
type TextField = keyof typeof blankTexts
const textFields = Object.keys(blankTexts) as TextField[]

const blank = {
  name: '',
  parceiro_id: null as string | null,
  client_type: 'legal' as Taxpayer,
  ...blankTexts,
  contract_date: null as string | null,
  seller: null as string | null,
  trial_period: null as string | null,
  user_limit: null as number | null,
  timezone: 'America/Sao_Paulo',
  language: defaultLanguage,
  sends_bills: false,
  reminds: false,
  due_days: null as number | null,
  due_on_business_day: false,
  issue_day: null as number | null,
  state: null as FederalUnit | null,
  price: '0.00',
  number_of_bonus: 0,
  domain_fee: '0.00',
  units: [] as string[],
}

// Bills and the list of business units contain data of the client, so a change reloads them.
const page = { ...clientPlace, refreshes: [listBills, listTenants] } as const

export const AddClient = () => (
  <AddPage
    {...page}
    call={addClient}
    blank={blank}
    wireOf={({ parceiro_id, ...fields }) => ({ ...fields, ...(parceiro_id !== null && { parceiro_id }) })}
  >
    <Fields client={null} />
  </AddPage>
)

export const EditClient = () => (
  <EditPage
    {...page}
    read={readClient}
    update={updateClient}
    draftOf={draftOf}
    renderAside={({ partner }) => partner}
    renderWays={({ id }) => <ToBills id={id} />}
  >
    {(record) => <Fields client={record} />}
  </EditPage>
)

type Client = ReceivedOf<typeof readClient>

function draftOf(record: Client): Omit<typeof blank, 'parceiro_id'> {
  const {
    name,
    client_type,
    contract_date,
    seller,
    trial_period,
    user_limit,
    timezone,
    language,
    sends_bills,
    reminds,
    due_days,
    due_on_business_day,
    issue_day,
    state,
    price,
    number_of_bonus,
    domain_fee,
  } = record
  const texts = Object.fromEntries(textFields.map((field) => [field, String(record[field] ?? '')])) as typeof blankTexts
  const contract = { contract_date, seller, trial_period, user_limit, timezone, price, number_of_bonus, domain_fee }
  const issuing = { due_days, due_on_business_day, issue_day }
  const sending = { language, sends_bills, reminds, ...issuing }
  const written = {
    cnpj_cpf: writtenTaxId(texts.cnpj_cpf, client_type),
    cep: writtenPostalCode(texts.cep),
    email_invoice: record.email_invoice.join(', '),
    state: federalUnits.find((unit) => unit === state) ?? null,
  }
  return { name, client_type, ...texts, ...written, ...contract, ...sending, units: record.units.map(({ id }) => id) }
}

function ToBills({ id }: { id: string }) {
  const { t } = useTranslation()
  if (!useCan('bill.read')) return null
  return (
    <Button
      variant="default"
      renderRoot={(link) => <PathLink to={`/billing?client_id=${id}`} {...link} />}
      leftSection={<IconFileInvoice size={16} stroke={1.8} aria-hidden />}
    >
      {t('business.clients.toBills')}
    </Button>
  )
}

function Fields({ client }: { client: Client | null }) {
  const { t } = useTranslation()
  const { values } = useForm()
  const { data } = useCallQuery(readClientOptions, {}, { freshFor: 10_000 })
  const partner = client?.parceiro_id ?? (values['parceiro_id'] as string | null)
  return (
    <>
      <FormSection title={t('business.clients.section.company')} text={t('business.clients.section.companyText')}>
        <Field name="name" />
        {client === null ? <Field name="parceiro_id">{(field) => <Partner {...field} />}</Field> : null}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Field name="client_type" />
          <Field name="cnpj_cpf">{(field) => <TaxId {...field} />}</Field>
          <Field name="fantasy_name" />
          <Field name="state_registration" />
          <Field name="customer_code" />
        </SimpleGrid>
      </FormSection>
      <FormSection title={t('business.clients.section.contract')} text={t('business.clients.section.contractText')}>
        <Field name="units">
          {(field) => (
            <MultiSelect
              {...field}
              id={field.name}
              searchable
              hidePickedOptions
              disabled={partner === null}
              placeholder={partner === null ? t('business.clients.choosePartner') : undefined}
              nothingFoundMessage={t('general.list.empty')}
              data={(data?.units ?? [])
                .filter(
                  ({ parceiro_id, client_id }) =>
                    parceiro_id === partner && (client_id === null || client_id === client?.id),
                )
                .map(({ id, name }) => ({ value: id, label: name }))}
              value={field.value as string[]}
            />
          )}
        </Field>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Field name="contract_date" />
          <Field name="trial_period" />
          <Field name="user_limit" />
          <Field name="seller">
            {(field) => (
              <OptionalSelect
                {...field}
                data={sellersWith(data?.sellers ?? [], client).map(({ id, name }) => ({ value: id, label: name }))}
                value={field.value as string | null}
                {...(data?.sellers.length === 0 && { description: <NoSellers /> })}
              />
            )}
          </Field>
        </SimpleGrid>
      </FormSection>
      <FormSection title={t('business.clients.section.billing')} text={t('business.clients.section.billingText')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Field name="price">{(field) => <MoneyField {...field} />}</Field>
          <Field name="number_of_bonus" />
          <Field name="domain_fee">{(field) => <MoneyField {...field} />}</Field>
          <Field name="timezone">{(field) => <Zone {...field} />}</Field>
        </SimpleGrid>
        <Field name="payment_details" />
      </FormSection>
      <FormSection title={t('business.clients.section.issuing')} text={t('business.clients.section.issuingText')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Field name="due_days" />
          <Field name="issue_day" />
        </SimpleGrid>
        <Field name="due_on_business_day" />
      </FormSection>
      <FormSection title={t('business.clients.section.sending')} text={t('business.clients.section.sendingText')}>
        <Field name="email_invoice">
          {({ value, onChange, ...field }) => (
            <TextInput
              {...field}
              inputMode="email"
              value={value as string}
              onChange={({ currentTarget }) => onChange(currentTarget.value)}
            />
          )}
        </Field>
        <Field name="language">
          {({ value, ...field }) => <LanguageSelect {...field} value={value as Language} maw="20rem" />}
        </Field>
        <Field name="sends_bills" />
        <Field name="reminds" />
      </FormSection>
      <FormSection title={t('business.clients.section.contact')} text={t('business.clients.section.contactText')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Field name="contact_name" />
          <Field name="commercial_phone">
            {({ value, ...field }) => <PhoneField {...field} value={value as string} />}
          </Field>
          <Field name="business_email" />
        </SimpleGrid>
      </FormSection>
      <FormSection title={t('business.clients.section.place')} text={t('business.clients.section.placeText')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Field name="cep">{(field) => <PostalCode {...field} />}</Field>
          <Field name="state">
            {({ value, ...field }) => (
              <OptionalSelect {...field} searchable data={federalUnits} value={value as FederalUnit | null} />
            )}
          </Field>
          <Field name="address" />
          <Field name="number" />
          <Field name="complement" />
          <Field name="neighborhood" />
          <Field name="city" />
        </SimpleGrid>
      </FormSection>
    </>
  )
}

/** Explains where a member of the staff is marked as a seller, when nobody is. */
function NoSellers() {
  return (
    <Trans
      i18nKey="business.clients.noSellers"
      components={{ staff: <Anchor component={PathLink} to="/staff" inherit underline="always" /> }}
    />
  )
}

/** The field of the partner. A change of the partner removes the selected units, which belong to the earlier one. */
function Partner(field: FieldInput) {
  const { set } = useForm()
  return <PartnerField {...field} onChange={(parceiro_id) => set({ parceiro_id, units: [] })} />
}

/** The maximum number of listed time zones; a more specific search finds the others. */
const maxVisibleZones = 80

function Zone({ value, ...field }: FieldInput) {
  const { t } = useTranslation()
  const { data = [] } = useCallQuery(listTimezones, {}, { freshFor: 3_600_000 })
  const zone = value as string
  const zones = data.some(({ id }) => id === zone) ? data : [{ id: zone, label: zone }, ...data]
  return (
    <Select
      {...field}
      id={field.name}
      searchable
      allowDeselect={false}
      limit={maxVisibleZones}
      maxDropdownHeight={280}
      nothingFoundMessage={t('general.list.empty')}
      data={zones.map(({ id, label }) => ({ value: id, label }))}
      value={zone}
    />
  )
}

function TaxId({ value, ...field }: FieldInput) {
  const { values } = useForm()
  return <TaxIdField {...field} value={value as string} kind={values['client_type'] as Taxpayer} />
}

function PostalCode({ value, ...field }: FieldInput) {
  const { values, set } = useForm()
  return <AddressPostalCode {...field} value={value as string} present={values as AddressParts} onFill={set} />
}

type Seller = { id: string; name: string }

/** Returns the sellers that the form offers, with the present seller of the client, also if they are no longer marked as a seller. */
function sellersWith(sellers: Seller[], client: Client | null): Seller[] {
  if (!client?.seller || sellers.some(({ id }) => id === client.seller)) return sellers
  return [...sellers, { id: client.seller, name: client.seller_name ?? '–' }]
}
