import { Badge, Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { CellNote, PlainTable } from '#platform/web/ui/plain-table.tsx'
import { listCapacityChanges } from '../contract.ts'

type Change = ReceivedOf<typeof listCapacityChanges>['data'][number]

const colours = { running: 'blue', done: 'green', failed: 'red' } as const

export function CapacityLog({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(listCapacityChanges, { id })
  return (
    <FormSection title={t('sources.capacities.log')} text={t('sources.capacities.logText')}>
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
  if (changes.length === 0) return <Text c="dimmed">{t('sources.capacities.noLog')}</Text>
  return (
    <PlainTable
      label={t('sources.capacities.log')}
      columns={[
        t('sources.capacities.when'),
        t('sources.capacities.what'),
        t('sources.capacities.cause'),
        t('sources.capacities.outcome'),
      ]}
    >
      {changes.map((change) => (
        <Row key={change.id} {...change} />
      ))}
    </PlainTable>
  )
}

function Row({ at, action, size, cause, person, outcome, problem }: Change) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  return (
    <tr>
      <td>{dateTime(at)}</td>
      <td>{t(`sources.capacities.actions.${action}`, { size: size ?? '' })}</td>
      <td>{person ?? t(`sources.capacities.choice.cause.${cause}`)}</td>
      <td>
        <Badge variant="light" tt="none" miw="max-content" color={colours[outcome]}>
          {t(`sources.capacities.outcomes.${outcome}`)}
        </Badge>
        {problem === null ? null : <CellNote>{t(`sources.capacities.problems.${problem}`)}</CellNote>}
      </td>
    </tr>
  )
}
