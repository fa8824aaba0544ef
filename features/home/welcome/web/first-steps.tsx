// The first steps of an administrator on the home page. Their states come from what exists, so a step that is undone opens again.
import { Button } from '@mantine/core'
import { IconCheck, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#catalogue/access.ts'
import type { Screen } from '#catalogue/screens.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { dismissHint, firstSteps } from '../contract.ts'
import classes from './welcome.module.css'

type Step = (typeof firstSteps)[number]

/** Where each step is done. A step whose screen is hidden, or which the person may not do, is left out. */
const places: Record<Step, { path: string; screen: Screen; permission: Permission }> = {
  account: { path: '/powerbi/add', screen: 'powerbi', permission: 'embedding_account.add' },
  workspace: { path: '/powerbi/workspace', screen: 'powerbi/workspace', permission: 'workspace.add' },
  report: { path: '/report/import', screen: 'reports', permission: 'report.add' },
  group: { path: '/group_users/add', screen: 'group_users', permission: 'user_group.add' },
  grant: { path: '/report', screen: 'reports', permission: 'report.grant' },
  person: { path: '/user/add', screen: 'user', permission: 'user.add' },
}

/** The steps; nothing when all that the person may do are done. */
export function FirstSteps({ done }: { done: readonly Step[] }) {
  const { t } = useTranslation()
  const { can, screens } = useSession()
  const dismiss = useCallMutation(dismissHint)
  const steps = firstSteps.filter((step) => screens.has(places[step].screen) && can.has(places[step].permission))
  const left = steps.filter((step) => !done.includes(step))
  if (left.length === 0) return null
  return (
    <section className={classes.steps} aria-labelledby="first-steps">
      <header className={classes.stepsHead}>
        <h2 id="first-steps" className={classes.stepsTitle}>
          {t('home.welcome.steps.title')}
        </h2>
        <span className={classes.stepsCount}>
          {t('home.welcome.steps.count', { done: steps.length - left.length, count: steps.length })}
        </span>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate({ hint: 'first_steps' })}
        >
          {t('home.welcome.dismiss')}
        </Button>
      </header>
      <ol className={classes.list}>
        {steps.map((step, index) => {
          const isDone = done.includes(step)
          return (
            <li key={step}>
              <PathLink to={places[step].path} className={classes.step} data-done={isDone || undefined}>
                <span className={classes.mark}>
                  {isDone ? (
                    <IconCheck size={14} stroke={2.4} aria-label={t('home.welcome.steps.done')} />
                  ) : (
                    <span aria-hidden>{index + 1}</span>
                  )}
                </span>
                <span className={classes.words}>{t(`home.welcome.steps.${step}`)}</span>
                <IconChevronRight size={16} stroke={1.7} aria-hidden />
              </PathLink>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
