// Corrections in the review: the same correction for all rows with the same value, and the way back of each.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCallMutation, useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { countImportCells, listImportEdits, mendImportCells, undoImportEdit } from '../contract.ts'
import { useTargets } from './import-mapping.tsx'
import type { Import } from './import-steps.ts'
import classes from './import.module.css'

export type Correction = { column: number; before: string; after: string }

/** The field that a column fills, or its heading. */
function useColumnName({ columns, headings }: Import): (column: number) => string {
  const labels = new Map(useTargets().map(({ value, label }) => [value, label]))
  return (column) => labels.get(columns[column] ?? '') ?? headings[column] ?? ''
}

type MendProps = { found: Import; correction: Correction; onDone: () => void }

/** Offers a correction for the other rows with the same value. It says how many they are before it changes them. */
export function MendOthers({ found, correction: { column, before, after }, onDone }: MendProps) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const nameOf = useColumnName(found)
  const { data } = useCallQuery(countImportCells, { id: found.id, column, value: before })
  const mend = useCallMutation(mendImportCells, { onDone })
  if (data === undefined || data.count === 0) return null
  const count = { count: data.count, shown: number(data.count) }
  return (
    <section className={classes.mend} aria-live="polite">
      <p className={classes.text}>
        {t('people.imports.edits.others', {
          ...count,
          field: nameOf(column),
          before: before || t('people.imports.review.blank'),
          after: after || t('people.imports.review.blank'),
          rows: data.numbers.map((each) => number(each)).join(', '),
        })}
      </p>
      <div className={classes.line}>
        <Button
          size="xs"
          loading={mend.isPending}
          onClick={() => mend.mutate({ id: found.id, column, value: before, replacement: after, count: data.count })}
        >
          {t('people.imports.edits.mend', count)}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          {t('people.imports.edits.leave')}
        </Button>
      </div>
    </section>
  )
}

/** The last corrections, each with the way back. */
export function ImportEdits({ found }: { found: Import }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const nameOf = useColumnName(found)
  const { data = [] } = useCallQuery(listImportEdits, { id: found.id })
  const undo = useCallMutation(undoImportEdit)
  if (data.length === 0) return null
  return (
    <details className={classes.edits}>
      <summary>{t('people.imports.edits.title', { count: data.length, shown: number(data.length) })}</summary>
      <ul className={classes.open}>
        {data.map((edit) => {
          const sentence = t('people.imports.edits.edit', {
            field: nameOf(edit.column),
            before: edit.before || t('people.imports.review.blank'),
            after: edit.after || t('people.imports.review.blank'),
          })
          return (
            <li key={edit.id} className={classes.line}>
              <span>
                {sentence}{' '}
                <span className={classes.hint}>
                  {edit.count === 1
                    ? t('people.imports.edits.ofRow', { number: number(edit.number) })
                    : t('people.imports.edits.ofRows', { count: edit.count, shown: number(edit.count) })}
                </span>
              </span>
              <Button
                size="compact-xs"
                variant="default"
                aria-label={t('people.imports.edits.undoOf', { edit: sentence })}
                disabled={undo.isPending}
                onClick={() => undo.mutate({ id: found.id, edit_id: edit.id })}
              >
                {t('people.imports.edits.undo')}
              </Button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
