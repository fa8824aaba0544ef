// The pages that add and edit a record: load, draft, save, faults at their fields, navigation back. The feature gives the fields as JSX: a
// list of `<Field name="…" />` with any conditions. Next: field.tsx, ../ui/form-layout.tsx.
import { Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Call, ReceivedOf } from '#platform/contract/call.ts'
import { isMissing } from '../client/call-failure.ts'
import type { InputFault } from '../client/check-input.ts'
import type { CallInput } from '../client/encode-input.ts'
import { type LoadedRecord, useRecord } from '../client/use-record.ts'
import { type Submission, useSubmit } from '../client/use-submit.ts'
import { PathLink, useGo, useGoBack, usePathPart } from '../routing/path.tsx'
import { FailedState } from '../ui/failed-state.tsx'
import { FormLayout, FormSkeleton } from '../ui/form-layout.tsx'
import { markAdded } from '../ui/just-added.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { useSessionActions } from '../session/session-actions.ts'
import { toastDone } from '../ui/toasts.tsx'
import { type Draft, useDraft } from '../ui/use-draft.ts'
import { fieldsOf } from './field-kind.ts'
import { useMerge } from './merge/use-merge.tsx'
import { type PhrasePrefix, usePhrases } from './use-phrases.ts'

type Values = Record<string, unknown>

export type Form = {
  phrasePrefix: PhrasePrefix
  /** The call's input: kind, length and requirement of each field. */
  input: z.ZodType
  values: Values
  set: (part: Values) => void
  faults: Submission<Call>['faults']
  /** True while a record is added: some fields are asked only then. */
  isNew: boolean
  /** The form has unsaved changes. */
  isChanged: boolean
  /** Loads the record again and discards the draft. */
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
  phrasePrefix: PhrasePrefix
  /** The path of the list, where saving leads back to. */
  path: string
  /** Calls of other nouns whose cached answers a saved record makes stale. */
  refreshes?: readonly Call[]
  /** A saved record changes what the session says of the person. */
  reloadsSession?: boolean
  /** Input fields built from draft fields that have another name or shape on the wire. Example: members by their ids. */
  wireOf?: (draft: Values) => Values
  /** Wire names by which the phrases name a draft field. */
  wireNames?: Readonly<Record<string, string>>
  /** Names of the business unit's custom fields, by `custom.<id>`. */
  ownFields?: Readonly<Record<string, string>>
}

/** Checks beside the contract that the server would also make, by wire name, before sending. Undefined: no fault, whatever the contract finds. */
type Check<Context extends unknown[]> = (
  sent: Values,
  ...context: Context
) => Readonly<Record<string, InputFault | undefined>>

type AddPageProps<C extends Call> = FormPageProps & {
  call: C
  check?: Check<[]>
  /** The values of a new record's fields. */
  blank: object
  /** The label of the button, where the act has another name than to add. */
  actionOf?: (draft: Values) => ReactNode
  /** The success message, when it says more than that the record was added. */
  doneText?: (draft: Values, answer: ReceivedOf<C>) => string
  /** Runs after the record is stored, with the values of the form. */
  onSaved?: (draft: Values, answer: ReceivedOf<C>) => void
  /** Renders a page in place of the form when there is something to read once, such as a link; null returns to the list. */
  renderDone?: (answer: ReceivedOf<C>, draft: Values, goBack: () => void) => ReactNode
  /** Returns the path of the next step of a new record, in place of the list. */
  leadsTo?: (answer: ReceivedOf<C>) => string
  children: ReactNode
}

/** Example: `<AddPage call={shiftCalls.add} phrasePrefix="organisation.shifts" path="/shifts" blank={{ name: '', hours: [] }}><Fields /></AddPage>`. */
export function AddPage<C extends Call>({
  call,
  check,
  blank,
  actionOf,
  doneText,
  onSaved,
  renderDone,
  leadsTo,
  children,
  ...page
}: AddPageProps<C>) {
  const { phrasePrefix: prefix, wireOf = asItIs } = page
  const [answer, setAnswer] = useState<ReceivedOf<C> | null>(null)
  const { t } = useTranslation()
  const phrases = usePhrases(prefix)
  const draft = useDraft<Values>(blank as Values)
  const { submission, goBack, label } = useSaving(call, page, {
    values: draft.values,
    check,
    onDone: (of, leave) => {
      markAdded((of as { id?: string }).id ?? '')
      onSaved?.(draft.values, of)
      if (renderDone?.(of, draft.values, nothing)) setAnswer(of)
      else leave(doneText?.(draft.values, of) ?? addedText(t, draft.values), leadsTo?.(of))
    },
  })
  if (answer !== null) {
    const { name } = draft.values
    return (
      <>
        <PageHeader title={typeof name === 'string' ? name : phrases.add} />
        {renderDone?.(answer, draft.values, goBack)}
      </>
    )
  }
  return (
    <>
      <PageHeader title={phrases.add} />
      <FormLayout
        submission={submission}
        changed={draft.changed.map(label)}
        action={actionOf?.(draft.values) ?? t('general.action.add')}
        onSubmit={() => submission.submit(wireOf(draft.values) as CallInput<C>)}
        onCancel={goBack}
      >
        <FormContext value={formOf({ call, phrasePrefix: prefix, draft, faults: submission.faults })}>
          {children}
        </FormContext>
      </FormLayout>
    </>
  )
}

/** Names the record, if its name is a text of one language. */
const addedText = (t: TFunction, { name }: Values) =>
  typeof name === 'string' && name !== '' ? t('general.toast.added', { name }) : undefined

type EditedRecord = { id: string; version: number; name: string; can: string[] }
type ReadCall = Call<z.ZodType, z.ZodType<EditedRecord>>

type EditPageProps<R extends ReadCall, U extends Call> = FormPageProps & {
  read: R
  update: U
  check?: Check<[record: ReceivedOf<R>]>
  /** Takes the form's fields from the record; without it, the fields that a change may set. */
  draftOf?: (record: ReceivedOf<R>) => object
  /**
   * The page stays open after saving, because it goes on with the record. Returns the success message, from the record as it is stored
   * now.
   */
  staysWith?: (record: ReceivedOf<R>) => string
  /** Runs after the change is stored, with the values of the form. */
  onSaved?: (draft: Values, record: ReceivedOf<R>) => void
  /** The title, when the record's name is not what people call it. */
  titleOf?: (record: ReceivedOf<R>) => string
  /** Renders the parts beside the title: the kind of record, and links to related pages. */
  renderAside?: (record: ReceivedOf<R>) => ReactNode
  renderWays?: (record: ReceivedOf<R>) => ReactNode
  children: ReactNode | ((record: ReceivedOf<R>) => ReactNode)
}

/**
 * Edits the record whose id is in the address. Sends only changed fields with the base version. If another person saved first, the draft
 * is merged with their changes.
 */
export function EditPage<R extends ReadCall, U extends Call>({
  renderAside,
  renderWays,
  ...props
}: EditPageProps<R, U>) {
  const { titleOf = ({ name }) => name } = props
  const id = usePathPart('id')
  const loaded = useRecord(props.read, { id } as CallInput<R>)
  const { record, failure, reload, round } = loaded
  const { t } = useTranslation()
  if (failure) {
    return (
      <FailedState failure={failure} onRetry={reload}>
        {isMissing(failure) ? (
          <Button component={PathLink} to={props.path} variant="default">
            {t('general.state.toList')}
          </Button>
        ) : null}
      </FailedState>
    )
  }
  return (
    <>
      <PageHeader title={record ? titleOf(record) : '…'} aside={record && renderAside?.(record)}>
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

function EditForm<R extends ReadCall, U extends Call>({
  record: initialRecord,
  loaded,
  ...props
}: EditFormProps<R, U>) {
  const { t } = useTranslation()
  const { update, phrasePrefix, wireOf = asItIs, staysWith, onSaved, children } = props
  const { draftOf = (record: ReceivedOf<R>) => fieldsOf(update.input, record) } = props
  // The base of the draft. Later loads change it only through the merge.
  const [record, setRecord] = useState(initialRecord)
  const draft = useDraft<Values>(draftOf(record) as Values)
  const { check, titleOf = ({ name }) => name } = props
  /** The name as it is saved now: the form may have changed it. */
  const savedName = () => (typeof draft.values['name'] === 'string' ? draft.values['name'] : titleOf(record))
  const { submission, goBack, label } = useSaving(update, props, {
    values: draft.values,
    check: check && ((sent) => check(sent, record)),
    onDone: (_, leave) => {
      onSaved?.(draft.values, record)
      if (staysWith === undefined) leave(t('general.toast.saved', { name: savedName() }))
      else void loaded.restart().then((stored) => toastDone(stored && staysWith(stored)))
    },
  })
  const { id, version, can } = record as EditedRecord
  const merge = useMerge({
    phrasePrefix,
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
      onSubmit={() => submission.submit({ id, version, ...wireOf(draft.changes) } as CallInput<U>)}
      onCancel={goBack}
      onReload={loaded.reload}
      onMerge={merge.open}
    >
      {merge.dialog}
      <FormContext
        value={formOf({ call: update, phrasePrefix, draft, faults: submission.faults, reload: loaded.reload })}
      >
        {typeof children === 'function' ? children(record) : children}
      </FormContext>
    </FormLayout>
  )
}

const asItIs = (draft: Values) => draft

type FormParts = {
  call: Call
  phrasePrefix: PhrasePrefix
  draft: Draft<Values>
  faults: Form['faults']
  /** Loads the stored record again; absent while a record is added. */
  reload?: () => void
}

function formOf({ call, phrasePrefix, draft, faults, reload }: FormParts): Form {
  const { values, set, changed } = draft
  const isNew = reload === undefined
  return {
    phrasePrefix,
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

type Saved<C extends Call> = {
  values: Values
  check?: Check<[]> | undefined
  /** `leave` ends the page; without it the page stays, because it shows something of the answer. */
  onDone: (answer: ReceivedOf<C>, leave: Leave) => void
}

/** Shows a message and goes back to the list, or on to a path. */
type Leave = (text?: string, to?: string) => void

/** Sends the form of a page. */
function useSaving<C extends Call>(call: C, page: FormPageProps, { values, check, onDone }: Saved<C>) {
  const { refreshes = [], wireNames = {} } = page
  const label = useFieldLabel(page)
  const { goBack, leave, refreshSession } = useEnd(page)
  const checkSent = check && ((input: CallInput<C>) => check(input as Values))
  const submission = useSubmit(call, {
    label,
    refreshes,
    values,
    check: checkSent,
    wireNames,
    onDone: (answer) => {
      refreshSession()
      onDone(answer, leave)
    },
  })
  return { submission, goBack, label }
}

/** The label of a field of the draft. */
function useFieldLabel({ phrasePrefix: prefix, wireNames = {}, ownFields = {} }: FormPageProps) {
  const phrases = usePhrases(prefix)
  return (field: string) => ownFields[field] ?? phrases.field(wireNames[field] ?? field)
}

/** What follows when the form is saved or given up. */
function useEnd({ path, reloadsSession = false }: FormPageProps) {
  const goBack = useGoBack(path)
  const go = useGo()
  const { reload } = useSessionActions()
  const leave: Leave = (text, to) => {
    toastDone(text)
    if (to === undefined) goBack()
    else go(to, { replace: true })
  }
  return { goBack, leave, refreshSession: reloadsSession ? reload : nothing }
}
