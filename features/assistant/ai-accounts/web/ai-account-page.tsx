// The form of the account: on or off, the service with its key, and the budgets; and the test of what the form says.
import { Alert, Button, Group, NativeSelect, PasswordInput, Switch, Text, TextInput } from '@mantine/core'
import { IconFlask, IconList } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { aiCalls } from '#catalogue/limits.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useRecord } from '#platform/web/client/use-record.ts'
import { type Submission, useSubmit } from '#platform/web/client/use-submit.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink, useGoBack } from '#platform/web/routing/path.tsx'
import { useCan, useSession } from '#platform/web/session/use-session.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormLayout, FormSection, FormSkeleton, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { NumberField } from '#platform/web/ui/number-field.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { useDraft } from '#platform/web/ui/use-draft.ts'
import { type AiProvider, aiProviders, readAiAccount, testAiAccount, updateAiAccount, withoutKey } from '../contract.ts'

type Account = ReceivedOf<typeof readAiAccount>

export function AiAccountPage() {
  const { t } = useTranslation()
  const { record, failure, reload, round } = useRecord(readAiAccount, {})
  const maySeeCalls = useCan('ai_call.read')
  if (failure) return <FailedState failure={failure} onRetry={reload} />
  return (
    <>
      <PageHeader title={t('assistant.aiAccounts.title')} text={t('assistant.aiAccounts.purpose')}>
        {maySeeCalls ? (
          <Button
            variant="default"
            leftSection={<IconList size={16} stroke={1.8} aria-hidden />}
            renderRoot={(props) => <PathLink to="/ia/calls" {...props} />}
          >
            {t('assistant.aiAccounts.toCalls')}
          </Button>
        ) : null}
      </PageHeader>
      {record ? <AccountForm key={round} record={record} onReload={reload} /> : <FormSkeleton sections={3} />}
    </>
  )
}

const draftOf = ({ version: _, key_set: __, offered: ___, used_tokens: ____, can: _____, ...fields }: Account) => ({
  ...fields,
  key: null as string | null,
})

type Values = ReturnType<typeof draftOf>

/** The usual addresses of the providers. Azure and compatible servers have one for each customer. */
const usualAddress: Record<AiProvider, string> = {
  openai: 'https://api.openai.com/v1',
  azure: 'https://',
  anthropic: 'https://api.anthropic.com/v1',
  ollama: 'http://localhost:11434/v1',
  compatible: 'https://',
}

function AccountForm({ record, onReload }: { record: Account; onReload: () => void }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const goBack = useGoBack('/settings')
  const isInUnit = useSession().tenantId !== null
  const { values, set, changed } = useDraft(draftOf(record))
  const label = (field: string) => t(`assistant.aiAccounts.field.${field as keyof Values}`)
  const onDone = () => {
    toastDone()
    onReload()
  }
  const submission = useSubmit(updateAiAccount, { label, onDone, values })
  const { offered, used_tokens, version } = record
  const budget = (name: 'monthly_budget' | 'daily_budget') => (
    <NumberField
      name={name}
      label={label(name)}
      description={t(`assistant.aiAccounts.help.${name}`)}
      error={submission.faults[name]}
      whole
      thousandSeparator=" "
      min={aiCalls.budget.min}
      value={values[name]}
      onChange={(next) => set({ [name]: next })}
    />
  )
  return (
    <FormLayout
      submission={submission}
      changed={changed.map(label)}
      action={t('general.action.save')}
      editable={record.can.includes('update')}
      onSubmit={() => submission.submit({ version, ...values })}
      onCancel={goBack}
      onReload={onReload}
    >
      <FormSection
        title={t('assistant.aiAccounts.section.use')}
        text={t(isInUnit ? 'assistant.aiAccounts.section.useText' : 'assistant.aiAccounts.section.useTextAbove')}
      >
        <Flag name="enabled" values={values} set={set} hint={isInUnit ? t('assistant.aiAccounts.help.enabled') : ''} />
        {isInUnit ? (
          <>
            <Flag
              name="inherits"
              values={values}
              set={set}
              isDisabled={offered === null && !values.inherits}
              hint={
                offered === null
                  ? t('assistant.aiAccounts.notOffered')
                  : t(`assistant.aiAccounts.offeredBy.${offered.owner}`, { model: offered.model, host: offered.host })
              }
            />
            <Flag name="sends_rows" values={values} set={set} hint={t('assistant.aiAccounts.help.sends_rows')} />
          </>
        ) : null}
      </FormSection>
      {values.inherits ? null : (
        <FormSection
          title={t('assistant.aiAccounts.section.account')}
          text={t('assistant.aiAccounts.section.accountText')}
        >
          <Connection values={values} set={set} faults={submission.faults} isKeyStored={record.key_set} />
          <ConnectionTest values={values} />
        </FormSection>
      )}
      <FormSection
        title={t('assistant.aiAccounts.section.limits')}
        text={t(isInUnit ? 'assistant.aiAccounts.section.limitsText' : 'assistant.aiAccounts.section.limitsTextAbove')}
      >
        {budget('monthly_budget')}
        {budget('daily_budget')}
        {used_tokens === null || version === 0 ? null : (
          <Text size="sm">
            {t('assistant.aiAccounts.usage', { used: number(used_tokens), budget: number(record.monthly_budget) })}
          </Text>
        )}
      </FormSection>
    </FormLayout>
  )
}

type DraftProps = { values: Values; set: (part: Partial<Values>) => void }

type FlagProps = DraftProps & { name: 'enabled' | 'inherits' | 'sends_rows'; hint: string; isDisabled?: boolean }

function Flag({ name, values, set, hint, isDisabled = false }: FlagProps) {
  const { t } = useTranslation()
  return (
    <Switch
      name={name}
      label={t(`assistant.aiAccounts.field.${name}`)}
      description={hint}
      disabled={isDisabled}
      checked={values[name]}
      onChange={({ currentTarget: { checked } }) => set({ [name]: checked })}
    />
  )
}

type ConnectionProps = DraftProps & {
  faults: Submission<typeof updateAiAccount>['faults']
  isKeyStored: boolean
}

function Connection({ values, set, faults, isKeyStored }: ConnectionProps) {
  const { t } = useTranslation()
  const { provider, base_url, model, key } = values
  const choose = (next: AiProvider) => {
    const isUntouched = Object.values(usualAddress).includes(base_url) || base_url === ''
    set({ provider: next, ...(isUntouched && { base_url: usualAddress[next] }) })
  }
  const keyLabel = t('assistant.aiAccounts.field.key')
  return (
    <>
      <NativeSelect
        name="provider"
        label={t('assistant.aiAccounts.field.provider')}
        error={faults['provider']}
        data={aiProviders.map((value) => ({ value, label: t(`assistant.aiAccounts.choice.provider.${value}`) }))}
        value={provider}
        onChange={({ currentTarget: { value } }) => choose(value as AiProvider)}
      />
      <TextInput
        name="base_url"
        label={t('assistant.aiAccounts.field.base_url')}
        description={t('assistant.aiAccounts.help.base_url')}
        error={faults['base_url']}
        maxLength={300}
        value={base_url}
        onChange={({ currentTarget: { value } }) => set({ base_url: value })}
      />
      <TextInput
        name="model"
        label={t('assistant.aiAccounts.field.model')}
        description={t('assistant.aiAccounts.help.model')}
        error={faults['model']}
        maxLength={100}
        value={model}
        onChange={({ currentTarget: { value } }) => set({ model: value })}
      />
      <PasswordInput
        name="key"
        visibilityToggleButtonProps={{ 'aria-label': t('general.form.showSecret') }}
        autoComplete="new-password"
        maxLength={500}
        label={isKeyStored || withoutKey.includes(provider) ? <OptionalLabel>{keyLabel}</OptionalLabel> : keyLabel}
        description={t(isKeyStored ? 'assistant.aiAccounts.keyKept' : 'assistant.aiAccounts.help.key')}
        error={faults['key']}
        value={key ?? ''}
        onChange={({ currentTarget: { value } }) => set({ key: value || null })}
      />
    </>
  )
}

/** Asks the model of the form, which need not be saved, one short question. */
function ConnectionTest({ values: { provider, base_url, model, key } }: { values: Values }) {
  const { t } = useTranslation()
  const test = useCallMutation(testAiAccount)
  const isAskable = URL.canParse(base_url) && model.trim() !== ''
  const outcome = test.data?.outcome
  return (
    <div>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconFlask size={16} stroke={1.8} aria-hidden />}
          disabled={!isAskable}
          loading={test.isPending}
          onClick={() => test.mutate({ provider, base_url, model, key })}
        >
          {t('assistant.aiAccounts.test')}
        </Button>
        {isAskable ? null : (
          <Text size="sm" c="dimmed">
            {t('assistant.aiAccounts.testFirst')}
          </Text>
        )}
      </Group>
      <div aria-live="polite">
        {outcome ? (
          <Alert
            mt="sm"
            variant="light"
            c="var(--ink)"
            color={outcome === 'answered' ? 'green' : 'red'}
            title={t('assistant.aiAccounts.testResult')}
          >
            {t(`assistant.aiAccounts.choice.outcome.${outcome}`)}
          </Alert>
        ) : null}
      </div>
    </div>
  )
}
