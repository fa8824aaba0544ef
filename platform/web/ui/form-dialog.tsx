// A form in a dialog. `FormDialog` is the whole of it: it opens for a record, sends one call, and closes; what was typed is discarded on
// close. A dialog with several forms, or with other content beside its form, is a `Dialog` around `DialogForm` or `DialogFormFrame`.
import { Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Call, ReceivedOf } from '#platform/contract/call.ts'
import type { CallInput } from '../client/encode-input.ts'
import { type Submission, useSubmit } from '../client/use-submit.ts'
import { Dialog, DialogButtons, type DialogButtonsProps } from './dialog.tsx'
import { underToasts } from './above-toasts.ts'
import classes from './form-dialog.module.css'
import { toastDone } from './toasts.tsx'

type DialogFormFrameProps = Pick<DialogButtonsProps, 'action' | 'color' | 'onCancel'> & {
  submission: Pick<Submission<Call>, 'refusal' | 'busy'>
  onSubmit: () => void
  children: ReactNode
}

/** A form of a dialog: the refusal that is about no field, the fields, and the buttons. */
export function DialogFormFrame({ submission, onSubmit, children, ...buttons }: DialogFormFrameProps) {
  const form = useRef<HTMLFormElement>(null)
  const [attempt, setAttempt] = useState(0)
  const { busy } = submission
  // The field at fault may be above or below what the dialog shows. It is found here or by the server, which answers later.
  useEffect(() => {
    if (attempt > 0 && !busy) showFirstFault(form.current)
  }, [attempt, busy])
  const send = (event: FormEvent) => {
    event.preventDefault()
    setAttempt((before) => before + 1)
    onSubmit()
  }
  return (
    <form ref={form} onSubmit={send} noValidate>
      <Stack>
        {submission.refusal === null ? null : (
          <Text role="alert" c="var(--danger)">
            {submission.refusal.message}
          </Text>
        )}
        {children}
        <div className={classes.foot} {...underToasts}>
          <DialogButtons busy={busy} {...buttons} />
        </div>
      </Stack>
    </form>
  )
}

/** Moves the cursor to the first field at fault, with its label and its sentence in view. */
function showFirstFault(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (!field) return
  field.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'center' })
}

/** What the fields of a form read and change. */
export type DialogDraft<Values extends object> = {
  values: Values
  set: (part: Partial<Values>) => void
  /** One sentence for each field at fault, by its wire name. */
  faults: Submission<Call>['faults']
}

type DialogFormProps<C extends Call, Values extends object> = Pick<DialogButtonsProps, 'action' | 'color'> & {
  call: C
  initial: Values
  /** The input of the call. */
  inputOf: (values: Values) => CallInput<C>
  label: (field: string) => string
  /** Calls of other nouns whose cached answers the change makes stale. */
  refreshes?: readonly Call[]
  /** The success message, when it says more than that the change was saved. */
  doneText?: string
  /** In place of the message and of closing, when the dialog shows something of the answer. */
  onAnswer?: (answer: ReceivedOf<C>) => void
  onClose: () => void
  children: (draft: DialogDraft<Values>) => ReactNode
}

/** The form of one call in an open dialog. Its draft begins with `initial` when it is mounted, so another draft needs a new form. */
export function DialogForm<C extends Call, Values extends object>({
  call,
  initial,
  inputOf,
  label,
  refreshes = [],
  doneText,
  onAnswer,
  onClose,
  children,
  ...buttons
}: DialogFormProps<C, Values>) {
  const [values, setValues] = useState(initial)
  const submission = useSubmit(call, {
    values,
    label,
    refreshes,
    onDone: (answer) => {
      if (onAnswer) return onAnswer(answer)
      toastDone(doneText)
      onClose()
    },
  })
  const set = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }))
  return (
    <DialogFormFrame
      {...buttons}
      submission={submission}
      onSubmit={() => submission.submit(inputOf(values))}
      onCancel={onClose}
    >
      {children({ values, set, faults: submission.faults })}
    </DialogFormFrame>
  )
}

type FormDialogProps<R extends { id: string }, C extends Call, Values extends object> = Omit<
  DialogFormProps<C, Values>,
  'initial' | 'inputOf'
> & {
  /** The record that the form is about; null closes the dialog. */
  record: R | null
  title: (record: R) => string
  initial: (record: R) => Values
  inputOf: (record: R, values: Values) => CallInput<C>
}

/** Example: `<FormDialog record={renamed} call={updateWorkspace} title={…} initial={({ name }) => ({ name })} …>{(draft) => …}</FormDialog>`. */
export function FormDialog<R extends { id: string }, C extends Call, Values extends object>({
  record,
  title,
  initial,
  inputOf,
  ...form
}: FormDialogProps<R, C, Values>) {
  return (
    <Dialog opened={record !== null} onClose={form.onClose} title={record === null ? '' : title(record)}>
      {record === null ? null : (
        <DialogForm
          key={record.id}
          {...form}
          initial={initial(record)}
          inputOf={(values: Values) => inputOf(record, values)}
        />
      )}
    </Dialog>
  )
}
