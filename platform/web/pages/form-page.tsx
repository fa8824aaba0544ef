// The pages that add and edit a record: load, draft, save, faults at their fields, the way back. The fields themselves are the
// slice's, as JSX inside: a list of `<Field name="…" />` with whatever conditions they need. Next: field.tsx, ../ui/form-layout.tsx.
import { createContext, type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Call, ReceivedOf } from '#platform/contract/call.ts'
import type { AskedOf } from '../client/encode-input.ts'
import { useRecord } from '../client/use-record.ts'
import { type Submission, useSubmit } from '../client/use-submit.ts'
import { useGoBack, usePathPart } from '../routing/path.tsx'
import { FailedState } from '../ui/failed-state.tsx'
import { FormLayout, FormSkeleton } from '../ui/form-layout.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { toastDone } from '../ui/toasts.tsx'
import { type Draft, useDraft } from '../ui/use-draft.ts'
import { type Words, useWords } from './words.ts'

type Values = Record<string, unknown>

export type Form = {
  words: Words
  /** What the call takes: kind, length and need of each field. */
  input: z.ZodType
  values: Values
  set: (part: Values) => void
  faults: Submission<Call>['faults']
  /** True while a record is made: some fields are asked only then. */
  isNew: boolean
}

const FormContext = createContext<Form | null>(null)

/** The form around a field. */
export function useForm(): Form {
  const form = useContext(FormContext)
  if (form === null) throw new Error('A field stands inside AddPage or EditPage.')
  return form
}

type FormPageProps = { words: Words; /** Of the list, where saving leads back to. */ path: string; children: ReactNode }

type AddPageProps<C extends Call> = FormPageProps & {
  call: C
  /** What stands in the fields of a new record. */
  blank: AskedOf<C>
}

/** Example: `<AddPage call={shiftCalls.add} words="shifts" path="/shifts" blank={{ name: '', hours: [] }}><Fields /></AddPage>`. */
export function AddPage<C extends Call>({ call, words: place, path, blank, children }: AddPageProps<C>) {
  const { t } = useTranslation()
  const words = useWords(place)
  const draft = useDraft<Values>(blank as Values)
  const { submission, goBack, label } = useSaving(call, place, path)
  return (
    <>
      <PageHeader title={words.add} />
      <FormLayout
        submission={submission}
        changed={draft.changed.map(label)}
        action={t('general.action.add')}
        onSubmit={() => submission.submit(draft.values as AskedOf<C>)}
        onCancel={goBack}
      >
        <FormContext value={formOf(call, place, draft, submission.faults, true)}>{children}</FormContext>
      </FormLayout>
    </>
  )
}

type EditedRecord = { id: string; version: number; name: string; can: string[] }
type ReadCall = Call<z.ZodType, z.ZodType<EditedRecord>>

type EditPageProps<R extends ReadCall, U extends Call> = FormPageProps & {
  read: R
  update: U
  /** The fields of the form, out of the record. */
  draftOf: (record: ReceivedOf<R>) => object
}

/** Edits the record whose id stands in the address. Only what differs is sent, with the version it was made from. */
export function EditPage<R extends ReadCall, U extends Call>({ read, ...props }: EditPageProps<R, U>) {
  const id = usePathPart('id')
  const { record, failure, reload, round } = useRecord(read, { id } as AskedOf<R>)
  if (failure) return <FailedState failure={failure} onRetry={reload} />
  return (
    <>
      <PageHeader title={record?.name ?? '…'} />
      {record ? <EditForm key={round} record={record} onReload={reload} {...props} /> : <FormSkeleton />}
    </>
  )
}

type EditFormProps<R extends ReadCall, U extends Call> = Omit<EditPageProps<R, U>, 'read'> & {
  record: ReceivedOf<R>
  onReload: () => void
}

function EditForm<R extends ReadCall, U extends Call>({ record, onReload, ...props }: EditFormProps<R, U>) {
  const { t } = useTranslation()
  const { update, words, path, draftOf, children } = props
  const draft = useDraft<Values>(draftOf(record) as Values)
  const { submission, goBack, label } = useSaving(update, words, path)
  const { id, version, can } = record as EditedRecord
  return (
    <FormLayout
      submission={submission}
      changed={draft.changed.map(label)}
      action={t('general.action.save')}
      editable={can.includes('update')}
      onSubmit={() => submission.submit({ id, version, ...draft.changes } as AskedOf<U>)}
      onCancel={goBack}
      onReload={onReload}
    >
      <FormContext value={formOf(update, words, draft, submission.faults, false)}>{children}</FormContext>
    </FormLayout>
  )
}

function formOf(call: Call, words: Words, draft: Draft<Values>, faults: Form['faults'], isNew: boolean): Form {
  return { words, input: call.input, values: draft.values, set: draft.set, faults, isNew }
}

/** Saves, says so and goes back to the list. */
function useSaving<C extends Call>(call: C, place: Words, path: string) {
  const words = useWords(place)
  const goBack = useGoBack(path)
  const label = (field: string) => words.field(field)
  const onDone = () => {
    toastDone()
    goBack()
  }
  return { submission: useSubmit(call, { label, onDone }), goBack, label }
}
