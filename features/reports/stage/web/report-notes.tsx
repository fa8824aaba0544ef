// Notes about the state that the report opened with: filters of the URL that do not apply, and the author of the view.
import { Alert } from '@mantine/core'
import { IconFilterOff, IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AddressFilter } from './report-address-filters.ts'
import type { Opening } from './report-opening.ts'
import classes from './report-notes.module.css'

type NotesProps = { opening: Opening; missing: readonly AddressFilter[] }

export function ReportNotes({ opening: { view, fault, decided, isViewMissing }, missing }: NotesProps) {
  const { t } = useTranslation()
  const columns = (filters: readonly AddressFilter[]) =>
    filters.map(({ target: { table, column } }) => `${table}/${column}`).join(', ')
  return (
    <>
      {fault ? (
        <Note kind="warning">
          {t(`reports.view.note.${fault.code}`, { at: fault.part })} {t('reports.view.note.withoutFilter')}
        </Note>
      ) : null}
      {missing.length > 0 ? (
        <Note kind="warning">{t('reports.view.note.missing', { columns: columns(missing) })}</Note>
      ) : null}
      {decided.length > 0 ? (
        <Note kind="info">{t('reports.view.note.decided', { columns: columns(decided) })}</Note>
      ) : null}
      {isViewMissing ? <Note kind="warning">{t('reports.view.note.viewMissing')}</Note> : null}
      {view && !view.own ? (
        <Note kind="info">
          {view.author === null
            ? t('reports.view.note.viewOfNobody', { view: view.name })
            : t('reports.view.note.viewOf', { view: view.name, person: view.author })}
        </Note>
      ) : null}
    </>
  )
}

function Note({ kind, children }: { kind: 'info' | 'warning'; children: ReactNode }) {
  const { t } = useTranslation()
  const [isClosed, setClosed] = useState(false)
  if (isClosed) return null
  const Icon = kind === 'info' ? IconInfoCircle : IconFilterOff
  return (
    <Alert
      className={classes.note ?? ''}
      variant="light"
      color={kind === 'info' ? 'gray' : 'yellow'}
      radius={0}
      icon={<Icon size={18} stroke={1.7} aria-hidden />}
      withCloseButton
      closeButtonLabel={t('general.action.close')}
      onClose={() => setClosed(true)}
    >
      {children}
    </Alert>
  )
}
