// Adds workspaces: choose an account, then choose from the workspaces that it can see.
import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { plain } from '#platform/contract/plain.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { RecordPicker } from '#platform/web/ui/record-picker.tsx'
import { selectAccounts } from '#features/sources/accounts/contract.ts'
import { addWorkspace, listAvailableWorkspaces } from '../contract.ts'
import classes from './workspace-choices.module.css'

export function WorkspaceDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('sources.workspaces.add')} size="lg">
      {opened ? <AccountChoice /> : null}
    </Dialog>
  )
}

type PickedAccount = ReceivedOf<typeof selectAccounts>[number]

function AccountChoice() {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(selectAccounts, { search: '' })
  const [picked, setPicked] = useState<PickedAccount | null>(null)
  if (error) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (data === undefined) return <ChoiceSkeleton />
  const [first] = data
  if (first === undefined) return <NoAccount />
  const account = picked ?? first
  return (
    <Stack>
      {data.length === 1 ? null : (
        <RecordPicker
          call={selectAccounts}
          label={t('sources.workspaces.dialog.account')}
          placeholder={t('sources.workspaces.dialog.findAccount')}
          detail={({ kind }) => t(`sources.accounts.kind.${kind}`)}
          exclude={[]}
          onPick={setPicked}
        />
      )}
      <Text component="h3" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {t('sources.workspaces.dialog.of', { account: account.label })}
      </Text>
      <Choices key={account.value} account={account.value} />
    </Stack>
  )
}

function NoAccount() {
  const { t } = useTranslation()
  return (
    <Stack align="flex-start">
      <Text>{t('sources.workspaces.dialog.noAccount')}</Text>
      <Button renderRoot={(props) => <PathLink to="/powerbi" {...props} />}>
        {t('sources.workspaces.dialog.toAccounts')}
      </Button>
    </Stack>
  )
}

/** Number of workspaces from which a filter is shown; a service may list hundreds. */
const fewest = 8

function Choices({ account }: { account: string }) {
  const { t } = useTranslation()
  const [filter, setFilter] = useState('')
  const { data, error, refetch } = useCallQuery(listAvailableWorkspaces, { account_id: account })
  if (error && data === undefined) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (data === undefined) return <ChoiceSkeleton />
  if (data.data.length === 0) return <Text c="dimmed">{t('sources.workspaces.dialog.none')}</Text>
  const visibleWorkspaces = data.data.filter(({ name }) => plain(name).includes(plain(filter)))
  return (
    <>
      {data.data.length > fewest ? (
        <TextInput
          aria-label={t('sources.workspaces.dialog.search')}
          placeholder={t('sources.workspaces.dialog.search')}
          value={filter}
          onChange={({ currentTarget: { value } }) => setFilter(value)}
        />
      ) : null}
      {visibleWorkspaces.length === 0 ? <Text c="dimmed">{t('sources.workspaces.dialog.noneFound')}</Text> : null}
      <ul className={classes.choices}>
        {visibleWorkspaces.map((choice) => (
          <Choice key={choice.service_id} choice={choice} account={account} />
        ))}
      </ul>
    </>
  )
}

type ChoiceProps = { choice: ReceivedOf<typeof listAvailableWorkspaces>['data'][number]; account: string }

function Choice({ choice: { service_id, name, added, shares }, account }: ChoiceProps) {
  const { t } = useTranslation()
  const add = useCallMutation(addWorkspace)
  const action = t(shares ? 'sources.workspaces.dialog.share' : 'general.action.add')
  return (
    <li>
      <span className={classes.name}>{name}</span>
      {added || add.isSuccess ? (
        <span className={classes.done}>
          <IconCheck size={16} stroke={2} aria-hidden />
          {t('sources.workspaces.dialog.added')}
        </span>
      ) : (
        <Button
          variant="light"
          size="xs"
          aria-label={`${action}: ${name}`}
          loading={add.isPending}
          onClick={() => add.mutate({ account_id: account, service_id })}
        >
          {action}
        </Button>
      )}
      {shares && !added ? <span className={classes.quiet}>{t('sources.workspaces.dialog.shareText')}</span> : null}
    </li>
  )
}

export function ChoiceSkeleton() {
  return (
    <Stack gap="sm" aria-busy>
      {['60%', '45%', '70%'].map((width) => (
        <Skeleton key={width} height={14} width={width} radius="xl" />
      ))}
    </Stack>
  )
}
