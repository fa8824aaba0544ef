import { Badge, Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useAsk } from '#platform/web/client/use-ask.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { TableBox } from '#platform/web/ui/table-box.tsx'
import { listCapacityChanges } from '../contract.ts'
import classes from './capacity-table.module.css'

type Change = ReceivedOf<typeof listCapacityChanges>['data'][number]

const colours = { running: 'blue', done: 'green', failed: 'red' } as const

export function CapacityLog({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useAsk(listCapacityChanges, { id })
  return (
    <FormSection title={t('embedding.capacities.log')} text={t('embedding.capacities.logText')}>
      {data ? (
        <Table changes={data.data} />
      ) : error ? (
        <FailedState failure={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton h={120} />
      )}
    </FormSection>
  )
}

function Table({ changes }: { changes: Change[] }) {
  const { t } = useTranslation()
  if (changes.length === 0) return <Text c="dimmed">{t('embedding.capacities.noLog')}</Text>
  return (
    <TableBox label={t('embedding.capacities.log')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('embedding.capacities.when')}</th>
            <th scope="col">{t('embedding.capacities.what')}</th>
            <th scope="col">{t('embedding.capacities.cause')}</th>
            <th scope="col">{t('embedding.capacities.outcome')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <Row key={change.id} {...change} />
          ))}
        </tbody>
      </table>
    </TableBox>
  )
}

function Row({ at, action, size, cause, person, outcome, problem }: Change) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  return (
    <tr>
      <td>{dateTime(at)}</td>
      <td>{t(`embedding.capacities.actions.${action}`, { size: size ?? '' })}</td>
      <td>{person ?? t(`embedding.capacities.choice.cause.${cause}`)}</td>
      <td>
        <Badge variant="light" tt="none" miw="max-content" color={colours[outcome]}>
          {t(`embedding.capacities.outcomes.${outcome}`)}
        </Badge>
        {problem === null ? null : <p className={classes.problem}>{t(`embedding.capacities.problems.${problem}`)}</p>}
      </td>
    </tr>
  )
}
