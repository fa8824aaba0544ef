// One domain: its state, the record that proves it, and the possible actions. Next: domain-confirming.tsx (confirmation by the platform's
// staff).
import { ActionIcon, Alert, Anchor, Button, CopyButton, Group, List, Stack, Text, TextInput } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleCheck,
  IconClock,
  IconCopy,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listTenants, readTenantOptions } from '#features/organisation/tenants/contract.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { typedName } from '#platform/contract/typed-name.ts'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useGoBack, usePathPart } from '#platform/web/routing/path.tsx'
import { DeleteDialog } from '#platform/web/ui/delete-dialog.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSection, FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone, toastNotice } from '#platform/web/ui/toasts.tsx'
import { checkDomain, readDomain, removeDomain, setMainDomain } from '../contract.ts'
import { ConfirmDomain } from './domain-confirming.tsx'
import { DomainStateBadge, MainBadge } from './domain-name.tsx'
import { domainPlace } from './domain-place.ts'

type Domain = ReceivedOf<typeof readDomain>

export function DomainPage() {
  const { data: domain, error, refetch } = useCallQuery(readDomain, { id: usePathPart('id') })
  if (error && !domain) return <FailedState failure={error} onRetry={() => void refetch()} />
  return domain ? <Page domain={domain} /> : <FormSkeleton />
}

function Page({ domain }: { domain: Domain }) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'confirm' | 'remove' | null>(null)
  const close = () => setDialog(null)
  const goBack = useGoBack(domainPlace.path)
  const { id, name, can } = domain
  const main = useCallMutation(setMainDomain, {
    refreshes: [listTenants],
    onDone: () => toastDone(t('business.domains.mainAct.done')),
  })
  const remove = useCallMutation(removeDomain, {
    refreshes: [listTenants],
    onDone: () => {
      toastDone(t('general.toast.removed', { name }))
      goBack()
    },
  })
  return (
    <>
      <PageHeader
        title={domain.readable ?? name}
        aside={
          <Group gap="xs">
            <DomainStateBadge state={domain.state} />
            {domain.main ? <MainBadge /> : null}
          </Group>
        }
        text={domain.readable === null ? undefined : name}
      >
        {can.includes('remove') ? (
          <Button
            variant="default"
            c="var(--danger)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setDialog('remove')}
          >
            {t('general.action.remove')}
          </Button>
        ) : null}
        {can.includes('confirm') ? (
          <Button variant="default" onClick={() => setDialog('confirm')}>
            {t('business.domains.confirm.action')}
          </Button>
        ) : null}
        {can.includes('main') ? (
          <Button variant="default" loading={main.isPending} onClick={() => main.mutate({ id })}>
            {t('business.domains.mainAct.action')}
          </Button>
        ) : null}
        {can.includes('check') ? <CheckNow domain={domain} /> : null}
      </PageHeader>
      <Stack gap="xl" maw="60rem">
        <State domain={domain} />
        <Proof domain={domain} />
      </Stack>
      <ConfirmDomain domain={dialog === 'confirm' ? domain : null} onClose={close} />
      <DeleteDialog
        name={dialog === 'remove' ? name : null}
        text={
          domain.present
            ? `${t('business.domains.deletePresent')} ${t('business.domains.deleteText')}`
            : t('business.domains.deleteText')
        }
        busy={remove.isPending}
        onClose={close}
        onDelete={() => remove.mutate({ id, name: typedName(name) })}
      />
    </>
  )
}

function CheckNow({ domain: { id, state } }: { domain: Domain }) {
  const { t } = useTranslation()
  const check = useCallMutation(checkDomain, {
    refreshes: [listTenants],
    onDone: (answer) => {
      if (answer.state === 'verified' && state !== 'verified') toastDone(t('business.domains.check.verified'))
      else if (answer.fault === null) toastDone(t('business.domains.check.found'))
      else toastNotice(t(`business.domains.fault.${answer.fault}`))
    },
  })
  return (
    <Button
      variant={state === 'verified' ? 'default' : 'filled'}
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={check.isPending}
      onClick={() => check.mutate({ id })}
    >
      {t('business.domains.check.action')}
    </Button>
  )
}

const checkDates = {
  waiting: { color: 'yellow', icon: <IconClock aria-hidden /> },
  verified: { color: 'green', icon: <IconCircleCheck aria-hidden /> },
  refused: { color: 'red', icon: <IconAlertTriangle aria-hidden /> },
} as const

function State({ domain }: { domain: Domain }) {
  const { t } = useTranslation()
  const { date, instant } = useWhen()
  const { state, unit, partner, fault, proof, checked_at, next_check_at, confirmed_by, reason, verified_at } = domain
  const target = unit ?? t('business.domains.toPartner', { partner })
  return (
    <Stack gap="sm">
      <Alert variant="light" c="var(--ink)" {...checkDates[state]}>
        {state === 'refused' ? <Text>{t('business.domains.warning.refused')}</Text> : null}
        <Text>{t(`business.domains.stateText.${state}`, { target })}</Text>
        {proof === null ? null : (
          <Text mt="xs">
            {t(`business.domains.proof.${proof}`, {
              date: verified_at === null ? '–' : date(verified_at),
              person: confirmed_by ?? '–',
              reason: reason ?? '–',
            })}
          </Text>
        )}
        {state === 'verified' ? <MainText domain={domain} /> : null}
      </Alert>
      {fault === null || fault === 'taken' ? null : (
        <Alert variant="light" color="amber" c="var(--ink)" icon={<IconAlertTriangle aria-hidden />}>
          <output>
            {t(`business.domains.fault.${fault}`)}{' '}
            {state === 'verified' && fault !== 'unreachable' ? t('business.domains.warning.lost') : null}
          </output>
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {t('business.domains.leadsTo')}: {target}
        {checked_at === null ? null : ` · ${t('business.domains.field.checked_at')}: ${instant(checked_at)}`}
      </Text>
      {state === 'waiting' ? (
        <Text size="sm" c="dimmed">
          {next_check_at === null
            ? t('business.domains.warning.gave_up')
            : t('business.domains.check.next', { date: instant(next_check_at) })}
        </Text>
      ) : null}
    </Stack>
  )
}

/** The page at a domain, with the port of this page. */
const addressOf = (host: string) => `//${host}${window.location.port && `:${window.location.port}`}`

/** What the main domain is for, and how to see that this one leads to the portal before mails use it. */
function MainText({ domain: { main, name } }: { domain: Domain }) {
  const { t } = useTranslation()
  return (
    <Text mt="xs">
      {t('business.domains.mainAct.text')}{' '}
      {main ? null : (
        <>
          {t('business.domains.mainAct.tryFirst')}{' '}
          <Anchor href={addressOf(name)} c="inherit" underline="always" target="_blank" rel="noopener noreferrer">
            {t('business.domains.mainAct.open', { host: name })}
          </Anchor>
        </>
      )}
    </Text>
  )
}

function useWhen() {
  const { date, time } = useFormats()
  return { date, instant: (instant: Date) => `${date(instant)} ${time(instant)}` }
}

function Proof({ domain }: { domain: Domain }) {
  const { t } = useTranslation()
  const { data } = useCallQuery(readTenantOptions, {}, { freshFor: 60_000 })
  return (
    <FormSection title={t('business.domains.steps.title')} text={t('business.domains.steps.keep')}>
      <List type="ordered" spacing="md">
        <List.Item>{t('business.domains.steps.one')}</List.Item>
        <List.Item>{t('business.domains.steps.two')}</List.Item>
        <List.Item>{t('business.domains.steps.three', { host: (data?.host ?? '').replace(/:\d+$/, '') })}</List.Item>
        <List.Item>{t('business.domains.steps.four')}</List.Item>
      </List>
      <ToCopy label={t('business.domains.steps.name')} value={domain.record_name} />
      <ToCopy label={t('business.domains.steps.value')} value={domain.record_value} />
    </FormSection>
  )
}

function ToCopy({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={label}
      readOnly
      value={value}
      onFocus={({ currentTarget }) => currentTarget.select()}
      rightSection={
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`${t(copied ? 'business.domains.copied' : 'business.domains.copy')}: ${label}`}
              onClick={copy}
            >
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            </ActionIcon>
          )}
        </CopyButton>
      }
    />
  )
}
