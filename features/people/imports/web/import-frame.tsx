// The frame of the wizard: the link back, the title, and the steps.
import { Anchor } from '@mantine/core'
import { IconArrowLeft, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '#platform/web/routing/path.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { type ImportStep, steps } from './import-steps.ts'
import classes from './import.module.css'

type FrameProps = { step: ImportStep; name?: string; actions?: ReactNode; children: ReactNode }

export function ImportFrame({ step, name, actions, children }: FrameProps) {
  const { t } = useTranslation()
  return (
    <>
      <Anchor className={classes.back} renderRoot={(props) => <PathLink to="/user" {...props} />}>
        <IconArrowLeft size={16} stroke={1.8} aria-hidden /> {t('people.users.title')}
      </Anchor>
      <PageHeader title={t('people.imports.title')} text={name ?? t('people.imports.purpose')}>
        {actions}
      </PageHeader>
      <ol className={classes.steps} aria-label={t('people.imports.step.label')}>
        {steps.map((each, index) => (
          <li
            key={each}
            className={classes.step}
            data-done={index < steps.indexOf(step) || undefined}
            aria-current={each === step ? 'step' : undefined}
          >
            <span className={classes.mark}>
              {index < steps.indexOf(step) ? <IconCheck size={12} stroke={2.6} aria-hidden /> : index + 1}
            </span>
            <span className={classes.stepName}>{t(`people.imports.step.${each}`)}</span>
          </li>
        ))}
      </ol>
      {children}
    </>
  )
}

/** A titled part of a step. */
export function ImportPart({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <div>
        <h2 className={classes.title}>{title}</h2>
        {text === undefined ? null : <p className={classes.text}>{text}</p>}
      </div>
      {children}
    </section>
  )
}
