import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './step-list.module.css'

export type ShownStep = {
  id: string
  state: 'passed' | 'failed' | 'skipped'
  name: string
  /** The advice for the failed step. */
  advice?: string | null
  /** The message of the other side, for support. */
  code?: string | null
}

const icons = { passed: IconCheck, failed: IconX, skipped: IconMinus }

/** The steps of a process, up to the failed one. */
export function StepList({ steps }: { steps: readonly ShownStep[] }) {
  return (
    <ol className={classes.steps}>
      {steps.map((step) => (
        <Step key={step.id} step={step} />
      ))}
    </ol>
  )
}

function Step({ step: { state, name, advice, code } }: { step: ShownStep }) {
  const { t } = useTranslation()
  const Icon = icons[state]
  return (
    <li className={classes.step} data-state={state}>
      <span className={classes.mark}>
        <Icon size={14} stroke={2.4} aria-label={t(`general.step.${state}`)} />
      </span>
      <div>
        <p className={classes.name}>{name}</p>
        {advice ? <p className={classes.advice}>{advice}</p> : null}
        {code ? <p className={classes.code}>{code}</p> : null}
      </div>
    </li>
  )
}
