// A form in a dialog. `FormDialog` is the whole of it: it opens for a record, sends one call, and closes; what was typed is discarded on
// close. A dialog with several forms, or with other content beside its form, is a `Dialog` around `DialogForm` or `DialogFormFrame`.
import { Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Call, ReceivedOf } from '#platform/contract/call.ts'
import type { CallInput } from '../client/encode-input.ts'
import { type Submission, useSubmit } from '../client/use-submit.ts'
import { Dialog, DialogButtons, type DialogButtonsProps } from './dialog.tsx'
import { toastDone } from './toasts.tsx'

type DialogFormFrameProps = Pick<DialogButtonsProps, 'action' | 'color' | 'onCancel'> & {
  submission: Pick<Submission<Call>, 'refusal' | 'busy'>
  onSubmit: () => void
  children: ReactNode
}

/** A form of a dialog: the refusal that is about no field, the fields, and the buttons. */
export function DialogFormFrame({ submission, onSubmit, children, ...buttons }: DialogFormFrameProps) {
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        {submission.refusal === null ? null : (
          <Text role="alert" c="var(--danger)">
            {submission.refusal.message}
          </Text>
        )}
        {children}
        <DialogButtons busy={submission.busy} {...buttons} />
      </Stack>
    </form>
  )
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
