import { Menu, Text } from '@mantine/core'
import {
  IconBan,
  IconCalendarOff,
  IconCalendarTime,
  IconCheck,
  IconCopy,
  IconDatabaseExport,
  IconFileAnalytics,
  IconLogout,
  IconMailForward,
  IconShieldOff,
  IconPlayerPause,
  IconUserOff,
  IconUserShare,
} from '@tabler/icons-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { useGo } from '#platform/web/routing/path.tsx'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { WaitingNote } from '#features/messaging/outbox/web/exports.tsx'
import { LinkToHandOver } from '#platform/web/ui/link-to-hand-over.tsx'
import { isMoment } from '#platform/web/ui/moment.ts'
import { toastDone, toastFailure } from '#platform/web/ui/toasts.tsx'
import { requestArchive } from '#features/people/data-archives/contract.ts'
import {
  cancelInvitation,
  planInvitation,
  changeUserState,
  forceLogout,
  type listUsers,
  maySignIn,
  resetTwoFactor,
  sendAccessLink,
} from '../contract.ts'

export type UserRow = ReceivedOf<typeof listUsers>['data'][number]

/** Loaded on first use: few people plan an invitation. */
const PlanText = lazy(() => import('./plan-invitation.tsx').then((module) => ({ default: module.PlanText })))

const more = ['set_password', 'reset_two_factor', 'access_remotely', 'duplicate', 'archive', 'change_state', 'log_out']

/** Whether a person has actions beside edit and remove. */
export const mayMore = ({ can }: UserRow): boolean => more.some((verb) => can.includes(verb))

/** The menu of actions for a person, as the server allows them in `can`; actions that end sessions ask for a confirmation. */
export function UserActions({ row }: { row: UserRow }) {
  const { t } = useTranslation()
  const go = useGo()
  const { setState, logOut, sendLink, resetFactor, requestData, plan, cancelPlan } = useCommands(row)
  const may = (verb: string) => row.can.includes(verb)
  const maySeeReports = useCan('report.grant')
  const isOpen = maySignIn(row.state)
  return (
    <>
      {may('access_remotely') && (
        <Menu.Item leftSection={<IconUserShare size={16} aria-hidden />} onClick={() => go(`/user/${row.id}/access`)}>
          {t('people.users.action.access')}
        </Menu.Item>
      )}
      {maySeeReports && (
        <Menu.Item
          leftSection={<IconFileAnalytics size={16} aria-hidden />}
          onClick={() => go(`/user/${row.id}/reports`)}
        >
          {t('people.users.action.reports')}
        </Menu.Item>
      )}
      {may('duplicate') && (
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => go(`/user/${row.id}/duplicate`)}>
          {t('people.users.action.duplicate')}
        </Menu.Item>
      )}
      {may('set_password') && (
        <Menu.Item leftSection={<IconMailForward size={16} aria-hidden />} onClick={sendLink}>
          {t('people.users.action.sendLink')}
        </Menu.Item>
      )}
      {may('set_password') && row.last_sign_in_at === null && (
        <Menu.Item leftSection={<IconCalendarTime size={16} aria-hidden />} onClick={plan}>
          {t(row.invite_at === null ? 'people.users.planned.plan' : 'people.users.planned.replan')}
        </Menu.Item>
      )}
      {may('set_password') && row.invite_at !== null && (
        <Menu.Item leftSection={<IconCalendarOff size={16} aria-hidden />} onClick={cancelPlan}>
          {t('people.users.planned.cancel')}
        </Menu.Item>
      )}
      {may('reset_two_factor') && (
        <Menu.Item leftSection={<IconShieldOff size={16} aria-hidden />} onClick={resetFactor}>
          {t('people.users.action.resetTwoFactor')}
        </Menu.Item>
      )}
      {may('archive') && (
        <Menu.Item leftSection={<IconDatabaseExport size={16} aria-hidden />} onClick={requestData}>
          {t('people.users.action.requestData')}
        </Menu.Item>
      )}
      {may('change_state') || may('log_out') ? <Menu.Label>{t('people.users.section.access')}</Menu.Label> : null}
      {may('change_state') && !isOpen && (
        <Menu.Item leftSection={<IconCheck size={16} aria-hidden />} onClick={() => setState('A')}>
          {t(row.state === 'D' ? 'people.users.action.reactivate' : 'people.users.action.enable')}
        </Menu.Item>
      )}
      {may('change_state') && isOpen && (
        <StateItem icon={IconPlayerPause} action="disable" onClick={() => setState('I')} />
      )}
      {may('change_state') && row.state !== 'B' && (
        <StateItem icon={IconBan} action="block" onClick={() => setState('B')} />
      )}
      {may('deactivate') && row.state !== 'D' && (
        <StateItem icon={IconUserOff} action="deactivate" onClick={() => setState('D')} />
      )}
      {may('log_out') && isOpen && (
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={logOut}>
          {t('people.users.action.logOut')}
        </Menu.Item>
      )}
      <Menu.Divider />
    </>
  )
}

type StateItemProps = {
  icon: ComponentType<{ size?: number }>
  action: 'disable' | 'block' | 'deactivate'
  onClick: () => void
}

/** An action that ends a person's access, with a sentence that tells it from the other two. */
function StateItem({ icon: Icon, action, onClick }: StateItemProps) {
  const { t } = useTranslation()
  return (
    <Menu.Item leftSection={<Icon size={16} aria-hidden />} onClick={onClick}>
      {t(`people.users.action.${action}`)}
      <Text size="xs" c="var(--ink-quiet)" maw="16rem">
        {t(`people.users.actionHelp.${action}`)}
      </Text>
    </Menu.Item>
  )
}

function useCommands({ id, name, email }: UserRow) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const state = useCallMutation(changeUserState, {
    onDone: (_, { status }) =>
      toastDone(t('people.users.done.state', { name, state: t(`people.users.state.${status}`) })),
  })
  const logout = useCallMutation(forceLogout, { onDone: () => toastDone(t('people.users.done.logOut', { name })) })
  const reset = useCallMutation(resetTwoFactor, {
    onDone: () => toastDone(t('people.users.done.resetTwoFactor', { name })),
  })
  const archive = useCallMutation(requestArchive, { onDone: () => toastDone(t('people.users.dataRequested')) })
  const planning = useCallMutation(planInvitation, {
    onDone: () => toastDone(t('people.users.done.planned', { name })),
  })
  const cancelling = useCallMutation(cancelInvitation, {
    onDone: () => toastDone(t('people.users.done.cancelled', { name })),
  })
  const access = useCallMutation(sendAccessLink, {
    onDone: ({ link }) => {
      if (link === null) toastDone(t('people.users.invited', { email }))
      else void showLink(link)
    },
  })
  /** Displays a link in a dialog, because the menu has closed before the answer arrives. */
  const showLink = (link: string) =>
    confirm({
      title: t('people.users.link.title', { name }),
      text: (
        <>
          <WaitingNote />
          <LinkToHandOver label={t('people.users.link.label')} text={t('people.users.link.text')} link={link} />
        </>
      ),
      isNotice: true,
    })
  const ask = (what: 'I' | 'B' | 'D' | 'logOut' | 'resetTwoFactor' | 'requestData') =>
    confirm({ title: t(`people.users.confirm.${what}`, { name }), text: t(`people.users.confirm.${what}Text`) })
  return {
    plan: async () => {
      let at: string | null = null
      const text = (
        <Suspense>
          <PlanText onChange={(chosen) => (at = chosen)} />
        </Suspense>
      )
      if (!(await confirm({ title: t('people.users.planned.title', { name }), text }))) return
      if (isMoment(at)) planning.mutate({ id, invite_at: at })
      else toastFailure(t('people.users.planned.incomplete'))
    },
    cancelPlan: async () => {
      const question = {
        title: t('people.users.planned.cancelTitle', { name }),
        text: t('people.users.planned.cancelText'),
      }
      if (await confirm(question)) cancelling.mutate({ id })
    },
    setState: async (to: 'A' | 'I' | 'B' | 'D') => {
      if (to === 'A' || (await ask(to))) state.mutate({ id, status: to })
    },
    sendLink: async () => {
      const question = {
        title: t('people.users.confirm.sendLink', { name }),
        text: t('people.users.confirm.sendLinkText', { email }),
      }
      if (await confirm(question)) access.mutate({ id })
    },
    resetFactor: async () => {
      if (await ask('resetTwoFactor')) reset.mutate({ id })
    },
    requestData: async () => {
      if (await ask('requestData')) archive.mutate({ id })
    },
    logOut: async () => {
      if (await ask('logOut')) logout.mutate({ id })
    },
  }
}
