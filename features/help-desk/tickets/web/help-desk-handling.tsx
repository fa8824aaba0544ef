// The handling of a ticket: handler, priority and estimate. Only people who handle tickets see it.
import { ActionIcon, Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertCircle, IconHandStop, IconProgress, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import type { CallInput } from '#platform/web/client/encode-input.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { DayField } from '#platform/web/ui/day-field.tsx'
import { LeaveGuard } from '#platform/web/ui/leave-guard.tsx'
import { RecordPicker } from '#platform/web/ui/record-picker.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { type Draft, useDraft } from '#platform/web/ui/use-draft.ts'
import {
  changeTicketStatus,
  selectHandlers,
  takeTicket,
  ticketPriorities,
  type TicketPriority,
  updateTicket,
} from '../contract.ts'
import { DueLabel } from './due-label.tsx'
import { StatusBadge } from './help-desk-badges.tsx'
import { instantIn, momentIn, noMoment } from './help-desk-estimate.ts'
import type { Ticket } from './help-desk-place.ts'
import { FaultOfTicket } from './ticket-fault.tsx'
import { MergeOfTicket } from './ticket-merge.tsx'
import { LevelOfTicket } from './ticket-level.tsx'
import classes from './help-desk.module.css'

type HandlingProps = { ticket: Ticket; onReload: () => Promise<Ticket | undefined> }

export function TicketHandling(props: HandlingProps) {
  const { t } = useTranslation()
  return (
    <aside className={classes.handling} aria-labelledby="handling">
      <h2 id="handling" className={classes.heading}>
        {t('helpDesk.tickets.handling.title')}
      </h2>
      <Progress ticket={props.ticket} />
      <LevelOfTicket ticket={props.ticket} />
      <FaultOfTicket ticket={props.ticket} />
      <MergeOfTicket ticket={props.ticket} />
      <HandlingForm {...props} />
    </aside>
  )
}

function Progress({ ticket }: Pick<HandlingProps, 'ticket'>) {
  const { t } = useTranslation()
  const { id, status, handler, due, waiting } = ticket
  const { user } = useSession()
  const take = useCallMutation(takeTicket, { onDone: () => toastDone(t('helpDesk.tickets.nowYours')) })
  const start = useCallMutation(changeTicketStatus, { onDone: () => toastDone(t('helpDesk.tickets.given.on_going')) })
  return (
    <Stack gap="xs" align="flex-start">
      <Group gap="xs">
        <Text size="sm" fw={500}>
          {t('helpDesk.tickets.field.status')}
        </Text>
        <StatusBadge status={status} />
      </Group>
      {due === null && !waiting ? null : (
        <Text size="sm" component="div">
          <DueLabel ticket={ticket} />
        </Text>
      )}
      <Group gap="xs">
        {handler?.id === user.id ? null : (
          <Button
            size="sm"
            leftSection={<IconHandStop size={16} stroke={1.8} aria-hidden />}
            loading={take.isPending}
            onClick={() => take.mutate({ id })}
          >
            {t('helpDesk.tickets.action.take')}
          </Button>
        )}
        {status === 'on_going' ? null : (
          <Button
            size="sm"
            variant="default"
            leftSection={<IconProgress size={16} stroke={1.8} aria-hidden />}
            loading={start.isPending}
            onClick={() => start.mutate({ id, status: 'on_going' })}
          >
            {t('helpDesk.tickets.action.start')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

type Values = {
  priority: TicketPriority
  handler: { id: string; name: string } | null
  day: string | null
  time: string
}

/** The time of an estimate for which only a day was entered: the end of a usual working day. */
const usualTime = '18:00'

function HandlingForm({ ticket, onReload }: HandlingProps) {
  const { t } = useTranslation()
  const { timezone } = useSession()
  const valuesOf = ({ priority, handler, estimated_at }: Ticket): Values => ({
    priority,
    handler,
    ...(estimated_at === null ? noMoment : momentIn(timezone, estimated_at)),
  })
  const [base, setBase] = useState(ticket)
  const draft = useDraft(valuesOf(base))
  const follow = (fresh: Ticket, values: Values) => {
    setBase(fresh)
    draft.rebase(valuesOf(fresh), values)
  }
  if (ticket.version > base.version) {
    const [now, before] = [valuesOf(ticket), valuesOf(base)]
    // Takes the newer version if the person has edited nothing, or if it differs from the earlier one only in answers. Otherwise another person
    // changed these fields, and the server must refuse the draft as stale.
    if (draft.changed.length === 0) follow(ticket, now)
    else if (isSame(now, before) || isSame(now, draft.values)) follow(ticket, draft.values)
  }
  const [isStale, setStale] = useState(false)
  const [isWithoutTime, setWithoutTime] = useState(false)
  const save = useCallMutation(updateTicket, {
    quiet: true,
    onDone: () => toastDone(t('helpDesk.tickets.handling.saved')),
  })
  const reload = async () => {
    setStale(true)
    const fresh = await onReload()
    if (fresh) follow(fresh, valuesOf(fresh))
  }
  const { values, changed } = draft
  const send = (event: FormEvent) => {
    event.preventDefault()
    const estimate = instantIn(timezone, values)
    const isPart = estimate === null && (values.day !== null || values.time !== '')
    setWithoutTime(isPart)
    setStale(false)
    if (isPart) return save.reset()
    const changes: CallInput<typeof updateTicket> = { id: ticket.id, version: base.version }
    if (changed.includes('priority')) changes.priority = values.priority
    if (changed.includes('handler')) changes.handler_id = values.handler?.id ?? null
    if (changed.includes('day') || changed.includes('time')) changes.estimated_at = estimate
    save.mutate(changes, {
      onError: ({ key }) => {
        if (key === 'stale_version') void reload()
      },
    })
  }
  return (
    <form onSubmit={send} noValidate>
      <LeaveGuard changed={changed.length > 0 && !save.isPending} />
      <Stack gap="md" inert={save.isPending}>
        {save.error === null ? null : (
          <Alert color="amber" variant="light" role="alert" c="var(--ink)" icon={<IconAlertCircle aria-hidden />}>
            {save.error.errors['handler_id'] ?? save.error.message}
            {isStale ? ` ${t('helpDesk.tickets.handling.reloaded')}` : null}
          </Alert>
        )}
        <Fields draft={draft} isWithoutTime={isWithoutTime} />
        <Button type="submit" variant="default" disabled={changed.length === 0} loading={save.isPending}>
          {t('general.action.save')}
        </Button>
      </Stack>
    </form>
  )
}

const isSame = (one: Values, other: Values) => JSON.stringify(one) === JSON.stringify(other)

function Fields({ draft: { values, set }, isWithoutTime }: { draft: Draft<Values>; isWithoutTime: boolean }) {
  const { t } = useTranslation()
  const { priority, day, time } = values
  return (
    <>
      <HandlerField value={values.handler} onChange={(handler) => set({ handler })} />
      <NativeSelect
        name="priority"
        label={t('helpDesk.tickets.field.priority')}
        data={ticketPriorities.map((value) => ({ value, label: t(`helpDesk.tickets.priority.${value}`) }))}
        value={priority}
        onChange={({ currentTarget: { value } }) => set({ priority: value as TicketPriority })}
      />
      <DayField
        name="estimated_at"
        label={t('helpDesk.tickets.handling.day')}
        description={t('helpDesk.tickets.handling.dayHelp')}
        error={
          isWithoutTime && time !== '' ? t('general.field.invalid', { name: t('helpDesk.tickets.handling.day') }) : null
        }
        value={day}
        onChange={(chosenDay) => set({ day: chosenDay, time: chosenDay === null ? '' : time || usualTime })}
      />
      {day === null ? null : (
        <TextInput
          type="time"
          name="time"
          label={t('helpDesk.tickets.handling.time')}
          error={isWithoutTime && time === '' ? t('helpDesk.tickets.handling.timeMissing') : null}
          maw="9rem"
          value={time}
          onChange={({ currentTarget: { value } }) => set({ time: value })}
        />
      )}
    </>
  )
}

type HandlerFieldProps = { value: Values['handler']; onChange: (handler: Values['handler']) => void }

function HandlerField({ value, onChange }: HandlerFieldProps) {
  const { t } = useTranslation()
  if (value === null) {
    return (
      <RecordPicker
        call={selectHandlers}
        label={t('helpDesk.tickets.field.handler')}
        name="handler_id"
        description={t('helpDesk.tickets.handling.nobody')}
        placeholder={t('helpDesk.tickets.handling.pick')}
        exclude={[]}
        onPick={({ value: id, label: name }) => onChange({ id, name })}
      />
    )
  }
  return (
    <div>
      <Text size="sm" fw={500}>
        {t('helpDesk.tickets.field.handler')}
      </Text>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {value.name}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('helpDesk.tickets.handling.noHandler', value)}
          onClick={() => onChange(null)}
        >
          <IconX size={16} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Group>
    </div>
  )
}
