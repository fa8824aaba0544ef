import { Button, Drawer, Skeleton } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { readAudit } from '../contract.ts'
import classes from './audit-drawer.module.css'
import type { AuditEntries } from './audit-entries.ts'
import { AuditSentence } from './audit-sentence.tsx'
import { AuditChanges } from './audit-change-table.tsx'
import { useTargetLabel } from './audit-texts.ts'

type AuditDrawerProps = { onClose: () => void; onNarrow: AuditEntries['change'] }

/** Shows one audit entry, whose id is in the URL: actor, time, IP address, and the old and new value of each field. */
export function AuditDrawer({ onClose, onNarrow }: AuditDrawerProps) {
  const { t } = useTranslation()
  const search: { entry?: unknown } = useLocation().search
  const entry = typeof search.entry === 'string' ? search.entry : null
  return (
    <Drawer
      opened={entry !== null}
      onClose={onClose}
      position="right"
      size="min(52rem, 100%)"
      title={t('operations.audit.entry')}
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
    >
      {entry === null ? null : <Entry key={entry} id={entry} onNarrow={onNarrow} />}
    </Drawer>
  )
}

type AuditRecord = ReceivedOf<typeof readAudit>

function Entry({ id, onNarrow }: { id: string; onNarrow: AuditEntries['change'] }) {
  const { data, error, refetch } = useCallQuery(readAudit, { id }, { freshFor: 60_000 })
  if (error) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={220} />
  return (
    <>
      <p className={classes.sentence}>
        <AuditSentence entry={data} />
      </p>
      <Facts entry={data} />
      <Narrow entry={data} onNarrow={onNarrow} />
      <AuditChanges entry={data} />
    </>
  )
}

function Facts({ entry }: { entry: AuditRecord }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const { tenantId } = useSession()
  const labelOf = useTargetLabel()
  const type = entry.target_type
  const facts: [label: string, value: ReactNode][] = [
    [t('operations.audit.column.at'), dateTime(entry.at)],
    [t('operations.audit.column.who'), entry.actor_name],
    [t('operations.audit.column.origin'), entry.actor_origin],
    [t('operations.audit.column.email'), entry.actor_email],
    [t('operations.audit.column.behalf'), entry.on_behalf_of],
    [t('operations.audit.column.address'), entry.address],
    [t('operations.audit.column.kind'), type === null ? null : labelOf(type)],
    [t('operations.audit.column.target'), entry.target_name],
    [t('operations.audit.column.tenant'), tenantId === null ? entry.tenant_name : null],
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) =>
        value === null ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

function Narrow({
  entry: { actor_id, target_id },
  onNarrow,
}: {
  entry: AuditRecord
  onNarrow: AuditEntries['change']
}) {
  const { t } = useTranslation()
  const none = { search: '', event: undefined, target_type: undefined, actor_id: undefined, target_id: undefined }
  // The filters of the list change, so the entry is removed from the URL.
  const narrow = (part: object) => onNarrow({ ...none, ...part, entry: undefined } as never)
  return (
    <div className={classes.narrow}>
      {actor_id === null ? null : (
        <Button variant="default" size="xs" onClick={() => narrow({ actor_id })}>
          {t('operations.audit.onlyPerson')}
        </Button>
      )}
      {target_id === null ? null : (
        <Button variant="default" size="xs" onClick={() => narrow({ target_id })}>
          {t('operations.audit.onlyRecord')}
        </Button>
      )}
    </div>
  )
}
