// The last step of the wizard: the people who were added, and those who were not, with the reasons.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PageSize, defaultPageSize } from '#catalogue/limits.ts'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { ExportMenu } from '#platform/web/ui/export-menu.tsx'
import { PageBar } from '#platform/web/ui/page-bar.tsx'
import { CellNote, PlainTable } from '#platform/web/ui/plain-table.tsx'
import { DeleteDialog } from '#platform/web/ui/delete-dialog.tsx'
import { typedName } from '#platform/contract/typed-name.ts'
import { exportImportRows, listImportRows, reviewImportAgain, undoImport } from '../contract.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { ImportPart } from './import-frame.tsx'
import type { Import } from './import-steps.ts'
import { ImportRows } from './import-rows.tsx'
import { importPath } from '#features/people/users/web/exports.tsx'
import classes from './import.module.css'

export function ImportResults({ found }: { found: Import }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const again = useCallMutation(reviewImportAgain)
  const { id, state, rows, invited, problem } = found
  const countValues = (count: number) => ({ count, shown: number(count) })
  const left = rows.failed + rows.pending
  return (
    <>
      <ImportPart title={t(`people.imports.results.${state === 'cancelled' || state === 'undone' ? state : 'done'}`)}>
        <output className={classes.results}>
          {problem === null ? null : (
            <span className={classes.bad}>{t(`people.imports.results.problem.${problem}`)}</span>
          )}
          {state === 'undone' ? (
            <span className={classes.good}>{t('people.imports.results.undoneRows', countValues(rows.undone))}</span>
          ) : (
            <span className={classes.good}>{t('people.imports.results.success', countValues(rows.success))}</span>
          )}
          {rows.kept === 0 ? null : <span>{t('people.imports.results.kept', countValues(rows.kept))}</span>}
          {rows.changed === 0 || state === 'undone' ? null : (
            <span>{t('people.imports.results.changed', countValues(rows.changed))}</span>
          )}
          {rows.same === 0 ? null : <span>{t('people.imports.results.same', countValues(rows.same))}</span>}
          {rows.failed === 0 ? null : (
            <span className={classes.bad}>{t('people.imports.results.failed', countValues(rows.failed))}</span>
          )}
          {rows.pending === 0 ? null : <span>{t('people.imports.results.waiting', countValues(rows.pending))}</span>}
          {rows.success === 0 || state === 'undone' ? null : (
            <span className={classes.hint}>
              {invited === 0
                ? t('people.imports.results.notInvited')
                : t('people.imports.results.invited', countValues(invited))}
            </span>
          )}
        </output>
        <div className={classes.line}>
          <Button renderRoot={(props) => <PathLink to="/user" {...props} />}>
            {t('people.imports.results.users')}
          </Button>
          {left === 0 || state === 'undone' ? null : (
            <Button variant="default" loading={again.isPending} onClick={() => again.mutate({ id })}>
              {t(`people.imports.results.${rows.failed > 0 ? 'again' : 'resume'}`)}
            </Button>
          )}
          <Button variant="default" renderRoot={(props) => <PathLink to={importPath} {...props} />}>
            {t('people.imports.results.another')}
          </Button>
          <UndoButton found={found} />
          <ExportMenu
            call={exportImportRows}
            input={{ id, show: 'every' }}
            label={t('people.imports.results.downloadAll')}
          />
        </div>
      </ImportPart>
      {rows.kept === 0 ? null : <KeptRows id={id} />}
      {rows.failed === 0 ? null : <FailedRows found={found} />}
    </>
  )
}

function FailedRows({ found }: { found: Import }) {
  const { t } = useTranslation()
  const { id } = found
  const [page, setPage] = useState<{ page: number; size: PageSize }>({ page: 1, size: defaultPageSize })
  const { data, isPlaceholderData } = useCallQuery(listImportRows, { id, show: 'failed', ...page }, { keep: true })
  return (
    <ImportPart title={t('people.imports.results.failedTitle')}>
      <div className={classes.line}>
        <ExportMenu
          call={exportImportRows}
          input={{ id, show: 'failed' }}
          label={t('people.imports.results.download')}
        />
      </div>
      {data === undefined ? null : (
        <>
          <ImportRows found={found} rows={data.data} stale={isPlaceholderData} />
          <PageBar {...page} total={data.total} onChange={(part) => setPage({ ...page, page: 1, ...part })} />
        </>
      )}
    </ImportPart>
  )
}

/** Takes the whole import back, after the name of its file was typed. */
function UndoButton({ found: { id, name, undo_until: until } }: { found: Import }) {
  const { t } = useTranslation()
  const { date } = useFormats()
  const { can } = useSession()
  const [isAsking, setAsking] = useState(false)
  const undo = useCallMutation(undoImport, { onDone: () => setAsking(false) })
  if (until === null || !can.has('user.remove')) return null
  const verb = t('people.imports.results.undo')
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {verb}
      </Button>
      <DeleteDialog
        name={isAsking ? name : null}
        act={{ title: t('people.imports.results.undoTitle', { name }), verb }}
        text={t('people.imports.results.undoText', { day: date(until) })}
        busy={undo.isPending}
        onClose={() => setAsking(false)}
        onDelete={() => undo.mutate({ id, name: typedName(name) })}
      />
    </>
  )
}

/** The people who stay after the import was taken back, each with the reason. */
function KeptRows({ id }: { id: string }) {
  const { t } = useTranslation()
  const [page, setPage] = useState<{ page: number; size: PageSize }>({ page: 1, size: defaultPageSize })
  const { data } = useCallQuery(listImportRows, { id, show: 'kept', ...page }, { keep: true })
  if (data === undefined) return null
  const title = t('people.imports.results.keptTitle')
  return (
    <ImportPart title={title}>
      <PlainTable
        label={title}
        columns={[t('people.imports.review.line'), t('people.imports.field.row'), t('people.imports.field.reason')]}
      >
        {data.data.map(({ number, person, faults }) => (
          <tr key={number}>
            <td>{number}</td>
            <td>{person ?? '–'}</td>
            <td>
              {faults.map(({ field, message }) => (
                <CellNote key={field}>{message ?? t('general.field.invalid', { name: field })}</CellNote>
              ))}
            </td>
          </tr>
        ))}
      </PlainTable>
      <PageBar {...page} total={data.total} onChange={(part) => setPage({ ...page, page: 1, ...part })} />
    </ImportPart>
  )
}
