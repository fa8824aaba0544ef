// The erasure of business units: what can be done with a closed one, and the list of erasures with their proofs.
import { Anchor, Badge, Button, Group, Menu, Stack, Text } from '@mantine/core'
import { IconFileCertificate, IconPlus, IconRestore, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { typedName } from '#platform/contract/typed-name.ts'
import { download, saveFile } from '#platform/web/client/download.ts'
import { useCallMutation, useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import type { RowOf } from '#platform/web/pages/list-page.tsx'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useCan } from '#platform/web/session/use-session.ts'
import { DeleteDialog } from '#platform/web/ui/delete-dialog.tsx'
import { Dialog, DialogButtons } from '#platform/web/ui/dialog.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { toastDone, toastFailure } from '#platform/web/ui/toasts.tsx'
import {
  confirmErasure,
  downloadProof,
  listErasures,
  type listTenants,
  proofFormats,
  reopenTenant,
} from '../contract.ts'
import { tenantPlace } from './tenant-place.ts'

type Row = RowOf<typeof listTenants>

/** The buttons above the list: the erasures, and a new unit. */
export function Begin() {
  const { t } = useTranslation()
  const mayAdd = useCan('tenant.add')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileCertificate size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('organisation.tenants.erasures.action')}
      </Button>
      {mayAdd ? (
        <Button
          renderRoot={(link) => <PathLink to={`${tenantPlace.path}/add`} {...link} />}
          leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
        >
          {t('organisation.tenants.add')}
        </Button>
      ) : null}
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t('organisation.tenants.erasures.title')}>
        {isOpen ? <Erasures /> : null}
      </Dialog>
    </>
  )
}

function Erasures() {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(listErasures, {})
  if (error && !data) return <FailedState failure={error} onRetry={() => void refetch()} />
  return (
    <Stack>
      <Text>{t('organisation.tenants.erasures.text')}</Text>
      {data?.data.map((erasure) => (
        <Erasure key={erasure.id} erasure={erasure} />
      ))}
      {data?.data.length === 0 ? <Text c="dimmed">{t('organisation.tenants.erasures.empty')}</Text> : null}
    </Stack>
  )
}

type ErasureRow = ReceivedOf<typeof listErasures>['data'][number]

function Erasure({ erasure }: { erasure: ErasureRow }) {
  const { t } = useTranslation()
  const { date } = useFormats()
  const { unit, state, erase_at, ordered_at, ordered_by, confirmed_by, proved_at, sha256 } = erasure
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Text fw={600}>{unit}</Text>
        <Badge variant="light" color={state === 'erased' ? 'gray' : 'red'} tt="none">
          {t(`organisation.tenants.erasures.state.${state}`, { date: date(proved_at ?? erase_at) })}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {t('organisation.tenants.erasures.orderedBy', { person: ordered_by, date: date(ordered_at) })}
        {confirmed_by === null
          ? null
          : ` · ${t('organisation.tenants.erasures.confirmedBy', { person: confirmed_by })}`}
      </Text>
      {sha256 === null ? null : (
        <>
          <Group gap="md">
            {proofFormats.map((format) => (
              <Proof key={format} erasure={erasure} format={format} />
            ))}
          </Group>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            SHA-256: {sha256}
          </Text>
        </>
      )}
    </Stack>
  )
}

function Proof({ erasure: { id, unit }, format }: { erasure: ErasureRow; format: (typeof proofFormats)[number] }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const load = async () => {
    setBusy(true)
    try {
      const { signal } = new AbortController()
      saveFile(await download(downloadProof, { id, format }, { signal, onProgress: () => undefined }))
    } catch (error) {
      toastFailure(error instanceof Error ? error.message : undefined)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Anchor component="button" type="button" size="sm" disabled={isBusy} onClick={() => void load()}>
      {t('organisation.tenants.erasures.download', { unit, format: format.toUpperCase() })}
    </Anchor>
  )
}

type ClosedItemsProps = { row: Row; onReopen: () => void; onConfirm: () => void }

/** The menu items of a closed unit. */
export function ClosedItems({ row: { can }, onReopen, onConfirm }: ClosedItemsProps) {
  const { t } = useTranslation()
  return (
    <>
      {can.includes('reopen') ? (
        <Menu.Item leftSection={<IconRestore size={16} aria-hidden />} onClick={onReopen}>
          {t('organisation.tenants.reopen.action')}
        </Menu.Item>
      ) : null}
      {can.includes('confirm') ? (
        <Menu.Item c="var(--danger)" leftSection={<IconTrash size={16} aria-hidden />} onClick={onConfirm}>
          {t('organisation.tenants.confirmErasure.action')}
        </Menu.Item>
      ) : null}
    </>
  )
}

type DialogProps = { row: Row | null; onClose: () => void }

export function ReopenDialog({ row, onClose }: DialogProps) {
  const { t } = useTranslation()
  const name = row?.name ?? ''
  const reopen = useCallMutation(reopenTenant, {
    onDone: () => {
      toastDone(t('organisation.tenants.reopen.done', { name }))
      onClose()
    },
  })
  return (
    <Dialog opened={row !== null} onClose={onClose} title={t('organisation.tenants.reopen.title', { name })}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (row) reopen.mutate({ id: row.id })
        }}
      >
        <Stack>
          <Text>{t('organisation.tenants.reopen.text')}</Text>
          <DialogButtons action={t('organisation.tenants.reopen.action')} busy={reopen.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

/** The second person ends the grace period. */
export function ConfirmErasure({ row, onClose }: DialogProps) {
  const { t } = useTranslation()
  const name = row?.name ?? ''
  const confirm = useCallMutation(confirmErasure, {
    onDone: () => {
      toastDone(t('organisation.tenants.confirmErasure.done', { name }))
      onClose()
    },
  })
  return (
    <DeleteDialog
      name={row?.name ?? null}
      text={t('organisation.tenants.confirmErasure.text', { person: row?.closed?.ordered_by ?? '' })}
      act={{
        title: t('organisation.tenants.confirmErasure.title', { name }),
        verb: t('organisation.tenants.confirmErasure.action'),
      }}
      busy={confirm.isPending}
      onClose={onClose}
      onDelete={() => row && confirm.mutate({ id: row.id, name: typedName(row.name) })}
    />
  )
}
