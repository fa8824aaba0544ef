// The trial of a list of IP addresses before it is saved: the people of the last seven days whom it would have refused.
import { Alert, Button } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { addressTrial, tryAddresses } from '../contract.ts'
import { amber } from './settings-values.ts'
import classes from './settings-page.module.css'

export function IpRangeTrial({ entries }: { entries: string[] }) {
  const { t } = useTranslation()
  const { mutate, data, variables, isPending } = useCallMutation(tryAddresses)
  // The answer may belong to an earlier list, because the list can be edited after the trial.
  const isOfThisList = variables?.allowed_addresses.join() === entries.join()
  return (
    <div>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconUserSearch size={16} aria-hidden />}
        loading={isPending}
        onClick={() => mutate({ allowed_addresses: entries })}
      >
        {t('organisation.settings.trial.ask')}
      </Button>
      <div aria-live="polite">{data && isOfThisList ? <TrialResult {...data} /> : null}</div>
    </div>
  )
}

type TrialResultProps = NonNullable<ReturnType<typeof useCallMutation<typeof tryAddresses>>['data']>

function TrialResult({ total, people }: TrialResultProps) {
  const { t } = useTranslation()
  const { dateTime, number } = useFormats()
  if (total === 0) return <p className={classes.quiet}>{t('organisation.settings.trial.nobody')}</p>
  return (
    <Alert vars={amber} variant="light" mt="sm">
      <p className={classes.warningText}>
        {t('organisation.settings.trial.found', { count: total, shown: number(total) })}
      </p>
      <ul>
        {people.map(({ id, name, addresses, last_at }) => (
          <li key={id}>
            <strong>{name}</strong>{' '}
            {t('organisation.settings.trial.line', { addresses: addresses.join(', '), at: dateTime(last_at) })}
          </li>
        ))}
      </ul>
      {total > people.length ? <p>{t('organisation.settings.trial.most', { count: addressTrial.people })}</p> : null}
    </Alert>
  )
}
