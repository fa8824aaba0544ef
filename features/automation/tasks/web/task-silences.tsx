// Acknowledging and silencing a task or one of its rows: the dialogs, and the silences that hold now.
import { Badge, Button, Select, Text, Textarea } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { taskSilences } from '#catalogue/limits.ts'
import { useCallMutation, useCallQuery } from '#platform/web/client/use-call.ts'
import { now } from '#platform/web/clock.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { FormDialog } from '#platform/web/ui/form-dialog.tsx'
import { OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { CellNote, PlainTable } from '#platform/web/ui/plain-table.tsx'
import {
  acknowledgeTask,
  endSilence,
  listSilences,
  pauseRow,
  resumeRow,
  type RowState,
  silenceTask,
  type Withheld,
} from '../contract.ts'

/** The whole task, or one of its rows by the id of its state. */
export type Subject = { id: string; state_id: string | null; name: string }

const hours = { hour: 1, fourHours: 4, day: 24, week: 168, month: 720 } as const
const lengths = ['hour', 'fourHours', 'day', 'week', 'month', 'weekends'] as const
type Length = (typeof lengths)[number]

const blankSilence: { note: string; length: Length } = { note: '', length: 'day' }

/** Null: on weekends. */
const untilOf = (length: Length): Date | null =>
  length === 'weekends' ? null : new Date(now().getTime() + hours[length] * 3_600_000)

/** One row of a task. */
export type RowSubject = Subject & { state_id: string }

type Asked = { verb: 'acknowledge' | 'silence'; subject: Subject } | { verb: 'pause'; subject: RowSubject }

/** The dialogs of a screen, and the functions that open them. Render `dialogs` outside of every form. */
export function useSilenceDialogs(): {
  acknowledge: (subject: Subject) => void
  silence: (subject: Subject) => void
  pause: (subject: RowSubject) => void
  dialogs: ReactNode
} {
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const of = (verb: 'acknowledge' | 'silence') => (asked?.verb === verb ? asked.subject : null)
  return {
    acknowledge: (subject) => setAsked({ verb: 'acknowledge', subject }),
    silence: (subject) => setAsked({ verb: 'silence', subject }),
    pause: (subject) => setAsked({ verb: 'pause', subject }),
    dialogs: (
      <>
        <AcknowledgeDialog subject={of('acknowledge')} onClose={close} />
        <SilenceDialog subject={of('silence')} onClose={close} />
        <PauseDialog subject={asked?.verb === 'pause' ? asked.subject : null} onClose={close} />
      </>
    ),
  }
}

type DialogProps = { subject: Subject | null; onClose: () => void }

function AcknowledgeDialog({ subject, onClose }: DialogProps) {
  const { t } = useTranslation()
  return (
    <FormDialog
      record={subject}
      title={({ name }) => t('automation.tasks.silence.acknowledgeTitle', { name })}
      call={acknowledgeTask}
      initial={() => ({ note: '' })}
      inputOf={({ id, state_id }, { note }) => ({ id, state_id, note })}
      label={() => t('automation.tasks.field.note')}
      action={t('automation.tasks.silence.acknowledge')}
      doneText={t('automation.tasks.silence.acknowledgeDone')}
      onClose={onClose}
    >
      {({ values, set, faults }) => (
        <>
          <Text size="sm">{t('automation.tasks.silence.acknowledgeText')}</Text>
          <Note isOptional error={faults['note']} value={values.note} onChange={(note) => set({ note })} />
        </>
      )}
    </FormDialog>
  )
}

function SilenceDialog({ subject, onClose }: DialogProps) {
  const { t } = useTranslation()
  return (
    <FormDialog
      record={subject}
      title={({ name }) => t('automation.tasks.silence.silenceTitle', { name })}
      call={silenceTask}
      initial={() => blankSilence}
      inputOf={({ id, state_id }, { note, length }) => ({ id, state_id, note, until: untilOf(length) })}
      label={(field) => t(`automation.tasks.field.${field === 'until' ? 'until' : 'note'}`)}
      action={t('automation.tasks.silence.silence')}
      doneText={t('automation.tasks.silence.silenceDone')}
      onClose={onClose}
    >
      {({ values, set, faults }) => (
        <>
          <Text size="sm">
            {t(`automation.tasks.silence.${(subject?.state_id ?? null) === null ? 'silenceText' : 'silenceRowText'}`)}
          </Text>
          <Select
            name="until"
            label={t('automation.tasks.silence.howLong')}
            error={faults['until']}
            allowDeselect={false}
            value={values.length}
            data={lengths.map((value) => ({ value, label: t(`automation.tasks.silence.choice.${value}`) }))}
            onChange={(length) => length !== null && set({ length })}
          />
          <Note error={faults['note']} value={values.note} onChange={(note) => set({ note })} />
        </>
      )}
    </FormDialog>
  )
}

function PauseDialog({ subject, onClose }: { subject: RowSubject | null; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <FormDialog
      record={subject}
      title={({ name }) => t('automation.tasks.silence.pauseTitle', { name })}
      call={pauseRow}
      initial={() => ({ note: '' })}
      inputOf={({ id, state_id }, { note }) => ({ id, state_id, note })}
      label={() => t('automation.tasks.field.note')}
      action={t('automation.tasks.silence.pause')}
      doneText={t('automation.tasks.silence.pauseDone')}
      onClose={onClose}
    >
      {({ values, set, faults }) => (
        <>
          <Text size="sm">{t('automation.tasks.silence.pauseText')}</Text>
          <Note error={faults['note']} value={values.note} onChange={(note) => set({ note })} />
        </>
      )}
    </FormDialog>
  )
}

type NoteProps = { isOptional?: boolean; error: ReactNode; value: string; onChange: (value: string) => void }

function Note({ isOptional = false, error, value, onChange }: NoteProps) {
  const { t } = useTranslation()
  const label = t('automation.tasks.field.note')
  return (
    <Textarea
      name="note"
      label={isOptional ? <OptionalLabel>{label}</OptionalLabel> : label}
      error={error}
      maxLength={taskSilences.note}
      autosize
      minRows={2}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** Says that a task or a row is not told, and why. */
export function WithheldBadge({ reason }: { reason: Withheld | null }) {
  const { t } = useTranslation()
  if (reason === null) return null
  return (
    <Badge
      variant="outline"
      tt="none"
      color="gray"
      miw="max-content"
      leftSection={<IconBellOff size={12} aria-hidden />}
    >
      {t(`automation.tasks.silence.${reason}`)}
    </Badge>
  )
}

/** Something is out of the normal that a person can acknowledge. */
export const isOutOfNormal = (state: RowState | null): boolean =>
  state === 'firing' || state === 'recovering' || state === 'no_data' || state === 'error'

/** The silences and acknowledgements that hold now and the paused rows, with who made them and when. */
export function Silences({ taskId, mayChange }: { taskId: string; mayChange: boolean }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const { data } = useCallQuery(listSilences, { task_id: taskId, size: 50 }, { keep: true })
  const { mutate: end, isPending } = useCallMutation(endSilence)
  const { mutate: resume, isPending: isResuming } = useCallMutation(resumeRow)
  if (!data || data.data.length === 0) return null
  return (
    <PlainTable
      label={t('automation.tasks.silence.title')}
      columns={[
        t('automation.tasks.field.label'),
        t('automation.tasks.silence.title'),
        t('automation.tasks.field.person'),
        ...(mayChange ? [t('general.action.more')] : []),
      ]}
    >
      {data.data.map(({ id, kind, is_whole: isWhole, label, note, until, person, created_at }) => {
        const name = isWhole ? t('automation.tasks.silence.whole') : (label ?? t('automation.tasks.rowStates.hidden'))
        return (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td>
              {until === null
                ? t(`automation.tasks.silence.kind.${kind}`, { at: '' })
                : t('automation.tasks.silence.kind.until', { at: dateTime(until) })}
              {note === null ? null : <CellNote>{note}</CellNote>}
            </td>
            <td>
              {t('automation.tasks.silence.by', {
                person: person ?? t('automation.tasks.erasedPerson'),
                at: dateTime(created_at),
              })}
            </td>
            {mayChange ? (
              <td>
                <Button
                  variant="default"
                  size="compact-sm"
                  disabled={isPending || isResuming}
                  aria-label={t(`automation.tasks.silence.${kind === 'paused' ? 'resumeOf' : 'endOf'}`, { name })}
                  onClick={() => (kind === 'paused' ? resume : end)({ id })}
                >
                  {t(`automation.tasks.silence.${kind === 'paused' ? 'resume' : 'end'}`)}
                </Button>
              </td>
            ) : null}
          </tr>
        )
      })}
    </PlainTable>
  )
}
