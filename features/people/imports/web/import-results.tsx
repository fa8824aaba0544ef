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
import { exportImportRows, listImportRows, reviewImportAgain } from '../contract.ts'
import { ImportPart } from './import-frame.tsx'
import type { Import } from './import-steps.ts'
import { ImportRows } from './import-rows.tsx'
import { importPath } from '#features/people/users/web/exports.tsx'
import classes from './import.module.css'

export function ImportResults({ found }: { found: Import }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const again = useCallMutation(reviewImportAgain)
  const { id, state, rows, invited } = found
  const countValues = (count: number) => ({ count, shown: number(count) })
  const left = rows.failed + rows.pending
  return (
    <>
      <ImportPart title={t(`people.imports.results.${state === 'cancelled' ? 'cancelled' : 'done'}`)}>
        <output className={classes.results}>
          <span className={classes.good}>{t('people.imports.results.success', countValues(rows.success))}</span>
          {rows.failed === 0 ? null : (
            <span className={classes.bad}>{t('people.imports.results.failed', countValues(rows.failed))}</span>
          )}
          {rows.pending === 0 ? null : <span>{t('people.imports.results.waiting', countValues(rows.pending))}</span>}
          {rows.success === 0 ? null : (
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
          {left === 0 ? null : (
            <Button variant="default" loading={again.isPending} onClick={() => again.mutate({ id })}>
              {t(`people.imports.results.${rows.failed > 0 ? 'again' : 'resume'}`)}
            </Button>
          )}
          <Button variant="default" renderRoot={(props) => <PathLink to={importPath} {...props} />}>
            {t('people.imports.results.another')}
          </Button>
        </div>
      </ImportPart>
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
