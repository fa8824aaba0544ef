// The third step of the wizard: the valid rows, or after a switch the rows with faults, which can be corrected here or removed.
import { Button, SegmentedControl, Switch } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PageSize, defaultPageSize } from '#catalogue/limits.ts'
import { useCallMutation, useCallQuery, useRefresh } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { isMoment } from '#platform/web/ui/moment.ts'
import { MomentField } from '#platform/web/ui/moment-field.tsx'
import { PageBar } from '#platform/web/ui/page-bar.tsx'
import { editImportCell, listImportRows, planKinds, type PlanKind, removeImportRows, startImport } from '../contract.ts'
import { ImportPart } from './import-frame.tsx'
import type { Import } from './import-steps.ts'
import { type Correction, ImportEdits, MendOthers } from './import-edits.tsx'
import { useTargets } from './import-mapping.tsx'
import { ImportRows } from './import-rows.tsx'
import classes from './import.module.css'

export function ReviewRows({ found, onColumns }: { found: Import; onColumns: () => void }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const [page, setPage] = useState<{ page: number; size: PageSize }>({ page: 1, size: defaultPageSize })
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const { id, rows, planned } = found
  const [correction, setCorrection] = useState<Correction | null>(null)
  const [kind, setKind] = useState<PlanKind | null>(null)
  // If there is no valid row, the rows with faults are displayed first: a person comes back here to correct failed rows.
  const [onlyFaulty, setOnlyFaulty] = useState(rows.faulty > 0 && rows.faulty === rows.pending)
  const listInput = { id, show: onlyFaulty ? 'faulty' : (kind ?? 'valid'), ...page } as const
  const { data, error, isPlaceholderData: stale, refetch } = useCallQuery(listImportRows, listInput, { keep: true })
  const edit = useCallMutation(editImportCell)
  const remove = useCallMutation(removeImportRows, { onDone: () => setPicked(new Set()) })
  const start = useCallMutation(startImport)
  // A refused start may have stored another review.
  const refresh = useRefresh(startImport)
  const confirm = useConfirm()
  const [inviteAt, setInviteAt] = useState<string | null>(null)
  const ready = rows.pending - rows.faulty
  const effects = planned.new + planned.change
  const isUnfinished = inviteAt !== null && !isMoment(inviteAt)
  const countValues = (count: number) => ({ count, shown: number(count) })
  const ask = async () => {
    const text = [
      planned.new === 0 ? [] : [t('people.imports.review.askText', countValues(planned.new))],
      planned.change === 0 ? [] : [t('people.imports.review.askChanges', countValues(planned.change))],
      planned.new === 0 ? [] : [t(inviteAt === null ? 'people.imports.review.askMails' : 'people.users.planned.text')],
    ]
    if (await confirm({ title: t('people.imports.review.start', countValues(effects)), text: text.flat().join(' ') }))
      start.mutate({ id, invite_at: inviteAt }, { onError: refresh })
  }
  // The last page is empty after all its rows were corrected or removed; the page before it is then displayed.
  const isBeyond = data !== undefined && data.data.length === 0 && data.total > 0 && page.page > 1
  if (isBeyond) setPage({ ...page, page: 1 })
  return (
    <ImportPart title={t('people.imports.review.title')} text={t('people.imports.review.text')}>
      <div className={classes.tools}>
        <output className={classes.counts}>
          <strong>{t('people.imports.review.ready', countValues(ready))}</strong>
          {rows.faulty === 0 ? null : (
            <span data-wrong>
              {t(`people.imports.review.${onlyFaulty ? 'shown' : 'hidden'}`, countValues(rows.faulty))}
            </span>
          )}
        </output>
        <Switch
          label={t('people.imports.review.showFaulty')}
          checked={onlyFaulty}
          onChange={({ currentTarget: { checked } }) => {
            setOnlyFaulty(checked)
            setPicked(new Set())
            setPage({ ...page, page: 1 })
          }}
        />
      </div>
      <Differences found={found} />
      {onlyFaulty || planned.new === ready ? null : (
        <SegmentedControl
          className={classes.kinds}
          aria-label={t('people.imports.review.kinds')}
          value={kind ?? 'all'}
          onChange={(value) => {
            setKind(planKinds.find((each) => each === value) ?? null)
            setPicked(new Set())
            setPage({ ...page, page: 1 })
          }}
          data={[
            { value: 'all', label: t('people.imports.review.all') },
            ...planKinds.map((value) => ({
              value,
              label: `${t(`people.imports.review.kind.${value}`)} (${number(planned[value])})`,
            })),
          ]}
        />
      )}
      <div className={classes.line}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconTrash size={14} stroke={1.8} aria-hidden />}
          disabled={picked.size === 0}
          loading={remove.isPending}
          onClick={() => remove.mutate({ id, numbers: [...picked], faulty: false })}
        >
          {t('people.imports.review.remove', { count: picked.size })}
        </Button>
        {onlyFaulty && rows.faulty > 0 ? (
          <Button
            variant="default"
            size="xs"
            onClick={() => remove.mutate({ id, numbers: [], faulty: true })}
            disabled={remove.isPending}
          >
            {t('people.imports.review.removeFaulty')}
          </Button>
        ) : null}
      </div>
      {correction === null || edit.isPending ? null : (
        <MendOthers
          key={`${String(correction.column)} ${correction.before}`}
          found={found}
          correction={correction}
          onDone={() => setCorrection(null)}
        />
      )}
      <ImportEdits found={found} />
      {error && !data ? <FailedState failure={error} onRetry={() => void refetch()} /> : null}
      {data?.total === 0 ? (
        <p className={classes.none}>{t(`people.imports.review.${onlyFaulty ? 'noFaulty' : 'none'}`)}</p>
      ) : null}
      {data && data.total > 0 ? (
        <>
          <ImportRows
            found={found}
            rows={data.data}
            stale={stale || edit.isPending}
            editing={{
              picked,
              onPick: (numbers, isPicked) =>
                setPicked((before) => {
                  const after = new Set(before)
                  for (const each of numbers)
                    if (isPicked) after.add(each)
                    else after.delete(each)
                  return after
                }),
              onEdit: (row, column, value) => {
                const before = data.data.find((each) => each.number === row)?.cells[column] ?? ''
                setCorrection({ column, before, after: value })
                edit.mutate({ id, number: row, column, value })
              },
            }}
          />
          <PageBar {...page} total={data.total} onChange={(part) => setPage({ ...page, page: 1, ...part })} />
        </>
      ) : null}
      {planned.new === 0 ? null : (
        <MomentField
          name="invite_at"
          label={t('people.imports.field.invite_at')}
          description={t('people.users.planned.help')}
          error={isUnfinished ? t('people.users.planned.incomplete') : undefined}
          value={inviteAt}
          onChange={setInviteAt}
        />
      )}
      <div className={classes.bar}>
        <p className={classes.state} aria-live="polite">
          {rows.faulty === 0 ? null : t('people.imports.review.startText', countValues(rows.faulty))}{' '}
          {planned.new <= found.places ? null : (
            <span className={classes.bad}>{t('people.imports.review.places', countValues(found.places))}</span>
          )}
        </p>
        <Button variant="default" onClick={onColumns}>
          {t('people.imports.review.columns')}
        </Button>
        <Button
          disabled={effects === 0 || isUnfinished || edit.isPending}
          loading={start.isPending}
          onClick={() => void ask()}
        >
          {t('people.imports.review.start', countValues(effects))}
        </Button>
      </div>
    </ImportPart>
  )
}

/** What the import will change, before it starts: how many people are new, changed and unchanged, and which fields change. */
function Differences({ found: { planned, fields, existing } }: { found: Import }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const labels = new Map(useTargets().map(({ value, label }) => [value, label]))
  const countValues = (count: number) => ({ count, shown: number(count) })
  if (planned.change + planned.same === 0) return null
  return (
    <section className={classes.differences} aria-label={t('people.imports.review.differences')}>
      <p className={classes.text}>
        {[
          t('people.imports.review.new', countValues(planned.new)),
          t('people.imports.review.changed', countValues(planned.change)),
          t(`people.imports.review.${existing === 'skip' ? 'skipped' : 'same'}`, countValues(planned.same)),
        ].join(' · ')}
      </p>
      {fields.length === 0 ? null : (
        <p className={classes.hint}>
          {fields.map(({ field, count }) => `${labels.get(field) ?? field}: ${number(count)}`).join(' · ')}
        </p>
      )}
    </section>
  )
}
