// The move of a user group: choose the unit, read the plan, type the name.
import { Alert, Anchor, Button, Code, Select, Skeleton, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { isTyped, typedName } from '#platform/contract/typed-name.ts'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { useRecord } from '#platform/web/client/use-record.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink, useGo, usePathPart } from '#platform/web/routing/path.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { listUsers } from '#features/people/users/contract.ts'
import { readUserGroup } from '#features/people/groups/contract.ts'
import { moveUserGroup, planMove, readMoveUnits } from '../contract.ts'
import classes from './group-moves.module.css'

export function MoveGroup() {
  const { t } = useTranslation()
  const id = usePathPart('id')
  const { record, failure, reload } = useRecord(readUserGroup, { id })
  const { data: units } = useCallQuery(readMoveUnits, {})
  const [unitId, setUnitId] = useState<string | null>(null)
  if (failure) return <FailedState failure={failure} onRetry={reload} />
  return (
    <>
      <Anchor className={classes.back} renderRoot={(props) => <PathLink to="/group_users" {...props} />}>
        <IconArrowLeft size={16} stroke={1.8} aria-hidden /> {t('people.groups.title')}
      </Anchor>
      <PageHeader
        title={record ? t('people.groupMoves.title', { name: record.name }) : '…'}
        text={t('people.groupMoves.purpose')}
      />
      <div className={classes.form}>
        {units === undefined ? <Skeleton height={36} /> : null}
        {units?.length === 0 ? <p>{t('people.groupMoves.none')}</p> : null}
        {units && units.length > 0 ? (
          <Select
            label={t('people.groupMoves.unit')}
            placeholder={t('people.groupMoves.choose')}
            data={units}
            value={unitId}
            onChange={setUnitId}
            searchable
          />
        ) : null}
        {unitId === null ? null : <PlanLoader key={unitId} id={id} unitId={unitId} />}
      </div>
    </>
  )
}

type MovePlan = ReceivedOf<typeof planMove>

function PlanLoader({ id, unitId }: { id: string; unitId: string }) {
  const { data, error, refetch } = useCallQuery(planMove, { id, unit_id: unitId })
  if (error && !data) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  return (
    <>
      <PlanDetails plan={data} />
      {data.refusals.length === 0 ? <Confirmation id={id} unitId={unitId} plan={data} /> : null}
    </>
  )
}

function PlanDetails({ plan }: { plan: MovePlan }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const countValues = (count: number) => ({ count, shown: number(count) })
  const { moving, already, administrators, grants, shifts, other_groups, custom_values, phones, places } = plan
  const parts = { grants, shifts, other_groups, custom_values, phones }
  const lost = Object.entries(parts).filter(([, count]) => count > 0) as [keyof typeof parts, number][]
  return (
    <>
      <section>
        <h2 className={classes.title}>{t('people.groupMoves.moves')}</h2>
        <ul className={classes.list}>
          <li>{t('people.groupMoves.moving', countValues(moving))}</li>
          {already === 0 ? null : <li>{t('people.groupMoves.already', countValues(already))}</li>}
          {administrators === 0 ? null : <li>{t('people.groupMoves.administrators', countValues(administrators))}</li>}
          <li>{t('people.groupMoves.places', countValues(places))}</li>
        </ul>
      </section>
      <section>
        <h2 className={classes.title}>{t('people.groupMoves.stays')}</h2>
        <ul className={classes.list}>
          {lost.map(([what, count]) => (
            <li key={what}>{t(`people.groupMoves.lost.${what}`, countValues(count))}</li>
          ))}
          {lost.length === 0 ? <li>{t('people.groupMoves.nothing')}</li> : null}
        </ul>
      </section>
      {plan.refusals.length === 0 ? null : (
        <Alert
          color="red"
          variant="light"
          c="var(--ink)"
          role="alert"
          title={t('people.groupMoves.refused')}
          icon={<IconAlertTriangle aria-hidden />}
        >
          <ul className={classes.list}>
            {plan.refusals.map((refusal) => (
              <li key={refusal}>{refusal}</li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}

function Confirmation({ id, unitId, plan }: { id: string; unitId: string; plan: MovePlan }) {
  const { t } = useTranslation()
  const go = useGo()
  const [typed, setTyped] = useState('')
  const { group, unit, people } = plan
  const moveGroup = useCallMutation(moveUserGroup, {
    refreshes: [listUsers],
    onDone: () => {
      toastDone(t('people.groupMoves.done', { name: group, unit }))
      go('/group_users', { replace: true })
    },
  })
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isTyped(typed, group)) moveGroup.mutate({ id, unit_id: unitId, name: typed })
      }}
    >
      <Alert color="amber" variant="light" c="var(--ink)" icon={<IconAlertTriangle aria-hidden />}>
        {t('people.groupMoves.warning')}
      </Alert>
      <TextInput
        name="name"
        label={
          <Trans
            i18nKey="people.groupMoves.type"
            values={{ typed: typedName(group) }}
            components={{ code: <Code /> }}
          />
        }
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(typedName(value))}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div className={classes.bar}>
        <Button type="submit" disabled={!isTyped(typed, group)} loading={moveGroup.isPending}>
          {t('people.groupMoves.move', { count: people })}
        </Button>
      </div>
    </form>
  )
}
