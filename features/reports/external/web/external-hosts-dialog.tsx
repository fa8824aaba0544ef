import { Stack, TagsInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog, DialogButtons } from '#platform/web/ui/dialog.tsx'
import { hostName } from '#catalogue/fields.ts'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { LoadingOverlay } from '#platform/web/ui/loading-overlay.tsx'
import { maxExternalHosts, readExternalHosts, updateExternalHosts } from '../contract.ts'

/** The hosts whose pages the business unit allows in a frame. */
export function ExternalHostsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(readExternalHosts, {})
  return (
    <Dialog opened onClose={onClose} title={t('reports.external.hosts.title')}>
      {error ? <FailedState failure={error} onRetry={() => void refetch()} /> : null}
      {data ? <Hosts stored={data.hosts.flatMap((host) => host ?? [])} onClose={onClose} /> : null}
      {data || error ? null : <LoadingOverlay />}
    </Dialog>
  )
}

function Hosts({ stored, onClose }: { stored: string[]; onClose: () => void }) {
  const { t } = useTranslation()
  const [hosts, setHosts] = useState(stored)
  const [wrong, setWrong] = useState<string | null>(null)
  const save = useCallMutation(updateExternalHosts, { onDone: onClose })
  const change = (typed: string[]) => {
    const parsed = typed.map((entry) => ({ entry, host: hostOf(entry) }))
    setWrong(parsed.find(({ host }) => host === null)?.entry ?? null)
    setHosts([...new Set(parsed.flatMap(({ host }) => host ?? []))])
  }
  return (
    <Stack>
      <TagsInput
        label={t('reports.external.hosts.label')}
        description={t('reports.external.hosts.help')}
        placeholder={hosts.length === 0 ? 'bi.empresa.com.br' : ''}
        error={wrong === null ? null : t('reports.external.hosts.wrong', { entry: wrong })}
        value={hosts}
        onChange={change}
        maxTags={maxExternalHosts}
        acceptValueOnBlur
        data-autofocus
      />
      <DialogButtons
        action={t('general.action.save')}
        busy={save.isPending}
        onCancel={onClose}
        onAct={() => save.mutate({ hosts })}
      />
    </Stack>
  )
}

/** The host of a text: a person may paste a URL instead of a host. */
function hostOf(entry: string): string | null {
  const typed = entry
    .trim()
    .toLowerCase()
    .replace(/^https:\/\//, '')
    .replace(/\/.*$/, '')
  const parsed = hostName().safeParse(typed)
  return parsed.success ? parsed.data : null
}
