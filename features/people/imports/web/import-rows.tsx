// The rows of an import as a table, on a phone as cards. Each fault is displayed at its cell. Cells are inputs while rows can be corrected.
import { Checkbox } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { languages } from '#catalogue/languages.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { CellInput } from '#platform/web/ui/cell-input.tsx'
import { TableBox } from '#platform/web/ui/table-box.tsx'
import { type CellFault, type listImportRows, wholeRow } from '../contract.ts'
import { useTargets } from './import-mapping.tsx'
import type { Import } from './import-steps.ts'
import classes from './import.module.css'

export type ImportRow = ReceivedOf<typeof listImportRows>['data'][number]

/** Widths of the columns whose values are longer than those of others. */
const widths: Record<string, string> = { nome_usuario: '13rem', email: '18rem', phone: '11rem', group_ids: '12rem' }

type Editing = {
  picked: ReadonlySet<number>
  onPick: (numbers: readonly number[], isPicked: boolean) => void
  onEdit: (number: number, column: number, value: string) => void
}

type RowsProps = { found: Import; rows: readonly ImportRow[]; stale: boolean; editing?: Editing }

export function ImportRows({ found, rows, stale, editing }: RowsProps) {
  const { t } = useTranslation()
  const labels = new Map(useTargets().map(({ value, label }) => [value, label]))
  // Columns that are joined into one field are called by their headings.
  const labelOf = (target: string, index: number) =>
    found.columns.filter((each) => each === target).length > 1 && found.headings[index]
      ? found.headings[index]
      : (labels.get(target) ?? found.headings[index] ?? '')
  const visibleColumns = found.columns.flatMap((target, columnIndex) =>
    target === '' ? [] : [{ target, columnIndex, label: labelOf(target, columnIndex) }],
  )
  const label = t('people.imports.review.title')
  return (
    <TableBox label={label}>
      <table className={classes.table} aria-label={label} aria-busy={stale}>
        <thead>
          <tr>
            {editing === undefined ? null : (
              <th className={classes.pick}>
                <Checkbox
                  aria-label={t('people.imports.review.selectAll')}
                  checked={rows.length > 0 && rows.every(({ number }) => editing.picked.has(number))}
                  onChange={({ currentTarget: { checked } }) =>
                    editing.onPick(
                      rows.map(({ number }) => number),
                      checked,
                    )
                  }
                />
              </th>
            )}
            <th className={classes.lineNumber} scope="col">
              {t('people.imports.review.line')}
            </th>
            {visibleColumns.map(({ target, columnIndex, label: title }) => (
              <th key={columnIndex} scope="col" style={{ minWidth: widths[target] ?? '9rem' }}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.number} {...{ row, visibleColumns, editing }} />
          ))}
        </tbody>
      </table>
    </TableBox>
  )
}

type Column = { target: string; columnIndex: number; label: string }
type RowProps = { row: ImportRow; visibleColumns: readonly Column[]; editing: Editing | undefined }

function Row({ row: { number, cells, faults, plan }, visibleColumns, editing }: RowProps) {
  const { t } = useTranslation()
  // A fault of a field that no column fills is displayed at the row.
  const ofRow = faults.filter(
    ({ field }) => field === wholeRow || !visibleColumns.some(({ target }) => target === field),
  )
  return (
    <tr>
      {editing === undefined ? null : (
        <td className={classes.pick}>
          <Checkbox
            aria-label={t('people.imports.review.select', { number })}
            checked={editing.picked.has(number)}
            onChange={({ currentTarget: { checked } }) => editing.onPick([number], checked)}
          />
        </td>
      )}
      <td data-label={t('people.imports.review.line')}>
        <span className={classes.number}>{number}</span>
        {plan === null ? null : <span className={classes.kind}>{t(`people.imports.review.kind.${plan.kind}`)}</span>}
        {ofRow.map((fault) => (
          <Fault key={fault.field} fault={fault} label={t('people.imports.field.row')} />
        ))}
      </td>
      {visibleColumns.map(({ target, columnIndex, label }) => (
        <Cell
          key={columnIndex}
          {...{ number, label }}
          value={cells[columnIndex] ?? ''}
          fault={faults.find(({ field }) => field === target)}
          change={plan?.changes.find(({ field }) => field === target)}
          onEdit={editing && ((value) => editing.onEdit(number, columnIndex, value))}
        />
      ))}
    </tr>
  )
}

type CellProps = {
  number: number
  label: string
  value: string
  fault: CellFault | undefined
  change: { before: string | null; after: string | null } | undefined
  onEdit: ((value: string) => void) | undefined
}

function Cell({ number, label, value, fault, change, onEdit }: CellProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <td data-label={label} data-wrong={fault !== undefined || undefined}>
      {onEdit === undefined ? (
        <span className={classes.value}>{value}</span>
      ) : (
        <CellInput
          className={classes.cell}
          aria-label={t('people.imports.review.cell', { field: label, number })}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={fault && id}
          value={value}
          onEdit={onEdit}
        />
      )}
      {fault === undefined ? null : <Fault id={id} fault={fault} label={label} />}
      {change === undefined ? null : (
        <span className={classes.change}>
          {t('people.imports.review.change', {
            before: change.before ?? t('people.imports.review.blank'),
            after: change.after ?? t('people.imports.review.blank'),
          })}
        </span>
      )}
    </td>
  )
}

/** Returns the values that a field may have, when they are few; otherwise null. */
function acceptedIn(field: string, t: TFunction): string[] | null {
  if (field === 'perfil_usuario') return [t('people.users.profile.admin'), t('people.users.profile.user')]
  return field === 'language' ? [...languages] : null
}

function Fault({ id, fault: { field, kind, message }, label }: { id?: string; fault: CellFault; label: string }) {
  const { t } = useTranslation()
  const accepted = kind === 'invalid' ? acceptedIn(field, t) : null
  const sentence =
    kind === 'refused'
      ? message
      : accepted === null
        ? t(`general.field.${kind}`, { name: label })
        : t('people.imports.review.oneOf', { name: label, values: accepted.join(', ') })
  return (
    <span id={id} className={classes.cellFault}>
      {sentence}
    </span>
  )
}
