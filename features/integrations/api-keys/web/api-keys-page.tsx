// The API keys of the business unit: add one and see it once, rotate and change an own one, revoke any.
import { Badge, Button, Menu, Skeleton } from '@mantine/core'
import { IconBook, IconKey, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallMutation, useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { DeleteDialog } from '#platform/web/ui/delete-dialog.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { Item, ItemList } from '#platform/web/ui/item-list.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { RowMenu } from '#platform/web/ui/row-menu.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { endedStates, listApiKeys, revokeApiKey } from '../contract.ts'
import type { ApiKey } from './api-key.ts'
import { AddKeyDialog, EditKeyDialog, RotateKeyDialog } from './api-key-dialogs.tsx'

const colors = {
  active: 'green',
  expiring: 'amber',
  stopped: 'red',
  ownerless: 'red',
  expired: 'gray',
  revoked: 'gray',
} as const satisfies Record<ApiKey['state'], string>

type Open = { dialog: 'add' } | { dialog: 'edit' | 'rotate' | 'revoke'; key: ApiKey } | null

export function ApiKeysPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(listApiKeys, {})
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const revoke = useCallMutation(revokeApiKey, {
    onDone: () => {
      toastDone()
      close()
    },
  })
  if (error && !data) return <FailedState failure={error} onRetry={() => void refetch()} />
  const opened = (dialog: 'edit' | 'rotate' | 'revoke') => (open?.dialog === dialog ? open.key : null)
  const revoked = opened('revoke')
  const add = data?.can.includes('add') ? (
    <Button leftSection={<IconKey size={16} aria-hidden />} onClick={() => setOpen({ dialog: 'add' })}>
      {t('integrations.apiKeys.add')}
    </Button>
  ) : null
  return (
    <>
      <PageHeader title={t('integrations.apiKeys.title')} text={t('integrations.apiKeys.purpose')}>
        <Button
          component="a"
          href="/llms.txt"
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconBook size={16} aria-hidden />}
        >
          {t('integrations.apiKeys.docs')}
        </Button>
        {data && data.data.length > 0 ? add : null}
      </PageHeader>
      {data ? null : <Skeleton height={120} radius="md" aria-busy />}
      {data?.data.length === 0 ? (
        <EmptyState
          title={t('general.list.none')}
          text={t('integrations.apiKeys.empty')}
          icon={<IconKey size={22} stroke={1.6} aria-hidden />}
        >
          {add}
        </EmptyState>
      ) : null}
      <ItemList label={t('integrations.apiKeys.list')}>
        {data?.data.map((key) => (
          <KeyRow key={key.id} shown={key} onOpen={(dialog) => setOpen({ dialog, key })} />
        ))}
      </ItemList>
      <AddKeyDialog opened={open?.dialog === 'add'} onClose={close} />
      <EditKeyDialog edited={opened('edit')} onClose={close} />
      <RotateKeyDialog rotated={opened('rotate')} onClose={close} />
      <DeleteDialog
        name={revoked?.name ?? null}
        text={t('integrations.apiKeys.revokeText')}
        act={{
          title: t('integrations.apiKeys.revokeTitle', { name: revoked?.name ?? '' }),
          verb: t('integrations.apiKeys.revoke'),
        }}
        busy={revoke.isPending}
        onClose={close}
        onDelete={() => revoked && revoke.mutate({ id: revoked.id })}
      />
    </>
  )
}

function KeyRow({ shown, onOpen }: { shown: ApiKey; onOpen: (dialog: 'edit' | 'rotate' | 'revoke') => void }) {
  const { t } = useTranslation()
  const { date, dateTime, day } = useFormats()
  const mayUpdate = useCan('api_key.update')
  const mayRevoke = useCan('api_key.remove')
  const isUsable = !endedStates.includes(shown.state)
  const isChangeable = shown.own && mayUpdate && shown.state !== 'revoked'
  const { owner, scopes, networks, last_used_on, old_valid_until } = shown
  const details = [
    owner === null ? t('integrations.apiKeys.ofNobody') : t('integrations.apiKeys.ownedBy', { name: owner }),
    t('integrations.apiKeys.hint', { hint: shown.token_hint }),
    t('integrations.apiKeys.validUntil', { day: date(new Date(shown.expires_at.getTime() - 1)) }),
    t('integrations.apiKeys.scopesCount', { count: scopes.length }),
    ...(networks.length === 0 ? [] : [t('integrations.apiKeys.networksCount', { count: networks.length })]),
    last_used_on === null
      ? t('integrations.apiKeys.neverUsed')
      : t('integrations.apiKeys.usedOn', { day: day(last_used_on) }),
    ...(old_valid_until === null ? [] : [t('integrations.apiKeys.oldUntil', { time: dateTime(old_valid_until) })]),
    shown.host,
  ]
  return (
    <Item
      name={shown.name}
      badge={
        <Badge variant="light" color={colors[shown.state]}>
          {t(`integrations.apiKeys.state.${shown.state}`)}
        </Badge>
      }
      facts={details}
    >
      <RowMenu name={shown.name}>
        {isChangeable && isUsable ? (
          <Menu.Item key="edit" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onOpen('edit')}>
            {t('general.action.edit')}
          </Menu.Item>
        ) : null}
        {isChangeable ? (
          <Menu.Item key="rotate" leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => onOpen('rotate')}>
            {t('integrations.apiKeys.rotate')}
          </Menu.Item>
        ) : null}
        {mayRevoke && shown.state !== 'revoked' ? (
          <Menu.Item
            key="revoke"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => onOpen('revoke')}
          >
            {t('integrations.apiKeys.revoke')}
          </Menu.Item>
        ) : null}
      </RowMenu>
    </Item>
  )
}
