// The page of the connection with a directory: URL, token (displayed once), state, and the button that ends the connection.
import { Alert, Button, Code, Group, Switch, Text } from '@mantine/core'
import { IconCopy, IconPlugConnected, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { DayField } from '#platform/web/ui/day-field.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSection, FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { copyText, toastDone } from '#platform/web/ui/toasts.tsx'
import { useValueFields } from '#features/organisation/custom-fields/web/exports.tsx'
import { addConnection, attributeOfField, readConnections, removeConnection, updateConnection } from '../contract.ts'
import classes from './scim-page.module.css'

type Connection = ReceivedOf<typeof readConnections>[number]

export function ScimPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(readConnections, {})
  const [token, setToken] = useState<string | null>(null)
  if (error && !data) return <FailedState failure={error} onRetry={() => void refetch()} />
  const connection = data?.[0]
  return (
    <>
      <PageHeader title={t('people.scim.title')} text={t('people.scim.purpose')} />
      {data === undefined ? <FormSkeleton sections={1} /> : null}
      {data !== undefined && connection === undefined ? <NoConnection onToken={setToken} /> : null}
      {connection ? <ConnectionPart connection={connection} token={token} onToken={setToken} /> : null}
      {connection ? <CustomFields /> : null}
    </>
  )
}

function NoConnection({ onToken }: { onToken: (token: string) => void }) {
  const { t } = useTranslation()
  const mayManage = useCan('scim.manage')
  const add = useCallMutation(addConnection, { onDone: (answer) => onToken(answer.token) })
  return (
    <EmptyState
      title={t('people.scim.none')}
      text={t('people.scim.noneText')}
      icon={<IconPlugConnected size={22} stroke={1.6} aria-hidden />}
    >
      {mayManage ? (
        <Button loading={add.isPending} onClick={() => add.mutate({ enabled: true })}>
          {t('people.scim.connect')}
        </Button>
      ) : null}
    </EmptyState>
  )
}

type PartProps = { connection: Connection; token: string | null; onToken: (token: string | null) => void }

function ConnectionPart({ connection, token, onToken }: PartProps) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const mayManage = useCan('scim.manage')
  const confirm = useConfirm()
  const update = useCallMutation(updateConnection, {
    onDone: (answer) => {
      if (answer.token !== null) onToken(answer.token)
      else toastDone()
    },
  })
  const remove = useCallMutation(removeConnection, { onDone: () => onToken(null) })
  const { id, version, endpoint, enabled, token_hint, old_valid_until, expires_at, last_used_at } = connection
  const rotate = async () => {
    if (await confirm({ title: t('people.scim.rotateTitle'), text: t('people.scim.rotateText') }))
      update.mutate({ id, version, rotate: true })
  }
  const end = async () => {
    if (await confirm({ title: t('people.scim.remove'), text: t('people.scim.removeText') })) remove.mutate({ id })
  }
  return (
    <FormSection title={t('people.scim.connection')} text={t('people.scim.connectionText')}>
      <Fact label={t('people.scim.endpoint')} value={endpoint} copied={endpoint} />
      {token === null ? (
        <Fact label={t('people.scim.token')} value={t('people.scim.tokenEnds', { hint: token_hint })} />
      ) : (
        <Alert color="orange" variant="light" title={t('people.scim.tokenOnce')}>
          <Fact label={t('people.scim.token')} value={token} copied={token} />
        </Alert>
      )}
      {old_valid_until === null ? null : (
        <Text size="sm">{t('people.scim.oldUntil', { time: dateTime(old_valid_until) })}</Text>
      )}
      <Fact
        label={t('people.scim.lastUsed')}
        value={last_used_at === null ? t('people.scim.never') : dateTime(last_used_at)}
      />
      <Switch
        label={t('people.scim.field.enable')}
        description={t('people.scim.enableText')}
        checked={enabled}
        disabled={!mayManage || update.isPending}
        onChange={({ currentTarget: { checked } }) => update.mutate({ id, version, enabled: checked })}
      />
      <DayField
        name="expires_at"
        label={t('people.scim.field.expires_at')}
        value={expires_at === null ? null : expires_at.toISOString().slice(0, 10)}
        disabled={!mayManage}
        onChange={(day) =>
          update.mutate({ id, version, expires_at: day === null ? null : new Date(`${day}T23:59:59Z`) })
        }
      />
      {mayManage ? (
        <Group>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} stroke={1.8} aria-hidden />}
            loading={update.isPending}
            onClick={() => void rotate()}
          >
            {t('people.scim.rotate')}
          </Button>
          <Button
            variant="default"
            color="red"
            leftSection={<IconPlugConnectedX size={16} stroke={1.8} aria-hidden />}
            loading={remove.isPending}
            onClick={() => void end()}
          >
            {t('people.scim.remove')}
          </Button>
        </Group>
      ) : null}
    </FormSection>
  )
}

/** The attributes of the custom fields, which somebody enters in the directory. */
function CustomFields() {
  const { t } = useTranslation()
  const fields = useValueFields()
  if (fields.length === 0) return null
  return (
    <FormSection title={t('people.scim.customFields')} text={t('people.scim.customFieldsText')}>
      {fields.map(({ id, name }) => (
        <Fact key={id} label={name} value={attributeOfField(id)} copied={attributeOfField(id)} />
      ))}
    </FormSection>
  )
}

function Fact({ label, value, copied }: { label: string; value: ReactNode; copied?: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.fact}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      {copied === undefined ? <Text size="sm">{value}</Text> : <Code className={classes.code}>{value}</Code>}
      {copied === undefined ? null : (
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconCopy size={14} stroke={1.8} aria-hidden />}
          onClick={() => void copyText(copied)}
        >
          {t('people.scim.copy')}
        </Button>
      )}
    </div>
  )
}
