import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './step-list.module.css'

export type ShownStep = {
  id: string
  state: 'passed' | 'failed' | 'skipped'
  name: string
  /** What to do about it, where it failed. */
  advice?: string | null
  /** What the other side said, for whoever looks it up. */
  code?: string | null
}

const icons = { passed: IconCheck, failed: IconX, skipped: IconMinus }

/** A way that was walked, step by step, to the one that failed. */
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
