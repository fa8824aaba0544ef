import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call, ReceivedOf } from '#platform/contract/call.ts'
import { useMainLanguage } from '../session/use-session.ts'
import type { CallFailure } from './call-failure.ts'
import { checkInput, type InputFault } from './check-input.ts'
import type { CallInput } from './encode-input.ts'
import { standingFaults } from './standing-faults.ts'
import { useCallMutation } from './use-call.ts'

export type Submission<C extends Call> = {
  submit: (input: CallInput<C>) => void
  /** One sentence per field, by its wire name, found here or by the server. It disappears when its field changes. */
  faults: Readonly<Record<string, string>>
  /** The failure of the call when it concerns no field. */
  refusal: CallFailure | null
  /** The number of attempts to send the form. After each attempt, its faults are announced again. */
  attempt: number
  busy: boolean
  /** Clears all faults. */
  reset: () => void
  /** The server has accepted it; nothing unsaved is left. */
  done: boolean
}

export type SubmitOptions<C extends Call> = {
  /** The label of a field. */
  label: (field: string) => string
  /** Runs after the screen knows that nothing is unsaved, so the leave guard does not ask. */
  onDone: (answer: ReceivedOf<C>) => void
  refreshes?: readonly Call[]
  /** The values in the form. */
  values: object
  /** Checks beside the contract that the server would also make, by wire name; undefined: no fault. */
  check?: ((input: CallInput<C>) => Readonly<Record<string, InputFault | undefined>>) | undefined
  /**
   * Asks the person when the server wants a confirmation before it saves. Returns the input to send after the person agreed, or null when
   * they declined.
   */
  askBack?: ((answer: ReceivedOf<C>, input: CallInput<C>) => Promise<CallInput<C> | null> | null) | undefined
  /** Wire names of form fields that have another name on the wire. */
  wireNames?: Readonly<Record<string, string>>
}

/** Sends a form: checks it against the contract first, and shows the server's refusals at their fields. */
export function useSubmit<C extends Call>(
  call: C,
  { label, onDone, refreshes = [], values, check, askBack, wireNames }: SubmitOptions<C>,
): Submission<C> {
  const { t } = useTranslation()
  const mainLanguage = useMainLanguage()
  const [sent, setSent] = useState(values)
  const [found, setFound] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<{ received: ReceivedOf<C> } | null>(null)
  const settle = async (received: ReceivedOf<C>, input: CallInput<C>) => {
    const question = askBack?.(received, input) ?? null
    if (question === null) return setAnswer({ received })
    const agreed = await question
    if (agreed !== null) mutation.mutate(agreed)
  }
  const mutation = useCallMutation(call, {
    quiet: true,
    refreshes,
    onDone: (received, input) => void settle(received, input),
  })
  const finish = useEffectEvent(onDone)
  useEffect(() => {
    if (answer !== null) finish(answer.received)
  }, [answer])
  const submit = (input: CallInput<C>) => {
    setAttempt((before) => before + 1)
    setSent(values)
    const sentences = Object.entries({ ...checkInput(call, input, mainLanguage), ...check?.(input) }).flatMap(
      ([field, fault]) => (fault === undefined ? [] : [[field, t(`general.field.${fault}`, { name: label(field) })]]),
    )
    setFound(Object.fromEntries(sentences))
    if (sentences.length > 0) return mutation.reset()
    mutation.mutate(input)
  }
  const serverFaults = mutation.error?.errors ?? {}
  const hasFields = Object.keys(serverFaults).length > 0
  return {
    submit,
    faults: standingFaults({ ...found, ...serverFaults }, { ...sent }, { ...values }, wireNames),
    refusal: hasFields ? null : mutation.error,
    attempt,
    reset: () => {
      setFound({})
      mutation.reset()
    },
    busy: mutation.isPending || answer !== null,
    done: answer !== null,
  }
}
