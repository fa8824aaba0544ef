// The progress of a business unit's removal in the list, through live events while the list is open.
import { Badge, Group, Progress } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefresh } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useLiveEvent } from '#platform/web/live/use-live-events.ts'
import { toastDone, toastNotice } from '#platform/web/ui/toasts.tsx'
import { listTenants, tenantErasure } from '../contract.ts'

type Removal = { done: number; total: number }

type Begun = { id: string; name?: string | null | undefined }

/**
 * Reloads the list when a removal begins or ends, and when live events may have been missed. Returns the function that reports the begin
 * of a removal.
 */
export function useRemovals() {
  const { t } = useTranslation()
  const begun = useRef(new Map<string, string>())
  const refresh = useRefresh(listTenants)
  useLiveEvent('progress', ({ job, subject, done, total }) => {
    if (job !== tenantErasure) return
    if (done === 0 || done >= total) refresh()
    const name = done >= total ? begun.current.get(subject ?? '') : undefined
    if (name === undefined) return
    begun.current.delete(subject ?? '')
    toastDone(t('organisation.tenants.gone', { name }))
  })
  useLiveEvent('access_changed', refresh)
  return ({ id, name }: Begun) => {
    begun.current.set(id, name ?? '')
    toastNotice(t('organisation.tenants.begunRemoving', { name: name ?? '' }))
  }
}

export function TenantRemoving({ id, removal }: { id: string; removal: Removal }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const [progress, setProgress] = useState(removal)
  useLiveEvent('progress', ({ job, subject, done, total }) => {
    if (job === tenantErasure && subject === id) setProgress({ done, total })
  })
  const { done, total } = progress.done > removal.done ? progress : removal
  const share = total === 0 ? 0 : done / total
  const percent = number(share, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <Group gap="xs" wrap="nowrap" component="span" display="inline-flex">
      <Badge size="sm" variant="light" color="amber" tt="none" c="var(--ink)" style={{ flexShrink: 0 }}>
        {t('organisation.tenants.state.removing')}
      </Badge>
      <Progress
        value={share * 100}
        w="5rem"
        size="sm"
        animated
        aria-label={t('organisation.tenants.removed', { percent })}
        title={t('organisation.tenants.removed', { percent })}
      />
    </Group>
  )
}
