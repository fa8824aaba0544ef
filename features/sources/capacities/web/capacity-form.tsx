// The form of one capacity: its account, schedule, prices, costs and history.
import { Alert, Anchor, Group, Select, Stack } from '@mantine/core'
import { Trans, useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery, useRefreshWhile } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { Field, type FieldInput } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage } from '#platform/web/pages/form-page.tsx'
import { PathLink } from '#platform/web/routing/path.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { useTypedSearch } from '#platform/web/ui/search-chip.tsx'
import { listTimezones } from '#features/organisation/settings/contract.ts'
import type { Interval } from '#platform/contract/week.ts'
import { WeeklyHours } from '#platform/web/ui/weekly-hours.tsx'
import { OptionalSelect } from '#platform/web/ui/optional-select.tsx'
import { listAccounts } from '#features/sources/accounts/contract.ts'
import { capacityCalls, type Price } from '../contract.ts'
import { CapacityActions } from './capacity-actions.tsx'
import { CapacityCosts } from './capacity-costs.tsx'
import { CapacityLog } from './capacity-log.tsx'
import { capacityPlace } from './capacity-place.ts'
import { CapacityPrices } from './capacity-prices.tsx'
import { CapacityState, isUnderWay } from './capacity-state.tsx'

type Capacity = ReceivedOf<typeof capacityCalls.read>

const blank = {
  name: '',
  account_id: null,
  update_time: 60,
  inactive_minutes: null,
  wakes: true,
  hours: [],
  timezone: null,
  currency: 'BRL',
  prices: [],
}

export const AddCapacity = () => (
  <AddPage call={capacityCalls.add} {...capacityPlace} blank={blank}>
    <Fields account={null} />
  </AddPage>
)

export const EditCapacity = () => (
  <EditPage
    read={capacityCalls.read}
    update={capacityCalls.update}
    {...capacityPlace}
    renderAside={(capacity) => <State capacity={capacity} />}
    renderWays={(capacity) => <CapacityActions capacity={capacity} />}
  >
    {(capacity) => (
      <>
        <Problem capacity={capacity} />
        <Fields account={{ value: capacity.account_id, label: capacity.account }} />
        <CapacityCosts id={capacity.id} />
        <CapacityLog id={capacity.id} />
      </>
    )}
  </EditPage>
)

function State({ capacity: { state, size, state_since } }: { capacity: Capacity }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  useRefreshWhile(isUnderWay(state), capacityCalls.list)
  return (
    <Group gap="sm">
      <CapacityState state={state} />
      {size === null ? null : <strong>{size}</strong>}
      {state === 'unknown' ? null : <span>{t('sources.capacities.since', { when: dateTime(state_since) })}</span>}
    </Group>
  )
}

function Problem({ capacity: { problem } }: { capacity: Capacity }) {
  const { t } = useTranslation()
  return problem === null ? null : <Alert color="red">{t(`sources.capacities.problems.${problem}`)}</Alert>
}

type Choice = { value: string; label: string }

function Fields({ account }: { account: Choice | null }) {
  const { t } = useTranslation()
  return (
    <>
      <FormSection title={t('sources.capacities.noun')} text={t('sources.capacities.section.whatText')}>
        <Field name="name" />
        <Field name="account_id">{(input) => <Account {...input} known={account} />}</Field>
        <Field name="update_time" />
      </FormSection>
      <FormSection title={t('sources.capacities.section.use')} text={t('sources.capacities.section.useText')}>
        <Field name="inactive_minutes" />
        <Field name="wakes" />
      </FormSection>
      <FormSection title={t('sources.capacities.field.hours')} text={t('sources.capacities.section.hoursText')}>
        <Field name="hours">
          {({ value, error, onChange }) => (
            <WeeklyHours
              hours={value as Interval[]}
              error={error}
              onChange={onChange}
              noneText={t(
                (value as Interval[]).length === 0 ? 'sources.capacities.noSchedule' : 'sources.capacities.dayOff',
              )}
            />
          )}
        </Field>
        <Field name="timezone">{(input) => <Zone {...input} />}</Field>
      </FormSection>
      <FormSection title={t('sources.capacities.section.prices')} text={t('sources.capacities.section.pricesText')}>
        <Field name="currency" />
        <Field name="prices">
          {({ value, error, onChange }) => (
            <CapacityPrices prices={value as Price[]} error={error} onChange={onChange} />
          )}
        </Field>
      </FormSection>
    </>
  )
}

/** A choice of the accounts of the same owner. The server refuses an account without a capacity, with the reason. */
function Account({ value, onChange, name, known, description, ...field }: FieldInput & { known: Choice | null }) {
  const { t } = useTranslation()
  const search = useTypedSearch()
  const { data } = useCallQuery(listAccounts, { search: search.asked, size: 50, kind: 'powerbi' }, { keep: true })
  const found = (data?.data ?? [])
    .filter(({ can }) => can.includes('update'))
    .map(({ id, name: label }) => ({ value: id, label }))
  const isListed = known === null || found.some((each) => each.value === known.value)
  const isNone = data !== undefined && search.asked === '' && found.length === 0 && known === null
  return (
    <Select
      {...field}
      id={name}
      description={isNone ? <NoAccount /> : description}
      data={isListed ? found : [known, ...found]}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
      allowDeselect={false}
      searchable
      onSearchChange={search.type}
      filter={({ options }) => options}
      nothingFoundMessage={t('general.list.empty')}
    />
  )
}

/** Leads to the form of an account, without which there is nothing to choose. */
function NoAccount() {
  return (
    <Trans
      i18nKey="sources.capacities.noAccount"
      components={{ account: <Anchor component={PathLink} to="/powerbi/add" inherit underline="always" /> }}
    />
  )
}

/** Milliseconds for which the list of time zones is cached: it has several hundred entries and rarely changes. */
const freshForMs = 3_600_000
const maxVisible = 80

function Zone({ value, onChange, name, ...field }: FieldInput) {
  const { t } = useTranslation()
  const { data = [] } = useCallQuery(listTimezones, {}, { freshFor: freshForMs })
  // The draft of a stored capacity has an empty text for null.
  const chosen = typeof value === 'string' && value !== '' ? value : null
  const known = data.map(({ id, label }) => ({ value: id, label }))
  const isListed = chosen === null || known.some((each) => each.value === chosen)
  return (
    <Stack gap={0} maw="26rem">
      <OptionalSelect
        {...field}
        id={name}
        placeholder={t('sources.capacities.ownZone')}
        data={isListed ? known : [{ value: chosen, label: chosen }, ...known]}
        value={chosen}
        onChange={onChange}
        searchable
        limit={maxVisible}
        nothingFoundMessage={t('general.list.empty')}
      />
    </Stack>
  )
}
