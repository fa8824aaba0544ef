// The pages that add and edit a record: load, draft, save, faults at their fields, the way back. The fields themselves are the
// slice's, as JSX inside: a list of `<Field name="…" />` with whatever conditions they need. Next: field.tsx, ../ui/form-layout.tsx.
import { createContext, type ReactNode, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Call, ReceivedOf } from '#platform/contract/call.ts'
import type { InputFault } from '../client/check-input.ts'
import type { AskedOf } from '../client/encode-input.ts'
import { type LoadedRecord, useRecord } from '../client/use-record.ts'
import { type Submission, useSubmit } from '../client/use-submit.ts'
import { useGoBack, usePathPart } from '../routing/path.tsx'
import { FailedState } from '../ui/failed-state.tsx'
import { FormLayout, FormSkeleton } from '../ui/form-layout.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { toastDone } from '../ui/toasts.tsx'
import { type Draft, useDraft } from '../ui/use-draft.ts'
import { fieldsOf } from './field-kind.ts'
import { useMerge } from './use-merge.tsx'
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
  /** Something is typed that is not saved. */
  isChanged: boolean
  /** Loads the record again, without what was typed. */
  reload: () => void
}

const FormContext = createContext<Form | null>(null)

/** The form around a field. */
export function useForm(): Form {
  const form = useContext(FormContext)
  if (form === null) throw new Error('A field stands inside AddPage or EditPage.')
  return form
}

type FormPageProps = {
  words: Words
  /** Of the list, where saving leads back to. */
  path: string
  /** Calls of other nouns whose answers a saved record makes old. */
  refreshes?: readonly Call[]
  /** What the call takes in place of draft fields that are named or shaped otherwise on the wire. Example: members by their ids. */
  wireOf?: (draft: Values) => Values
  /** Where a field of the draft is called otherwise in the phrases: by its wire name. */
  wireNames?: Readonly<Record<string, string>>
  /** Names of fields that the business unit defined itself, by `custom.<id>`. */
  ownFields?: Readonly<Record<string, string>>
}

/** What the server would refuse of what is sent, beside the contract: known before asking, by wire name. */
type Check<Given extends unknown[]> = (sent: Values, ...given: Given) => Readonly<Record<string, InputFault>>

type AddPageProps<C extends Call> = FormPageProps & {
  call: C
  check?: Check<[]>
  /** What stands in the fields of a new record. */
  blank: object
  /** What is said once the record is there, where more is to say than that it is done. */
  doneText?: (draft: Values) => string
  children: ReactNode
}

/** Example: `<AddPage call={shiftCalls.add} words="shifts" path="/shifts" blank={{ name: '', hours: [] }}><Fields /></AddPage>`. */
export function AddPage<C extends Call>({ call, words: place, blank, doneText, children, ...props }: AddPageProps<C>) {
  const { t } = useTranslation()
  const words = useWords(place)
  const draft = useDraft<Values>(blank as Values)
  const { submission, goBack, label } = useSaving(call, place, {
    ...props,
    values: draft.values,
    ...(doneText && { doneText: () => doneText(draft.values) }),
  })
  const { wireOf = asItIs } = props
  return (
    <>
      <PageHeader title={words.add} />
      <FormLayout
        submission={submission}
        changed={draft.changed.map(label)}
        action={t('general.action.add')}
        onSubmit={() => submission.submit(wireOf(draft.values) as AskedOf<C>)}
        onCancel={goBack}
      >
        <FormContext value={formOf({ call, words: place, draft, faults: submission.faults })}>{children}</FormContext>
      </FormLayout>
    </>
  )
}

type EditedRecord = { id: string; version: number; name: string; can: string[] }
type ReadCall = Call<z.ZodType, z.ZodType<EditedRecord>>

type EditPageProps<R extends ReadCall, U extends Call> = FormPageProps & {
  read: R
  update: U
  check?: Check<[record: ReceivedOf<R>]>
  /** The fields of the form, out of the record; without it those that the change may name, as they are. */
  draftOf?: (record: ReceivedOf<R>) => object
  /** Beside the title: what the record is, and where else one goes from it. */
  renderAside?: (record: ReceivedOf<R>) => ReactNode
  renderWays?: (record: ReceivedOf<R>) => ReactNode
  children: ReactNode | ((record: ReceivedOf<R>) => ReactNode)
}

/**
 * Edits the record whose id stands in the address. Only what differs is sent, with the version it was made from; who was second lays
 * what they typed over what the first one saved.
 */
export function EditPage<R extends ReadCall, U extends Call>({
  renderAside,
  renderWays,
  ...props
}: EditPageProps<R, U>) {
  const id = usePathPart('id')
  const loaded = useRecord(props.read, { id } as AskedOf<R>)
  const { record, failure, reload, round } = loaded
  if (failure) return <FailedState failure={failure} onRetry={reload} />
  return (
    <>
      <PageHeader title={record?.name ?? '…'} aside={record && renderAside?.(record)}>
        {record ? renderWays?.(record) : null}
      </PageHeader>
      {record ? <EditForm key={round} {...props} record={record} loaded={loaded} /> : <FormSkeleton />}
    </>
  )
}

type EditFormProps<R extends ReadCall, U extends Call> = EditPageProps<R, U> & {
  record: ReceivedOf<R>
  loaded: LoadedRecord<R>
}

function EditForm<R extends ReadCall, U extends Call>({ record: given, loaded, ...props }: EditFormProps<R, U>) {
  const { t } = useTranslation()
  const { update, words, wireOf = asItIs, children } = props
  const { draftOf = (record: ReceivedOf<R>) => fieldsOf(update.input, record) } = props
  // What the draft was made from; whatever is loaded later changes it only through the merge.
  const [record, setRecord] = useState(given)
  const draft = useDraft<Values>(draftOf(record) as Values)
  const { check, ...saving } = props
  const { submission, goBack, label } = useSaving(update, words, {
    ...saving,
    values: draft.values,
    ...(check && { check: (sent) => check(sent, record) }),
  })
  const { id, version, can } = record as EditedRecord
  const merge = useMerge({
    words,
    label,
    own: Object.keys(props.ownFields ?? {}),
    draft,
    loaded,
    draftOf,
    setRecord,
    submission,
  })
  return (
    <FormLayout
      submission={submission}
      changed={draft.changed.map(label)}
      action={t('general.action.save')}
      editable={can.includes('update')}
      onSubmit={() => submission.submit({ id, version, ...wireOf(draft.changes) } as AskedOf<U>)}
      onCancel={goBack}
      onReload={loaded.reload}
      onMerge={merge.open}
    >
      {merge.dialog}
      <FormContext value={formOf({ call: update, words, draft, faults: submission.faults, reload: loaded.reload })}>
        {typeof children === 'function' ? children(record) : children}
      </FormContext>
    </FormLayout>
  )
}

const asItIs = (draft: Values) => draft

type FormParts = {
  call: Call
  words: Words
  draft: Draft<Values>
  faults: Form['faults']
  /** Absent while a record is made. */
  reload?: () => void
}

function formOf({ call, words, draft, faults, reload }: FormParts): Form {
  const { values, set, changed } = draft
  const isNew = reload === undefined
  return {
    words,
    input: call.input,
    values,
    set,
    faults,
    isNew,
    isChanged: changed.length > 0,
    reload: reload ?? nothing,
  }
}

const nothing = () => undefined

type Saving = Pick<FormPageProps, 'path' | 'refreshes' | 'wireNames' | 'ownFields'> & {
  values: Values
  check?: Check<[]>
  doneText?: () => string
}

/** Saves, says so and goes back to the list. */
function useSaving<C extends Call>(
  call: C,
  place: Words,
  { path, refreshes = [], wireNames = {}, ownFields = {}, values, check, doneText }: Saving,
) {
  const words = useWords(place)
  const goBack = useGoBack(path)
  const label = (field: string) => ownFields[field] ?? words.field(wireNames[field] ?? field)
  const onDone = () => {
    toastDone(doneText?.())
    goBack()
  }
  const judge = check && ((asked: AskedOf<C>) => check(asked as Values))
  return { submission: useSubmit(call, { label, onDone, refreshes, values, check: judge, wireNames }), goBack, label }
}
