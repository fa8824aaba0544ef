// The changes of an audit entry side by side: a row for each field, with the parts marked that differ. Next: audit-changes.ts.
import { Button } from '@mantine/core'
import { Fragment, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import type { readAudit } from '../contract.ts'
import classes from './audit-change-table.module.css'
import { fieldByField, listParts, type NamedChange, outlineByTitle, type Part, textParts } from './audit-changes.ts'
import { type DisplayedValue, useFieldTexts } from './audit-texts.ts'

type AuditRecord = ReceivedOf<typeof readAudit>

export function AuditChanges({ entry: { changes, names, target_type } }: { entry: AuditRecord }) {
  const { t } = useTranslation()
  const { labelOf, valueOf } = useFieldTexts(target_type, names)
  const heading = useId()
  if (changes.length === 0) return <p className={classes.unchanged}>{t('operations.audit.unchanged')}</p>
  const rows = changes
    .flatMap(fieldByField)
    .map((row) => outlineByTitle(row, (title) => t('operations.audit.changedItem', { title })))
  const titleOf = ({ field, name, within = [] }: NamedChange) => name ?? [...within, field].map(labelOf).join(' › ')
  return (
    <>
      <h2 id={heading} className={classes.heading}>
        {t('operations.audit.changed')}
      </h2>
      <table className={classes.table} aria-labelledby={heading}>
        <thead>
          <tr>
            <th scope="col">{t('operations.audit.changedField')}</th>
            <th scope="col">{t('operations.audit.before')}</th>
            <th scope="col">{t('operations.audit.after')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const title = titleOf(row)
            const [before, after] = [valueOf(row.field, row.before), valueOf(row.field, row.after)]
            const [old, fresh] = partsOf(before, after)
            return (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td data-label={t('operations.audit.before')}>
                  <Value field={title} value={before} parts={old} mark="del" />
                </td>
                <td data-label={t('operations.audit.after')}>
                  <Value field={title} value={after} parts={fresh} mark="ins" />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}

/** The parts of both values. Of a value that was empty, or becomes so, no part is marked: all of it is new or gone. */
function partsOf(before: DisplayedValue, after: DisplayedValue): [Part[], Part[]] {
  if (before.items && after.items) return listParts(before.items, after.items)
  const whole = ({ text, items }: DisplayedValue): Part[] =>
    (items ?? [text]).map((each) => ({ text: each, isChanged: false }))
  if (before.kind === 'quiet' || after.kind === 'quiet' || before.items || after.items)
    return [whole(before), whole(after)]
  return textParts(before.text, after.text)
}

type ValueProps = {
  field: string
  value: DisplayedValue
  parts: Part[]
  mark: 'del' | 'ins'
}

function Value({ field, value: { kind, items }, parts, mark: Mark }: ValueProps) {
  const isList = items !== undefined
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <div id={id} className={classes.text} data-kind={kind} data-open={isOpen || undefined}>
        {parts.map(({ text, isChanged }, index) => (
          <Fragment key={index}>
            {isList && index > 0 ? ', ' : null}
            {isChanged ? <Mark>{text}</Mark> : text}
          </Fragment>
        ))}
      </div>
      {kind === 'long' ? (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t(isOpen ? 'operations.audit.foldField' : 'operations.audit.unfoldField', { field })}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'operations.audit.fold' : 'operations.audit.unfold')}
        </Button>
      ) : null}
    </>
  )
}
